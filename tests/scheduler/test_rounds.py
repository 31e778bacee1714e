"""The rounds of everybody: all that are due, and nobody's trouble is another's."""

from datetime import datetime, timedelta

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import START, HandClock
from tests.scheduler.conftest import Lines
from tests.scheduler.mornings import PEOPLE, live
from tests.tracker.goals.scenes import DAY, HOUR
from tracker.digest.feature import ROUNDS
from tracker.digest.planning import Round
from tracker.notify import outbox
from tracker.notify.model import SHARDS, shard_of
from tracker.store.entity import from_item
from tracker.store.keys import DueKey, UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update


async def last_round(table: Table, name: str) -> Round:
    item = await table.get(DueKey(name, "round", "daily").key)
    assert item is not None
    return from_item(Round, item)


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START + 10 * DAY + 8 * HOUR)


async def test_everybody_whose_time_it_is_gets_a_digest(table: Table, clock: HandClock) -> None:
    for name in PEOPLE:
        await live(table, name)
    await live(table, "in-new-york", "America/New_York")

    assert {shard_of(name) for name in PEOPLE} == set(range(SHARDS))
    assert await run_due(ROUNDS, tools_at(table, clock)) == len(PEOPLE)
    assert {len(await outbox.history(table, name)) for name in PEOPLE} == {1}
    assert await outbox.history(table, "in-new-york") == []
    assert await run_due(ROUNDS, tools_at(table, clock)) == 0


async def test_one_persons_trouble_is_logged_and_nobody_elses(
    sqlite_table: SqliteTable, clock: HandClock, lines: Lines
) -> None:
    for name in PEOPLE:
        await live(sqlite_table, name)
    await sqlite_table.update(Update(UserKey("person-3").key, set={"timezone": 5}))

    assert await run_due(ROUNDS, tools_at(sqlite_table, clock)) == len(PEOPLE) - 1

    [trouble] = [line for line in lines if line["log_level"] == "error"]
    assert (trouble["user"], trouble["event"]) == ("person-3", "round not held; it comes due again")
    assert (await last_round(sqlite_table, "person-3")).last_day is None
    await sqlite_table.update(Update(UserKey("person-3").key, set={"timezone": "UTC"}))
    assert await run_due(ROUNDS, tools_at(sqlite_table, clock)) == 1


@pytest.mark.parametrize("page", [1, 4, 5, 12])
async def test_one_run_goes_on_until_nothing_is_due(table: Table, clock: HandClock, page: int) -> None:
    for name in PEOPLE:
        await live(table, name)

    assert await run_due(ROUNDS, tools_at(table, clock), page=page) == len(PEOPLE)

    assert {len(await outbox.history(table, name)) for name in PEOPLE} == {1}


async def test_those_who_stay_due_keep_nobody_waiting_and_are_tried_once_in_a_run(
    sqlite_table: SqliteTable, clock: HandClock, lines: Lines
) -> None:
    for name in PEOPLE:
        await live(sqlite_table, name)
    broken = PEOPLE[:8]
    for name in broken:
        await sqlite_table.update(Update(UserKey(name).key, set={"timezone": 5}))

    assert await run_due(ROUNDS, tools_at(sqlite_table, clock), page=4) == len(PEOPLE) - len(broken)

    assert sorted(line["user"] for line in lines if line["log_level"] == "error") == sorted(broken)


async def test_digests_of_one_minute_go_together_whenever_in_it_their_rounds_were_held(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """So however long the rounds of thousands take, nobody waits for more than that minute."""
    eight = clock()
    due: list[datetime] = []
    for seconds, name in enumerate(PEOPLE[:6]):
        clock.advance(12 if seconds else 0)
        await live(sqlite_table, name)
        await run_due(ROUNDS, tools_at(sqlite_table, clock))
        [digest] = await outbox.history(sqlite_table, name)
        due.append(digest.due_at)

    assert due == [eight + timedelta(minutes=1)] * 6


async def test_each_day_has_its_round(sqlite_table: SqliteTable, clock: HandClock) -> None:
    await live(sqlite_table, "anna", "Europe/Berlin")

    runs = 0
    for _ in range(48):
        runs += await run_due(ROUNDS, tools_at(sqlite_table, clock))
        clock.advance(timedelta(hours=1).total_seconds())

    assert runs == 3  # at once, because eight o'clock in Berlin is over, and on two mornings
