"""Somebody with habits, a challenge and goals: one digest with all of it, once, whatever fails on the way."""

from typing import Any

import pytest

from tests.due_work import due_rounds, tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goals.mornings import ROUND, begun
from tests.tracker.goals.scenes import ANNA, HOUR
from tracker.accounts.model import User
from tracker.challenge.model import Challenge, Counted
from tracker.challenge.recording import DailyCounts, record
from tracker.challenge.service import Challenges
from tracker.digest.rounds import hold, preview
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

CALLS = 18
"""More than a round of this person takes."""


async def busy(table: Table, clock: HandClock) -> User:
    """At midnight before a Monday: a goal that moved, a habit to do, and a challenge that was counted."""
    user = await begun(table, clock)
    await Habits(table, clock, lambda: "gym").add(user, "Gym")
    challenges = Challenges(table, clock, lambda: "swim")
    challenge = await challenges.create(user, "Swim weekly", counted=Counted.HABITS, threshold=2)
    await _count(table, challenge, challenges, user, clock)
    clock.advance((8 * HOUR).total_seconds())
    return user


async def _count(
    table: Table, challenge: Challenge, challenges: Challenges, user: User, clock: HandClock
) -> None:
    who = await challenges.join(user, challenge, "Anna")
    today = challenges.today(challenge)
    await record(table, challenge, [DailyCounts(who, today, {today: 1})], {}, clock())


async def test_a_digest_has_them_all_in_order(sqlite_table: SqliteTable, clock: HandClock) -> None:
    await busy(sqlite_table, clock)
    [due] = await due_rounds(sqlite_table, clock())

    [told] = await hold(tools_at(sqlite_table, clock), due)

    assert told.title == "Your habits, challenges and goals on Monday, 11 January"
    habits, challenges, goals = told.text.split("\n\n")
    assert habits == "Habits\nGym: to do"
    assert challenges == "Challenges\nSwim weekly: 1 of 2 completions this week, until Sunday"
    assert goals.startswith("Goals\n99 Woodcutting: 12 %, under way\n")
    assert (told.facts["habits"], told.facts["challenges"], told.facts["goals"]) == (1, 1, 1)


async def test_the_preview_is_the_same(sqlite_table: SqliteTable, clock: HandClock) -> None:
    user = await busy(sqlite_table, clock)
    tools = tools_at(sqlite_table, clock)

    [shown] = await preview(tools, user)

    [due] = await due_rounds(sqlite_table, clock())
    [told] = await hold(tools, due)
    assert (shown.title, shown.text, shown.outbox_id) == (told.title, told.text, told.outbox_id)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", range(1, CALLS))
async def test_a_store_that_fails_on_the_way_makes_no_digest_twice(
    sqlite_table: SqliteTable,
    clock: HandClock,
    call: int,
    when: Any,  # noqa: ANN401 - one of two words
) -> None:
    await busy(sqlite_table, clock)
    [seen], faulty = await due_rounds(sqlite_table, clock()), FaultyTable(sqlite_table)
    faulty.fail(at=call, when=when)
    try:
        await hold(tools_at(faulty, clock), seen)
    except Throttled:
        await hold(tools_at(sqlite_table, clock), seen)
    assert faulty.calls < CALLS

    told = [one for one in await outbox.history(sqlite_table, ANNA) if one.kind.name == "digest"]
    assert [one.title for one in told] == ["Your habits, challenges and goals on Monday, 11 January"]
    stored = await sqlite_table.get(ROUND)
    assert stored is not None
    assert stored["lastDay"] == "2100-01-11"
