"""What each job of the table does."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest
from prometheus_client import CollectorRegistry

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.character_lookup import link_character
from scheduler.context import Context
from scheduler.jobs import SWEEP_SLICE, dispatch, due_job, heartbeat, jobs_of, leases, poll, ttl_sweep
from scheduler.leases import TICK_SECONDS
from tests.fakes.hiscores import FakeHiscores
from tests.scheduler.conftest import Lines, Times
from tests.tracker.notify.notes import note
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.digest.feature import ROUNDS
from tracker.goals.characters.service import Characters
from tracker.goals.service import Goals
from tracker.ids import short_ids, ulids
from tracker.listeners import character_listeners
from tracker.notify import outbox
from tracker.shards import SHARDS
from tracker.store.table import Table


async def expire(table: Table, times: Times, count: int) -> None:
    ttl = int(times.now.timestamp()) + 1
    items = [{"PK": "SEEN#x", "SK": f"{n:06}", "ttl": ttl} for n in range(count)]
    await table.write_many(puts=items)
    times.now += timedelta(seconds=2)


@pytest.fixture
async def game(runescape: dict[str, object]) -> AsyncIterator[FakeHiscores]:
    """The hiscores that the context's sources ask."""
    async with FakeHiscores.running() as running:
        runescape["osrs_url"] = running.url
        yield running


@pytest.fixture
async def user(job_table: Table, times: Times) -> User:
    return await Accounts(job_table, lambda: times.now, ulids()).register(parse_identity("local:me"))


async def watch(game: FakeHiscores, context: Context, user: User) -> None:
    """A character with a goal, who then trains; time passes until the first look must be due."""
    game.osrs("Oak Chopper").train("Woodcutting", 1000)
    character = await link_character(
        context.sources,
        Characters(context.table, context.clock, character_listeners(context.table)),
        user.id,
        "Oak Chopper",
    )
    await Goals(context.table, context.clock, short_ids()).add(user, character, "99 wc")
    game.osrs("Oak Chopper").train("Woodcutting", 2000)


async def tell(context: Context, times: Times) -> None:
    await due_job(ROUNDS).work(context)
    pass_time(times, 120)
    await dispatch(context)


def pass_time(times: Times, seconds: float) -> None:
    times.now += timedelta(seconds=seconds)
    times.monotonic += seconds


async def test_the_table_of_jobs_names_each_job_once() -> None:
    names = [job.name for job in jobs_of(rules_of(FEATURES))]

    assert sorted(names) == [
        "aggregate",
        "assist",
        "challenges",
        "dispatch",
        "goal-recounts",
        "group-goals",
        "group-shares",
        "habits",
        "heartbeat",
        "insights",
        "leases",
        "logbook",
        "logbook-numbers",
        "metric-questions",
        "metric-readings",
        "offers",
        "poll",
        "project-removals",
        "room-check-ins",
        "room-relay",
        "room-shares",
        "rounds",
        "tasks",
        "ttl-sweep",
    ]


async def test_only_dispatching_runs_beside_itself() -> None:
    assert [job.name for job in jobs_of(rules_of(FEATURES)) if job.at_once > 1] == ["dispatch"]


async def test_the_heartbeat_marks_the_pulse(context: Context, times: Times) -> None:
    assert context.pulse.age() is None

    await heartbeat(context)
    times.monotonic += 4.5

    assert context.pulse.age() == 4.5


async def test_leases_and_polls_record_what_moved_and_are_counted(
    game: FakeHiscores, context: Context, user: User, times: Times, registry: CollectorRegistry
) -> None:
    await watch(game, context, user)

    await leases(context)
    assert registry.get_sample_value("questlog_shards_held") == SHARDS
    assert registry.get_sample_value("questlog_subjects") == 1

    for _ in range(3600 // TICK_SECONDS):
        pass_time(times, TICK_SECONDS)
        await leases(context)
        await poll(context)
        await context.poller.quiet()
    await poll(context)

    assert registry.get_sample_value("questlog_polls_total", {"outcome": "changed"}) == 1
    assert (registry.get_sample_value("questlog_polls_total", {"outcome": "unchanged"}) or 0) >= 1
    [goal] = await Goals(context.table, context.clock, short_ids()).list(user.id)
    latest = await context.table.get(goal.latest_key.key)
    assert (latest or {})["progressValue"] == 2000


async def test_rounds_are_held_at_the_persons_time_and_their_digest_is_dispatched_and_counted(
    game: FakeHiscores, context: Context, user: User, times: Times, registry: CollectorRegistry
) -> None:
    await Accounts(context.table, context.clock, ulids()).change_settings(
        user.id, {"digest_when_quiet": "yes"}
    )
    await watch(game, context, user)

    told = {"channel": "console", "status": "delivered"}

    await tell(context, times)
    assert registry.get_sample_value("questlog_messages_total", told) is None

    pass_time(times, 24 * 3600)
    await tell(context, times)
    assert registry.get_sample_value("questlog_messages_total", told) == 1


async def test_what_is_put_off_is_counted_and_logged_as_held(
    context: Context, user: User, times: Times, registry: CollectorRegistry, said: Callable[[str], Lines]
) -> None:
    await Accounts(context.table, context.clock, ulids()).change_settings(
        user.id, {"quiet_hours": "11:00-13:00"}
    )
    await outbox.enqueue(context.table, note(at=times.now, person=user.id))
    pass_time(times, 60)

    await dispatch(context)

    held = {"channel": "", "status": "held"}
    assert registry.get_sample_value("questlog_messages_total", held) == 1
    assert [line["held"] for line in said("messages dispatched")] == [1]


async def test_the_sweep_removes_everything_expired_and_nothing_else(
    context: Context, job_table: Table, times: Times, said: Callable[[str], Lines]
) -> None:
    await expire(job_table, times, 2 * SWEEP_SLICE + 1)
    await job_table.put({"PK": "USER#u", "SK": "METADATA"})

    await ttl_sweep(context)

    times.now -= timedelta(days=1)  # before the ttl, an item that had only been hidden would show again
    left = {str(item["PK"]) async for item in job_table.scan()}
    assert left == {"USER#u", "QUESTLOG"}  # the second is what links are signed with
    assert [line["items"] for line in said("expired items removed")] == [2 * SWEEP_SLICE + 1]


async def test_a_sweep_that_finds_nothing_says_nothing(context: Context, lines: Lines) -> None:
    await ttl_sweep(context)

    assert lines == []


async def test_a_writer_gets_its_turn_between_two_slices(
    context: Context, job_table: Table, times: Times
) -> None:
    await expire(job_table, times, 4 * SWEEP_SLICE)

    sweep = asyncio.create_task(ttl_sweep(context))
    await asyncio.sleep(0)
    await job_table.put({"PK": "USER#u", "SK": "METADATA"})

    assert not sweep.done()
    await sweep
