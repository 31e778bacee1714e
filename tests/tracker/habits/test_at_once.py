"""Two devices at once: no name is given twice, no limit is passed, and nothing that was said is lost."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

import pytest

from tests.tracker.habits.homes import DAY, Home
from tracker.days import Days
from tracker.habits.errors import BadHabit, TooManyHabits
from tracker.habits.model import MOST_HABITS, Away, Habit, HabitStatus
from tracker.store.entity import to_item

pytestmark = pytest.mark.both_engines

MANY = 5
Result = TypeVar("Result")


async def at_once(calls: Iterable[Awaitable[Result]]) -> list[Result | BaseException]:
    return await asyncio.gather(*calls, return_exceptions=True)


async def live_names(home: Home) -> list[str]:
    return sorted(one.name for one in await home.habits.list(home.user.id))


async def test_a_habit_that_is_begun_many_times_at_once_is_there_once(home: Home) -> None:
    await home.habits.add(home.user, "Read")

    results = await at_once(home.habits.add(home.user, name) for name in ("Gym", "gym", "GYM", "Gym", "gym"))

    assert [type(one) for one in results].count(Habit) == 1
    assert {type(one) for one in results} == {Habit, BadHabit}
    assert len(await home.habits.list(home.user.id, archived=True)) == 2


async def test_different_habits_that_are_begun_at_once_are_all_there(home: Home) -> None:
    await asyncio.gather(*(home.habits.add(home.user, f"Habit {number}") for number in range(MANY)))

    assert len(await live_names(home)) == MANY


async def test_the_most_habits_are_not_passed_also_by_those_who_had_nearly_as_many(home: Home) -> None:
    """Those before were written without the count of changes, as they were until there was one."""
    before = [
        Habit(
            id=f"old{number:03}",
            user=home.user.id,
            name=f"Old {number}",
            began=home.today,
            created_at=home.clock(),
        )
        for number in range(MOST_HABITS - 1)
    ]
    await home.table.write_many(puts=[to_item(one, one.key, *one.places()) for one in before])

    results = await at_once(home.habits.add(home.user, f"New {number}") for number in range(MANY))

    assert [type(one) for one in results].count(Habit) == 1
    assert {type(one) for one in results} == {Habit, TooManyHabits}
    assert len(await home.habits.list(home.user.id)) == MOST_HABITS


async def test_habits_that_are_renamed_to_the_same_at_once_do_not_share_the_name(home: Home) -> None:
    habits = [await home.habits.add(home.user, f"Habit {number}") for number in range(3)]

    results = await at_once(home.habits.edit_written(home.user, one, "gym") for one in habits)

    assert [type(one) for one in results].count(Habit) == 1
    assert {type(one) for one in results} == {Habit, BadHabit}
    assert (await live_names(home)).count("Gym") == 1


async def test_what_comes_out_of_the_archive_and_what_is_begun_at_once_do_not_share_the_name(
    home: Home,
) -> None:
    old = await home.habits.add(home.user, "Gym")
    await home.habits.archive(home.user.id, old.id)

    results = await at_once([home.habits.resume(home.user.id, old.id), home.habits.add(home.user, "gym")])

    assert sorted(type(one).__name__ for one in results) == ["BadHabit", "Habit"]
    assert [one.casefold() for one in await live_names(home)] == ["gym"]


async def test_a_name_that_was_archived_or_removed_can_be_had_again(home: Home) -> None:
    for leave in (home.habits.archive, home.habits.remove):
        gym = await home.habits.add(home.user, "Gym")
        await leave(home.user.id, gym.id)
    assert (await home.habits.add(home.user, "Gym")).status is HabitStatus.ACTIVE


async def test_going_away_and_coming_back_at_once_lose_nothing(home: Home) -> None:
    """Two who write: one ends a holiday early, the other takes a second one."""
    gym = await home.habits.add(home.user, "Gym")
    first = Days(home.today, home.today + 9 * DAY)
    second = Days(home.today + 30 * DAY, home.today + 35 * DAY)
    third = Days(home.today + 60 * DAY, home.today + 61 * DAY)
    await home.habits.be_away(home.user.id, first, gym.id)

    await asyncio.gather(
        home.habits.be_back(home.user.id, Days(home.today + 5 * DAY, first.last), gym.id),
        home.habits.be_away(home.user.id, second, gym.id),
        home.habits.be_back(home.user.id, Days(home.today, home.today), gym.id),
        home.habits.be_away(home.user.id, third),
    )

    found = (await home.habits.get(home.user.id, gym.id)).away
    assert sorted(found, key=lambda one: one.first) == [
        Away(first=home.today + DAY, last=home.today + 4 * DAY),
        Away(first=second.first, last=second.last),
        Away(first=third.first, last=third.last),
    ]


async def test_parts_of_a_plan_that_change_at_once_are_all_kept(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")

    await asyncio.gather(
        home.habits.edit_written(home.user, gym, options={"trigger": "after breakfast"}),
        home.habits.edit_written(home.user, gym, options={"reward": "coffee"}),
        home.habits.edit_written(home.user, gym, options={"friction_up": "rain"}),
    )

    plan = (await home.habits.get(home.user.id, gym.id)).plan
    assert (plan.trigger, plan.reward, plan.friction_up) == ("after breakfast", "coffee", "rain")
