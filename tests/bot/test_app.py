"""The whole service in one task: what starts, in which order it stops, and what it leaves behind."""

import asyncio
import gc
import io
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp import ClientSession
from prometheus_client import CollectorRegistry

from bot.app import _at_work, serve
from bot.charts.drawing import Drawings
from bot.exits import Refusal
from bot.feature import rules_of
from bot.features import FEATURES
from bot.network_services import code_sender
from bot.web.running import RunningServices
from scheduler.context import Context, open_context
from scheduler.jobs import Job, dispatch, jobs_of, leases
from scheduler.proving import EVEN_SECONDS
from scheduler.pulse import Pulse
from tests.scheduler.triggers import at_once
from tests.tracker.notify.notes import note
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.notify import outbox
from tracker.settings import Settings, StoreSettings, WebSettings
from tracker.shards import SHARDS
from tracker.store.keys import LeaseKey
from tracker.store.opening import open_table
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Key

Lines = list[dict[str, Any]]

pytestmark = pytest.mark.usefixtures("set_aside_again")


@pytest.fixture
def lines() -> Iterator[Lines]:
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as captured:
        yield captured


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=StoreSettings(path=tmp_path / "q.db"), web=WebSettings(port=0))


async def line(lines: Lines, event: str) -> dict[str, Any]:
    """The first line whose text starts so, as soon as it is there."""
    while not (found := [line for line in lines if line["event"].startswith(event)]):  # noqa: ASYNC110 - a log sets no event
        await asyncio.sleep(0.002)
    return found[0]


JOBS = jobs_of(rules_of(FEATURES))


@asynccontextmanager
async def running(
    settings: Settings, jobs: Sequence[Job] = jobs_of(rules_of(FEATURES))
) -> AsyncIterator[asyncio.Task[None]]:
    """The service as a task; cancelling it is what a signal does."""
    task = asyncio.create_task(serve(settings, jobs=jobs))
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_it_is_ready_from_its_first_answer_on(settings: Settings, lines: Lines) -> None:
    async with running(settings), ClientSession() as client:
        url = (await line(lines, "ready"))["url"]
        assert (await client.get(f"{url}/readyz")).status == 200


async def test_twilio_may_report_to_it_and_is_refused_while_sms_is_off(
    settings: Settings, lines: Lines
) -> None:
    async with running(settings), ClientSession() as client:
        url = (await line(lines, "ready"))["url"]
        assert (await client.post(f"{url}/sms/status", data={"MessageSid": "SM1"})).status == 403


async def test_what_was_loaded_is_set_aside_while_it_runs_and_no_longer(
    settings: Settings, lines: Lines
) -> None:
    before = gc.get_freeze_count()

    async with running(settings):
        await line(lines, "ready")
        assert gc.get_freeze_count() > before

    assert gc.get_freeze_count() == 0


async def test_the_jobs_of_the_table_are_scheduled(settings: Settings, lines: Lines) -> None:
    async with running(settings), ClientSession() as client:
        url = (await line(lines, "ready"))["url"]
        text = await (await client.get(f"{url}/metrics")).text()

    assert all(f'questlog_job_runs_total{{job="{job.name}"}}' in text for job in JOBS)


async def test_work_that_ends_in_time_still_has_its_store(settings: Settings, lines: Lines) -> None:
    started, stopping, done = asyncio.Event(), asyncio.Event(), {"PK": "USER#u", "SK": "DONE"}

    async def work(context: Context) -> None:
        started.set()
        await stopping.wait()
        await context.table.put(done)

    job = Job("work", at_once(), work)
    async with running(settings, jobs=[job]) as task:
        await line(lines, "ready")
        await started.wait()
        task.cancel()
        await line(lines, "waiting for running jobs")
        stopping.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    async with open_table(settings.store) as table:
        assert await table.get(Key("USER#u", "DONE")) == done


async def test_a_message_that_is_due_is_read_where_the_service_writes(
    settings: Settings, lines: Lines
) -> None:
    out = io.StringIO()
    async with open_table(settings.store) as table:
        user = await Accounts(table, system_clock, ulids()).register(parse_identity("local:me"))
        earlier = system_clock() - timedelta(minutes=2)
        await outbox.enqueue(table, note(at=earlier, person=user.id))
    soon = Job("dispatch", at_once(), dispatch)

    task = asyncio.create_task(serve(settings, jobs=[soon], out=out))
    while "Reached goal-1" not in out.getvalue():  # noqa: ASYNC110 - a stream sets no event
        await asyncio.sleep(0.002)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert "99 Woodcutting, at last." in out.getvalue()
    assert not any("Reached goal-1" in str(line) for line in lines)


async def test_at_its_end_it_gives_back_the_shards_that_it_polled(settings: Settings, lines: Lines) -> None:
    job = Job("leases", at_once(), leases)

    async with running(settings, jobs=[job]):
        await line(lines, "leases taken")

    async with open_table(settings.store) as table:
        items = await table.get_many(LeaseKey(shard).key for shard in range(SHARDS))
    assert len(items) == SHARDS
    assert not any("owner" in item for item in items.values())


async def test_when_the_web_cannot_start_the_store_is_closed_again(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = settings.model_copy(update={"web": WebSettings(port=other.getsockname()[1])})
        with pytest.raises(Refusal):
            await serve(taken)

    assert [path.name for path in settings.store.path.parent.iterdir()] == ["q.db"]  # no -wal: it was closed


async def test_a_service_leaves_no_task_behind(settings: Settings, lines: Lines) -> None:
    before = asyncio.all_tasks()

    async with running(settings):
        await line(lines, "ready")

    assert asyncio.all_tasks() == before


async def test_the_service_takes_as_long_for_everybody_who_asks_for_a_code(sqlite_table: SqliteTable) -> None:
    settings, pulse = Settings(), Pulse(lambda: 0.0)
    async with (
        open_context(
            settings, sqlite_table, features=rules_of(FEATURES), out=io.StringIO(), pulse=pulse
        ) as context,
        _at_work(RunningServices(), settings, context, Drawings(), CollectorRegistry()) as services,
    ):
        assert (await code_sender(services)).even_seconds == EVEN_SECONDS
