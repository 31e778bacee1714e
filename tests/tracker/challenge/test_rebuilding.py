"""A rebuild from the week records: it changes nothing that is right, and repairs what is not."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club, day, week
from tests.tracker.store.items import everything, undated, without_dates
from tracker.challenge.model import PersonStats, WeekSummary
from tracker.challenge.rebuilding import rebuild
from tracker.challenge.recording import put_stats
from tracker.store.entity import to_item
from tracker.store.keys import GlobalStatsKey, UserStatsKey, WeekStatsKey
from tracker.store.query import Query, QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Operation, Table, Update
from tracker.store.values import Item, Key, Value

STATISTICS = {"userStats", "weekStats", "globalStats"}


@pytest.fixture
async def lived(club: Club) -> Club:
    """Three weeks of six people, of whom one has left, one came back, and one is deleted."""
    names = [f"p{number}" for number in range(6)]
    await club.join(*names)
    for number, name in enumerate(names):
        club.done[name].update({day(one): number for one in range(number, 30, 6)})
    for number in (1, 7, 8, 12, 15):
        club.go_to(number)
        await club.count()
    club.done["p2"][day(10)] += 4
    for name in ("p3", "p4"):
        await club.leave(name)
    await club.delete("p5")
    club.go_to(17)
    await club.join("p4")
    await club.count()
    return club


def is_statistic(item: Item) -> bool:
    return item["type"] in STATISTICS


async def statistics(club: Club) -> dict[Key, Item]:
    return {key: one for key, one in (await undated(club.table)).items() if is_statistic(one)}


async def test_what_is_right_is_left_alone(lived: Club) -> None:
    before = await everything(lived.table)
    found = await rebuild(lived.table, lived.challenge, week(2))
    assert (found.people, found.weeks, found.repaired) == (5, 3, 0)
    assert await everything(lived.table) == before


async def test_from_nothing_all_statistics_come_out_as_they_were(lived: Club) -> None:
    before = await undated(lived.table)
    lost = [key for key, item in before.items() if is_statistic(item)]
    await lived.table.write_many(deletes=lost)
    found = await rebuild(lived.table, lived.challenge, week(2))
    assert found.repaired == len(lost)
    assert await undated(lived.table) == before
    assert await lived.rebuilt() == 0


def _plain(doc: str) -> str:
    return json.dumps(without_dates(json.loads(doc)), sort_keys=True)


async def test_from_nothing_they_come_out_byte_by_byte(tmp_path: Path, clock: HandClock) -> None:
    path = tmp_path / "questlog.db"
    table = await SqliteTable.open(path, clock)
    club = Club(table, clock)
    await club.begin()
    await club.join("ada", "bob", "cyd")
    for number, name in enumerate(club.users):
        club.done[name].update({day(one): number for one in range(0, 40, 3)})
    for number in (1, 8, 15, 40):
        club.go_to(number)
        await club.count()

    def rows() -> list[list[object]]:
        """But for when they were written, and in which order their attributes came."""
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("SELECT * FROM item ORDER BY pk, sk").fetchall()
        return [[pk, sk, _plain(doc), *rest] for pk, sk, doc, *rest in found]

    before = rows()
    await table.write_many(deletes=list(await statistics(club)))
    assert rows() != before
    assert await club.rebuilt() == len(await statistics(club))
    assert rows() == before
    await table.close()


@pytest.mark.parametrize(
    ("kind", "damage"),
    [
        ("userStats", {"totalWeeks": 99}),
        ("userStats", {"open": {}}),
        ("userStats", {"current": "many"}),
        ("userStats", {"name": "Somebody else"}),
        ("userStats", {"LeaderboardSK": "000000000000999#person-002"}),
        ("weekStats", {"total": -1}),
        ("weekStats", {"participants": 12}),
        ("globalStats", {"people": 0}),
        ("globalStats", {"active": 7}),
    ],
)
async def test_whatever_was_damaged_is_repaired(lived: Club, kind: str, damage: dict[str, Value]) -> None:
    before = await everything(lived.table)
    key = next(key for key, item in sorted(before.items()) if item["type"] == kind)
    await lived.table.put({**before[key], **damage})
    assert await lived.rebuilt() == 1
    repaired = await everything(lived.table)
    assert repaired[key]["createdAt"] == before[key]["createdAt"]
    assert {**repaired, key: {**repaired[key], "updatedAt": before[key]["updatedAt"]}} == before


async def test_who_has_no_week_has_no_statistics_and_no_place(lived: Club) -> None:
    before = await undated(lived.table)
    ghost = PersonStats(user="ghost", challenge=lived.challenge.id, name="Ghost", current=50)
    await lived.table.transact([put_stats(ghost)])
    empty = WeekSummary(challenge=lived.challenge.id, week=week(2), participants=9)
    await lived.table.put(to_item(empty, WeekStatsKey(week(2), lived.challenge.id)))
    assert await lived.rebuilt() == 2
    assert await undated(lived.table) == before


async def test_sums_of_a_week_that_everybody_left_are_kept_at_nothing(club: Club) -> None:
    await club.join("ada")
    await club.count()
    await club.leave("ada")
    key = WeekStatsKey(week(0), club.challenge.id).key
    before = await everything(club.table)
    assert before[key]["participants"] == before[GlobalStatsKey(club.challenge.id).key]["people"] == 0
    assert await club.rebuilt() == 0
    await club.table.update(Update(key, add={"total": 5}))
    assert await club.rebuilt() == 1
    assert await everything(club.table) == before


# While others go on


class Interrupted(FaultyTable):
    """Where something happens in the middle of the first looks."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.between: list[Callable[[], Awaitable[object]]] = []
        """After each look at a week."""
        self.before_write: Callable[[], Awaitable[object]] | None = None

    async def _query(self, query: Query) -> QueryPage:
        found = await super()._query(query)
        if query.pk.startswith("WEEK#") and self.between:
            await self.between.pop(0)()
        return found

    async def _transact(self, operations: Sequence[Operation]) -> None:
        if (happens := self.before_write) is not None:
            self.before_write = None
            await happens()
        await super()._transact(operations)


