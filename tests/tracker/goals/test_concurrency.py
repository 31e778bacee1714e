"""Many changes of characters and goals at once: none is done twice, none is lost, and the counts agree."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.goals.holdings import (
    ADA,
    BOB,
    Holding,
    assert_counts_agree,
    link,
    observed,
    of_types,
    settle,
    stored_goal,
)
from tracker.goals.characters.service import Characters
from tracker.goals.errors import AlreadyLinked, DuplicateGoal, GoalRefused
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.listeners import character_listeners
from tracker.store.errors import Throttled
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

MANY = 5
Result = TypeVar("Result")


async def at_once(calls: Iterable[Awaitable[Result]]) -> list[Result | BaseException]:
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_a_character_that_is_added_many_times_at_once_is_there_once(
    table: Table, clock: HandClock
) -> None:
    await settle(table)
    characters = Characters(table, clock, character_listeners(table))

    results = await at_once(characters.add(ADA, link()) for _ in range(MANY))

    assert [type(one) for one in results].count(Character) == 1
    assert {type(one) for one in results} == {Character, AlreadyLinked}
    assert len(await characters.list(ADA)) == 1
    await assert_counts_agree(table)


async def test_people_who_add_the_same_character_at_once_are_all_counted(
    table: Table, clock: HandClock
) -> None:
    characters = Characters(table, clock, character_listeners(table))
    people = [await settle(table, f"person-{number}") for number in range(MANY)]

    await asyncio.gather(*(characters.add(user.id, link()) for user in people))

    found = await observed(table)
    assert found is not None
    assert found.watchers == MANY
    await assert_counts_agree(table)


async def test_a_goal_that_is_set_many_times_at_once_is_set_once(table: Table, clock: HandClock) -> None:
    holding = await Holding.of(table, clock)

    results = await at_once(holding.goals.add(holding.user, holding.character, "99 wc") for _ in range(MANY))

    assert [type(one) for one in results].count(Goal) == 1
    assert {type(one) for one in results} == {Goal, DuplicateGoal}
    await assert_counts_agree(table)


async def test_different_goals_that_are_set_at_once_are_all_counted(table: Table, clock: HandClock) -> None:
    holding = await Holding.of(table, clock)
    texts = [f"{90 + number} wc" for number in range(MANY)]

    await asyncio.gather(*(holding.goals.add(holding.user, holding.character, text) for text in texts))

    assert len(await holding.goals.list(ADA)) == MANY
    await assert_counts_agree(table)


async def test_a_goal_that_is_paused_archived_and_removed_at_once_ends_in_one_way(
    table: Table, clock: HandClock
) -> None:
    holding = await Holding.of(table, clock)
    goal = await holding.add("99 wc")
    kept = await holding.add("90 attack")

    results = await at_once(
        change(holding.user, goal)
        for change in (holding.goals.pause, holding.goals.archive, holding.goals.remove)
    )

    assert all(one is None or isinstance(one, Goal | GoalRefused) for one in results)
    assert [one.id for one in await holding.goals.list(ADA, archived=True)] == [kept.id]
    await assert_counts_agree(table)


async def test_no_goal_outlives_its_character(table: Table, clock: HandClock) -> None:
    holding = await Holding.of(table, clock)
    await holding.add("99 wc")

    results = await at_once(
        [
            holding.characters.remove(ADA, holding.character),
            *(holding.goals.add(holding.user, holding.character, f"{80 + n} attack") for n in range(MANY)),
        ]
    )

    # Whoever gives up removes in a second run; what was refused left nothing.
    if isinstance(results[0], Throttled):
        await holding.characters.remove(ADA, holding.character)
    assert await of_types(table, "character", "goal", "progress", "latestProgress", "earliestProgress") == []
    assert await observed(table) is None
    await assert_counts_agree(table)


async def test_a_subject_stays_for_whoever_comes_when_the_last_one_goes(
    table: Table, clock: HandClock
) -> None:
    holding = await Holding.of(table, clock)
    await settle(table, BOB)

    await asyncio.gather(
        holding.characters.remove(ADA, holding.character), holding.characters.add(BOB, link())
    )

    found = await observed(table)
    assert found is not None
    assert found.watchers == 1
    await assert_counts_agree(table)


async def test_two_changes_of_one_goal_are_both_made(table: Table, clock: HandClock) -> None:
    holding = await Holding.of(table, clock)
    goal = await holding.add("99 wc")

    await asyncio.gather(
        holding.goals.edit(holding.user, goal, by="2100-06-01"), holding.goals.pause(holding.user, goal)
    )

    now = await stored_goal(table, goal)
    assert (str(now.target_date), now.status) == ("2100-06-01", GoalStatus.PAUSED)
