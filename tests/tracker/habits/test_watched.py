"""Habits as they stand: from the person's own partition, on every engine."""

import pytest

from tests.tracker.habits.homes import A_DAY, Home
from tracker.habits.model import HabitStatus, HabitType
from tracker.habits.schedule import OnWeekdays, PerWeek
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch

pytestmark = pytest.mark.both_engines


async def seen(home: Home) -> dict[str, Watched]:
    return {one.habit.name: one for one in await watch(home.table, home.user, home.clock())}


async def test_what_is_still_to_do_today_is_due(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.add(home.user, "Read")
    weekday = home.today.weekday()
    await home.habits.add(home.user, "Other day", schedule=OnWeekdays(days=((weekday + 1) % 7,)))
    await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    await home.done(gym)
    assert {name: one.is_due for name, one in (await seen(home)).items()} == {
        "Gym": False,
        "Read": True,
        "Other day": False,
        "Smoking": False,
    }


async def test_a_week_that_is_kept_asks_for_nothing_more(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym", schedule=PerWeek(times=1))
    await home.done(gym)
    home.clock.advance(A_DAY)
    found = (await seen(home))["Gym"]
    assert not found.is_due or found.today.weekday() == 0


async def test_a_streak_that_ended_meanwhile_is_seen_without_reading_the_log(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(4):
        await home.done(gym)
        home.clock.advance(A_DAY)
    assert (await seen(home))["Gym"].standing().current == 4
    home.clock.advance(A_DAY)
    before_noon = (await seen(home))["Gym"]
    assert (before_noon.standing().current, before_noon.state_of(before_noon.today)) == (4, DayState.OPEN)
    home.clock.advance(A_DAY / 2)
    assert (await seen(home))["Gym"].standing().current == 0


async def test_what_is_put_away_is_not_seen(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.edit(home.user.id, gym.id, {"status": HabitStatus.ARCHIVED})
    assert await seen(home) == {}