async def test_what_others_record_meanwhile_is_no_damage(lived: Club) -> None:
    table = Interrupted(lived.table)
    lived.done["p0"][day(17)] = 3
    lived.done["p1"][day(17)] = 3
    table.between = [lived.count]
    assert (await rebuild(table, lived.challenge, week(2))).repaired == 0
    lived.done["p0"][day(17)] = 8
    table.between = [lambda: lived.leave("p1"), lived.count, lambda: lived.leave("p0")]
    assert (await rebuild(table, lived.challenge, week(2))).repaired == 0
    await lived.check()


@pytest.mark.parametrize("is_late", [False, True])
async def test_what_somebody_changes_before_it_is_repaired_is_left_to_the_next_time(
    lived: Club, *, is_late: bool
) -> None:
    """Between the two looks, or after both of them."""
    before = await statistics(lived)
    key = UserStatsKey(lived.users["p1"].id, lived.challenge.id).key
    summary = WeekStatsKey(week(0), lived.challenge.id).key
    await lived.table.put({**before[key], "totalWeeks": 99})
    await lived.table.put({**before[summary], "total": 99})
    changed = {**before[key], "totalWeeks": 98}

    async def change() -> None:
        await lived.table.put(changed)

    async def nothing() -> None:
        await asyncio.sleep(0)

    table = Interrupted(lived.table)
    if is_late:
        table.before_write = change
    else:
        table.between = [*[nothing] * 3, change]
    assert (await rebuild(table, lived.challenge, week(2))).repaired == 1
    assert await statistics(lived) == {**before, key: changed}
    assert await lived.rebuilt() == 1
    assert await statistics(lived) == before
