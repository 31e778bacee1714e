"""What of a person's habits is for today, in which order, and what they are asked of yesterday."""

from datetime import timedelta

import pytest

from tests.tracker.habits.homes import DAY, Home
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.errors import NoSuchHabit, NotDue, WrongDay
from tracker.habits.model import Habit, HabitType
from tracker.habits.rounds.messages import YESTERDAY
from tracker.habits.today import habits_for_today, is_asked_about, is_undone_yesterday
from tracker.habits.watched import Watched, watch


async def seen(home: Home) -> list[Watched]:
    return await watch(home.table, home.user, home.clock())


def names(some: list[Watched]) -> list[str]:
    return [one.habit.name for one in some]


async def test_today_has_what_is_to_do_then_what_was_told_then_what_is_to_be_left(home: Home) -> None:
    await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    done = await home.habits.add(home.user, "Done")
    skipped = await home.habits.add(home.user, "Skipped")
    paused = await home.habits.add(home.user, "Paused")
    archived = await home.habits.add(home.user, "Archived")
    off = await home.habits.add(home.user, "Sugar", habit_type=HabitType.QUIT)
    await home.habits.add(home.user, "To do")
    await home.done(done)
    await home.habits.skip(home.user.id, skipped.id, DayReport(home.today, FrontEnd.SMS))
    await home.habits.pause(home.user.id, paused.id)
    await home.habits.archive(home.user.id, archived.id)
    await home.habits.be_away(home.user.id, Days(home.today, home.today), off.id)

    assert names(habits_for_today(await seen(home))) == ["To do", "Done", "Skipped", "Smoking"]


async def test_who_is_asked_about_yesterday_is_whoever_the_message_goes_to(home: Home) -> None:
    habits = {name: await home.habits.add(home.user, name) for name in ("Kept", "Told", "Away", "New")}
    await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    await home.habits.add_written(home.user, "gym weekly")
    for name in ("Kept", "Told", "Away"):
        await home.done(habits[name])
    await home.go_on_to(20, days=1)
    await home.done(habits["Told"])
    await home.habits.be_away(home.user.id, Days(home.today, home.today), habits["Away"].id)
    await home.go_on_to(8)

    assert names([one for one in await seen(home) if is_asked_about(one)]) == ["Kept"]
    assert names([one for one in await seen(home) if is_undone_yesterday(one)]) == ["Kept", "New", "Gym"]
    assert [one.entity for one in await home.told() if one.kind == YESTERDAY] == [habits["Kept"].id]


async def test_after_noon_nobody_is_asked_any_more(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    await home.go_on_to(9, days=2)
    assert names([one for one in await seen(home) if is_asked_about(one)]) == ["Gym"]
    await home.go_on_to(12, 1)
    assert not any(map(is_asked_about, await seen(home)))


async def test_several_days_are_told_and_undone_and_one_refused_keeps_no_other_back(home: Home) -> None:
    gym, read = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Read")
    await home.done(read)
    days = [(gym.id, home.today), (read.id, home.today), ("gone", home.today), (read.id, home.today + DAY)]

    found = await home.habits.complete_each(home.user.id, days, FrontEnd.DISCORD)

    assert [(one.habit, one.day) for one in found] == days
    assert [one.changed is not None for one in found] == [True, False, False, False]
    assert [type(one.refused) for one in found] == [type(None), type(None), NoSuchHabit, WrongDay]
    undone = await home.habits.undo_each(home.user.id, days[:2])
    assert [one.changed is not None and one.changed.after is None for one in undone] == [True, True]
    assert (await home.wallet()).points == 0


async def test_skips_that_are_left_are_those_of_the_days_own_month(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym", skips_per_month=2)
    month = home.today
    assert await home.habits.skips_left(gym, month) == 2
    await home.habits.skip(home.user.id, gym.id, DayReport(home.today, FrontEnd.API))
    assert await home.habits.skips_left(gym, month) == 1
    assert await home.habits.skips_left(gym, month + timedelta(days=31)) == 2


async def test_nobody_is_reminded_of_what_is_not_to_be_done(home: Home) -> None:
    gym: Habit = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    with pytest.raises(NotDue, match=r"Gym: done\. There is nothing to remind you of"):
        await home.habits.snooze(home.user, gym)
    assert await home.kinds("habit-reminder") == []
