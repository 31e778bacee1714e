"""Whoever set a challenge up is deleted: it goes on, with another owner, and everybody in it is told."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

import pytest

from tests.challenge_hall import Hall
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.store.items import everything
from tracker.challenge.errors import NoSuchChallenge
from tracker.challenge.joining import participations_of
from tracker.challenge.model import ChallengeStatus, WhoMayJoin
from tracker.feature import parting_notes
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable

FIRST = date(2026, 9, 7)
"""A Monday."""
DAY = timedelta(days=1)
OWNER = "challenge-owner"


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(12), UTC))


@pytest.fixture
async def faults(sqlite_table: SqliteTable) -> FaultyTable:
    return FaultyTable(sqlite_table)


@pytest.fixture
async def hall(faults: FaultyTable, clock: HandClock) -> AsyncIterator[Hall]:
    """Ada has set a challenge up; Bob joined before Cyd."""
    async with Hall.open(faults, clock) as hall:
        ada = await hall.person("ada")
        hall.challenge = await hall.challenges.create(ada, "Weekly commits", who=WhoMayJoin.ANYBODY)
        for name in ("ada", "bob", "cyd"):
            await hall.join(name)
            clock.advance(60)
        hall.commit("bob", FIRST, 2)
        await hall.look()
        yield hall


async def test_it_passes_to_whoever_has_been_in_it_longest_and_everybody_is_told(hall: Hall) -> None:
    await hall.delete("ada")

    hall.challenge = await hall.challenges.by_id(hall.challenge.id)
    assert hall.challenge.owner == hall.users["bob"].id
    assert hall.challenge.status is ChallengeStatus.ACTIVE
    [bob], [cyd] = await hall.told("bob", OWNER), await hall.told("cyd", OWNER)
    gone = "Whoever set it up has deleted their account. It goes on, and belongs to"
    assert bob.title == "Weekly commits is yours now"
    assert bob.text == f"{gone} you, who have been in it longest. You can edit, end and remove it now."
    assert cyd.title == "Weekly commits has a new owner"
    assert cyd.text == f"{gone} Bob, who has been in it longest."
    for name in ("bob", "cyd"):
        assert await hall.challenges.mine(hall.users[name].id) == [hall.challenge]
    assert await hall.challenges.find_own(hall.users["bob"].id, "weekly") == hall.challenge


async def test_it_is_counted_as_before_and_every_sum_is_right(hall: Hall) -> None:
    await hall.delete("ada")
    hall.challenge = await hall.challenges.by_id(hall.challenge.id)
    hall.commit("cyd", FIRST + DAY, 5)
    hall.go_to(FIRST + DAY)
    assert await hall.look() == 1
    assert [one.count for one in (await hall.records("cyd")).values()] == [5]
    assert [one.count for one in (await hall.records("bob")).values()] == [2]
    await hall.check()
    await hall.delete("bob")
    assert (await hall.challenges.by_id(hall.challenge.id)).owner == hall.users["cyd"].id


async def test_what_nobody_else_is_in_goes_with_its_owner(hall: Hall) -> None:
    await hall.leave("bob")
    await hall.leave("cyd")
    await hall.delete("ada")
    with pytest.raises(NoSuchChallenge):
        await hall.challenges.by_id(hall.challenge.id)
    assert [key for key in await everything(hall.table) if key.sk.endswith(hall.challenge.id)] == []


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", range(1, 32, 3))
async def test_a_deletion_that_is_stopped_anywhere_is_finished_by_the_next(
    hall: Hall, faults: FaultyTable, call: int, when: Literal["before", "after"]
) -> None:
    ada = hall.users["ada"]
    faults.fail(at=call, when=when)
    with pytest.raises(Throttled):
        await hall.delete("ada")
    hall.users["ada"] = ada
    await hall.delete("ada")
    found = await hall.challenges.by_id(hall.challenge.id)
    assert found.owner == hall.users["bob"].id
    for name in ("bob", "cyd"):
        assert [one.owner for one in await participations_of(hall.table, hall.users[name].id)] == [
            found.owner
        ]
        assert len(await hall.told(name, OWNER)) == 1
    assert [key for key in await everything(hall.table) if key.pk == f"USER#{ada.id}"] == []


async def test_before_that_it_is_said_what_becomes_of_it(hall: Hall) -> None:
    await hall.challenges.create(hall.users["ada"], "Alone")
    notes = await parting_notes(tools_at(hall.table, hall.clock), hall.users["ada"].id)
    assert notes == [
        "Weekly commits goes on: it passes to Bob, who has been in it longest, and everybody in it is told.",
        "Alone is removed: nobody else is in it.",
        "Your weeks leave the standings of 1 challenge.",
    ]
    assert await parting_notes(tools_at(hall.table, hall.clock), "nobody") == []
