"""What happens is written while somebody watches, and read by each of them once."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.clock import START, HandClock
from tests.tracker.store.items import everything
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.happenings.ids import first_id, made_at, new_id
from tracker.happenings.model import KEPT, HappeningKind
from tracker.happenings.reading import LATE, Since, beginning, is_known, newest, watch
from tracker.happenings.writing import happening
from tracker.ids import is_ulid, ulids
from tracker.store.table import Table


@pytest.fixture
async def ada(table: Table, clock: HandClock) -> User:
    return await Accounts(table, clock, ulids(clock)).register(parse_identity("local:ada"))


async def tell(table: Table, person: User, what: str) -> None:
    wood = ("g1", "99 Woodcutting")
    await table.transact(happening(table, person, HappeningKind.GOAL, wood, what, value=5))


async def watched(table: Table, clock: HandClock, person: User) -> User:
    await watch(table, person)
    return await Accounts(table, clock, ulids(clock)).get(person.id)


async def given_to(since: Since, table: Table, person: User) -> list[str]:
    found = await since.fresh(table, person.id)
    for one in found:
        since.give(one)
    return [one.what for one in found]


async def test_nothing_is_written_of_somebody_whom_nobody_watches(
    table: Table, clock: HandClock, ada: User
) -> None:
    before = await everything(table)
    await tell(table, ada, "moved")
    assert await everything(table) == before

    ada = await watched(table, clock, ada)
    clock.advance(KEPT.total_seconds())
    await tell(table, ada, "moved")

    assert await newest(table, [ada.id]) == {}


@pytest.mark.both_engines
async def test_each_hears_what_comes_after_in_order_and_once(
    table: Table, clock: HandClock, ada: User
) -> None:
    ada = await watched(table, clock, ada)
    await tell(table, ada, "before")
    clock.advance(1)
    since = beginning(clock())
    for what in ("one", "two", "three"):
        await tell(table, ada, what)

    assert await given_to(since, table, ada) == ["one", "two", "three"]
    assert await given_to(since, table, ada) == []
    clock.advance(60)
    await tell(table, ada, "four")
    again = Since(since.give((await since.fresh(table, ada.id))[0]))
    await tell(table, ada, "five")

    assert await given_to(again, table, ada) == ["five"]
    assert await given_to(since, table, ada) == ["five"]
    assert [*await newest(table, [ada.id, "nobody"])] == [ada.id]


async def test_what_is_written_late_is_heard_too(table: Table, clock: HandClock, ada: User) -> None:
    ada = await watched(table, clock, ada)
    since = beginning(clock())
    clock.advance(5)
    slow = happening(table, ada, HappeningKind.TASK, ("t1", "Call"), "slow")
    clock.advance(LATE.total_seconds() - 1)
    await tell(table, ada, "fast")
    assert await given_to(since, table, ada) == ["fast"]

    await table.transact(slow)

    assert await given_to(since, table, ada) == ["slow"]
    assert await given_to(since, table, ada) == []


async def test_what_happened_can_be_read_for_three_days(table: Table, clock: HandClock, ada: User) -> None:
    ada = await watched(table, clock, ada)
    since = beginning(clock())
    await tell(table, ada, "moved")

    clock.advance(KEPT.total_seconds() - 1)
    assert [one.what for one in await since.fresh(table, ada.id)] == ["moved"]
    clock.advance(1)
    assert await since.fresh(table, ada.id) == []


async def test_that_somebody_watches_is_noted_once_a_day(table: Table, clock: HandClock, ada: User) -> None:
    assert not await watch(table, ada)
    first = ada = await Accounts(table, clock, ulids(clock)).get(ada.id)
    assert ada.watched_until == START + KEPT

    clock.advance(timedelta(hours=23).total_seconds())
    assert await watch(table, ada)
    assert await Accounts(table, clock, ulids(clock)).get(ada.id) == ada
    clock.advance(timedelta(hours=2).total_seconds())
    assert await watch(table, ada)
    ada = await Accounts(table, clock, ulids(clock)).get(ada.id)
    assert ada.watched_until == clock() + KEPT
    assert await watch(table, first), "whoever read them before changes nothing"
    assert await Accounts(table, clock, ulids(clock)).get(ada.id) == ada


@given(st.datetimes(START.replace(tzinfo=None), START.replace(year=2199, tzinfo=None)))
def test_ids_are_in_order_and_say_when(at: datetime) -> None:
    moment = at.replace(tzinfo=UTC)
    made = [new_id(moment) for _ in range(3)]

    assert made == sorted(set(made))
    assert all(map(is_ulid, made))
    assert first_id(moment) < made[0] < first_id(moment + timedelta(milliseconds=2))
    assert abs(made_at(made[0]) - moment) <= timedelta(milliseconds=1)
    assert is_known(made[0], moment)


@pytest.mark.parametrize("text", ["", "x", "Z" * 26, "7" + "Z" * 25, "01J\n", "é" * 26])
def test_what_is_no_id_is_known_to_be_none(text: str) -> None:
    assert not is_known(text, START)
