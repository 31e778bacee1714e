"""Areas of life: one's own list, what is in each, and how a month is spread over them."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.distant_table import DistantTable
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.days import local_day
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.life.areas import (
    MOST_AREAS,
    Area,
    AreaIsThere,
    Areas,
    BadArea,
    NoSuchArea,
    TooManyAreas,
    checked_area,
)
from tracker.life.balance import DAYS, ELSEWHERE, AreaShare, balance_of
from tracker.store.keys import AreaBookKey
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock) -> User:
    return await Accounts(sqlite_table, clock, lambda: "ada").register(parse_identity("local:ada"))


@pytest.fixture
def areas(sqlite_table: SqliteTable) -> Areas:
    return Areas(sqlite_table)


async def names(areas: Areas, user: User) -> list[str]:
    return [one.name for one in (await areas.desk(user.id)).areas]


async def test_the_list_has_the_order_that_its_person_gives_it(areas: Areas, ada: User) -> None:
    for name in ("Health", "Work", "Family"):
        await areas.add(ada.id, Area(name=name))
    await areas.edit(ada.id, Area(name="Family"), Area(name="Family", icon="x"), place=1)
    await areas.edit(ada.id, Area(name="Health"), Area(name="Body"))

    assert await names(areas, ada) == ["Family", "Body", "Work"]
    with pytest.raises(AreaIsThere):
        await areas.edit(ada.id, Area(name="Body"), Area(name="WORK"))


async def test_with_the_last_area_the_list_goes_and_it_can_be_begun_anew(
    areas: Areas, ada: User, sqlite_table: SqliteTable
) -> None:
    for name in ("Health", "Work"):
        await areas.add(ada.id, Area(name=name))
    for name in ("Health", "Work"):
        assert await sqlite_table.get(AreaBookKey(ada.id).key) is not None
        await areas.remove(ada.id, Area(name=name))
    assert await sqlite_table.get(AreaBookKey(ada.id).key) is None
    with pytest.raises(NoSuchArea):
        await areas.remove(ada.id, Area(name="Work"))
    await areas.add(ada.id, Area(name="Family"))
    assert await names(areas, ada) == ["Family"]


async def test_two_devices_that_add_at_once_lose_nothing(areas: Areas, ada: User) -> None:
    await asyncio.gather(*(areas.add(ada.id, Area(name=f"area {one}")) for one in range(4)))
    assert sorted(await names(areas, ada)) == [f"area {one}" for one in range(4)]


async def test_there_is_an_end_to_it(areas: Areas, ada: User) -> None:
    for one in range(MOST_AREAS):
        await areas.add(ada.id, Area(name=f"{one}"))
    with pytest.raises(TooManyAreas):
        await areas.add(ada.id, Area(name="more"))


@pytest.mark.parametrize("name", ["", "  ", "#1", "a" * 41, "\u200d", "a\x00b"])
def test_what_nobody_could_read_is_no_name(name: str) -> None:
    with pytest.raises(BadArea):
        checked_area(name)


async def test_what_is_in_an_area_goes_along_when_it_is_renamed_and_nobody_elses_does(
    sqlite_table: SqliteTable, clock: HandClock, areas: Areas, ada: User
) -> None:
    bob = await Accounts(sqlite_table, clock, lambda: "bob").register(parse_identity("local:bob"))
    ids = iter(["gym", "run", "theirs"])
    habits = Habits(sqlite_table, clock, lambda: next(ids))
    for user, name, area in ((ada, "gym", "HEALTH"), (ada, "run", "health"), (bob, "theirs", "health")):
        await habits.add_written(user, name, {"area": area})

    await areas.edit(ada.id, Area(name="health"), Area(name="Body"))

    assert [one.area for one in (await areas.desk(ada.id)).things] == ["Body", "Body"]
    assert [one.area for one in (await areas.desk(bob.id)).things] == ["health"]
    assert (await habits.get(ada.id, "gym")).area == "Body"


async def test_the_last_month_is_counted_by_area_and_what_was_undone_is_not(
    sqlite_table: SqliteTable, clock: HandClock, areas: Areas, ada: User
) -> None:
    ids = (f"id{number}" for number in range(100))
    habits = Habits(sqlite_table, clock, lambda: next(ids))
    await areas.add(ada.id, Area(name="Work"))
    gym = await habits.add_written(ada, "gym", {"area": "Health"})
    read = await habits.add_written(ada, "read")
    for day in range(3):
        clock.advance(timedelta(days=1).total_seconds())
        for habit in (gym, read) if day else (gym,):
            await habits.complete(ada.id, habit.id, DayReport(habits.today(ada), "test"))
    await habits.undo(ada.id, read.id)

    async def shares() -> dict[str, int]:
        now = clock()
        today = local_day(now, ada.zone, ada.day_start)
        life = await sqlite_table.read_in_steps(balance_of(ada.id, today, now))
        return {one.area: one.done for one in life.shares}

    assert await shares() == {"work": 0, "health": 3, ELSEWHERE: 1}
    clock.advance(timedelta(days=DAYS - 1).total_seconds())
    assert await shares() == {"work": 0, "health": 1, ELSEWHERE: 0}


async def test_everything_is_one_round_trip(sqlite_table: SqliteTable, clock: HandClock, ada: User) -> None:
    far = DistantTable(sqlite_table)
    life, trips = await far.round_trips(far.read_in_steps(balance_of(ada.id, clock().date(), clock())))
    assert (trips, life.shares) == (1, [AreaShare(ELSEWHERE, 0, 0)])
