"""A clock on the wall that is set back or forward: ticks go on, and what is due follows the wall."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from scheduler.clockwork import every, new_clockwork
from scheduler.context import Context
from scheduler.jobs import Job
from scheduler.rounds import run_due
from scheduler.telemetry import JobMetrics
from scheduler.ticker import Ticker, ticking
from tests.deliveries import tell_everything
from tests.due_work import tools_at
from tests.fakes.clock import START, HandClock
from tests.fakes.hand_loop import run_by_hand
from tests.scheduler.conftest import Times, opened_context
from tests.scheduler.mornings import live
from tests.tracker.goals.scenes import DAY, HOUR
from tracker.digest.feature import ROUNDS
from tracker.notify import outbox
from tracker.settings import StoreSettings
from tracker.store.opening import open_table
from tracker.store.sqlite import SqliteTable

TEN_MINUTES = 600


def test_jobs_tick_on_whatever_becomes_of_the_wall_clock(tmp_path: Path, registry: CollectorRegistry) -> None:
    """Nothing here moves the clock on the wall but the test; the loop's own clock goes on by itself."""
    times, seen = Times(), list[float]()

    async def work(context: Context) -> None:
        seen.append((context.clock() - START).total_seconds())

    async def tick(context: Context) -> None:
        loop, metrics = asyncio.get_running_loop(), JobMetrics(registry, ["work"])
        ticker = Ticker(
            [Job("work", every(5), work)],
            context,
            metrics,
            new_clockwork(loop.time),
            monotonic=loop.time,
            new_id=lambda: "run",
        )
        async with ticking(ticker, 0):
            for jump in (timedelta(), -2 * HOUR, 5 * HOUR, 40 * 365 * DAY):
                times.now += jump
                before = len(seen)
                await asyncio.sleep(TEN_MINUTES + 0.5)
                assert len(seen) - before == TEN_MINUTES / 5
                assert set(seen[before:]) == {(times.now - START).total_seconds()}

    async def scene() -> None:
        async with (
            open_table(StoreSettings(path=tmp_path / "test.db"), clock=lambda: times.now) as table,
            opened_context(table, times, registry, {}) as context,
        ):
            await tick(context)

    run_by_hand(scene())
    assert registry.get_sample_value("questlog_job_missed_total", {"job": "work"}) == 0


@pytest.mark.parametrize("jump", [-2 * HOUR, 5 * HOUR])
async def test_what_is_due_follows_the_wall_clock_and_is_done_once(
    sqlite_table: SqliteTable, jump: timedelta
) -> None:
    clock = HandClock(START + 10 * DAY + 8 * HOUR)
    tools = tools_at(sqlite_table, clock)
    await live(sqlite_table, "anna")
    assert await run_due(ROUNDS, tools) == 1
    await tell_everything(sqlite_table, "anna", clock())

    clock.advance(jump.total_seconds())
    assert await run_due(ROUNDS, tools) == 0
    clock.advance((15 * HOUR).total_seconds())
    assert await run_due(ROUNDS, tools) == 0
    clock.advance((11 * HOUR).total_seconds())
    assert await run_due(ROUNDS, tools) == 1
    assert len(await outbox.history(sqlite_table, "anna")) == 1, "nothing has moved since the first"
