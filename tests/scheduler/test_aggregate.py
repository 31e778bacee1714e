"""Statistics compared with the week records: of every challenge on demand, and of each one once a week."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time

import pytest

from scheduler.aggregate import rebuild_all, rebuild_one, rebuild_weekly
from scheduler.context import Context
from scheduler.jobs import aggregate
from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tests.scheduler.conftest import Lines
from tests.tracker.store.items import everything
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.challenge.model import Challenge, ChallengeStatus
from tracker.challenge.service import Challenges
from tracker.ids import ulids
from tracker.store.entity import change
from tracker.store.keys import GlobalStatsKey, WeekStatsKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Update
from tracker.weeks import week_of

FIRST = date(2026, 9, 7)
"""A Monday."""
HOUR, DAY = 3600.0, 86_400.0


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(12), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    """Two challenges with somebody in them."""
    async with Hall.open(sqlite_table, clock) as hall:
        for name in ("One", "Two"):
            await hall.begin(name)
            await hall.join("ada", "bob")
        hall.commit("ada", FIRST, 3)
        await hall.look()
        yield hall


async def damage(hall: Hall) -> None:
    """In the present week of the second challenge, and in its sums."""
    for key in (WeekStatsKey(week_of(hall.today), hall.challenge.id), GlobalStatsKey(hall.challenge.id)):
        await hall.table.update(Update(key.key, add={"total": 7}))


async def test_on_demand_every_challenge_is_compared_and_what_is_wrong_is_told(
    hall: Hall, lines: Lines
) -> None:
    before = await everything(hall.table)
    await damage(hall)
    found = {one.challenge.name: one.rebuilt for one in await rebuild_all(hall.table, hall.clock)}
    assert {name: tuple(one) for name, one in found.items()} == {"One": (2, 1, 0), "Two": (2, 1, 2)}
    assert await everything(hall.table) == before
    [said] = [line for line in lines if line["log_level"] == "warning"]
    assert (said["event"], said["challenge"], said["repaired"]) == (
        "statistics repaired from the week records",
        hall.challenge.id,
        2,
    )


async def test_a_challenge_that_is_over_is_compared_when_it_is_asked_for(hall: Hall) -> None:
    await hall.table.update(change(Challenge, hall.challenge.key, {"status": ChallengeStatus.ENDED}))
    hall.clock.advance(2 * HOUR)
    await hall.look()
    assert [one.challenge.name for one in await rebuild_all(hall.table, hall.clock)] == ["One"]
    await damage(hall)
    assert (await rebuild_one(hall.table, hall.clock, hall.challenge)).rebuilt.repaired == 2


async def test_on_the_clock_each_is_compared_once_a_week(hall: Hall) -> None:
    assert len(await rebuild_weekly(hall.table, hall.clock)) == 2
    await damage(hall)
    for _ in range(6):
        hall.clock.advance(DAY)
        assert await rebuild_weekly(hall.table, hall.clock) == []
    hall.clock.advance(DAY)
    found = await asyncio.gather(*(rebuild_weekly(hall.table, hall.clock) for _ in range(3)))
    assert sorted(one.rebuilt.repaired for part in found for one in part) == [0, 2]
    await hall.look()
    assert (await hall.rebuild()).repaired == 0


async def test_a_new_challenge_is_compared_without_waiting_for_the_others(hall: Hall) -> None:
    await rebuild_weekly(hall.table, hall.clock)
    await hall.begin("Three")
    hall.clock.advance(DAY)
    assert [one.challenge.name for one in await rebuild_weekly(hall.table, hall.clock)] == ["Three"]


async def test_counting_goes_on_as_planned(hall: Hall) -> None:
    """To compare does not move the next count."""
    await rebuild_weekly(hall.table, hall.clock)
    hall.clock.advance(HOUR)
    assert await hall.look() == 2


async def test_one_challenge_in_trouble_does_not_keep_the_others(hall: Hall, lines: Lines) -> None:
    await hall.table.update(Update(hall.challenge.key.key, set={"timezone": "Mars/Olympus"}))
    assert [one.challenge.name for one in await rebuild_weekly(hall.table, hall.clock)] == ["One"]
    assert "statistics not compared with the week records" in [line["event"] for line in lines]


async def test_the_job_compares(context: Context, lines: Lines) -> None:
    accounts = Accounts(context.table, context.clock, ulids(context.clock))
    owner = await accounts.register(parse_identity("local:owner"))
    made = await Challenges(context.table, context.clock, ulids(context.clock)).create(owner, "Weekly")
    await aggregate(context)
    said = [line for line in lines if line["event"] == "statistics are as the week records say"]
    assert [line["challenge"] for line in said] == [made.id]
