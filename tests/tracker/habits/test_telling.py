"""What is told of a day again, taken back step by step, or changed afterwards."""

import asyncio
from collections.abc import Sequence
from datetime import date

import pytest

from tests.fakes.faulty_table import FaultyTable
from tests.tracker.habits.homes import A_DAY, DAY, Home
from tests.tracker.habits.test_feeding import fed, follow
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.errors import (
    HabitMissing,
    HabitUnchanged,
    NoSkipsLeft,
    NoSuchHabit,
    NotDue,
    NothingToUndo,
    WrongDay,
)
from tracker.habits.model import Habit, HabitType
from tracker.habits.schedule import PerMonth
from tracker.habits.service import Habits
from tracker.habits.states import DayState, Logged
from tracker.habits.watched import Watched, watch_one
from tracker.habits.words.answers import told_text
from tracker.notify import outbox
from tracker.notify.model import GROUP_WAIT, DeliveryStatus, MessagePriority
from tracker.rewards import messages as rewards
from tracker.store.table import Operation


async def stands(home: Home, habit: Habit) -> Watched:
    return await watch_one(home.table, home.user, await home.habits.get(home.user.id, habit.id), home.clock())


async def kept_for(home: Home, habit: Habit, days: int) -> None:
    """From the present day on; it is the morning after them."""
    await home.go_on_to(9)
    for _ in range(days):
        await home.done(habit)
        await home.go_on_to(9)


async def skip(home: Home, habit: Habit, ago: int = 0) -> bool:
    return (
        await home.habits.skip(home.user.id, habit.id, DayReport(home.today - ago * DAY, FrontEnd.TERMINAL))
        is not None
    )


# Amounts


async def test_what_is_told_later_adds_up_with_what_a_freeze_has_saved(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8)
    await kept_for(home, water, 7)
    await home.done(water, amount=5)
    await home.go_on_to(13, days=1)
    missed = home.today - DAY
    assert (await read_logs(home.table, water.id))[missed].state is Logged.FROZEN

    await home.done(water, ago=1, amount=3)

    found = await stands(home, water)
    assert (found.entries[missed].amount, found.state_of(missed)) == (8, DayState.DONE)
    assert found.standing().current == 8


async def test_a_skip_keeps_what_was_done_before_it(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8)
    await home.done(water, amount=5)
    assert await skip(home, water)
    await home.done(water, amount=3)

    assert (await stands(home, water)).entries[home.today].amount == 8


async def test_a_new_target_does_not_judge_the_past(home: Home) -> None:
    read = await home.habits.add(home.user, "Read", amount=20)
    await home.go_on_to(9)
    for _ in range(10):
        await home.done(read, amount=20)
        await home.go_on_to(9)
    await home.done(read, amount=20)

    await home.habits.edit(home.user.id, read.id, {"amount": 25})

    found = await stands(home, read)
    assert (found.standing().current, found.standing().missed) == (10, 0)
    assert found.state_of(home.today) is DayState.PARTIAL
    await home.habits.edit(home.user.id, read.id, {"amount": 15})
    assert (await stands(home, read)).standing().current == 11
    await home.go_on_to(13, days=1)
    await home.habits.edit(home.user.id, read.id, {"habit_type": HabitType.REDUCE, "amount": 2})
    assert (await stands(home, read)).standing().longest == 11


# Undoing


async def test_undoing_goes_back_one_step_and_takes_back_what_no_longer_holds(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8)
    for amount in (3, 2, 4, 1):
        await home.done(water, amount=amount)
    assert (await home.wallet()).points == 10

    amounts = []
    for _ in range(4):
        changed = await home.habits.undo(home.user.id)
        amounts.append((changed.after and changed.after.amount, (await home.wallet()).points))
    assert amounts == [(9, 10), (5, 0), (3, 0), (None, 0)]
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id)
    assert await home.achievements() == set()


async def test_what_was_told_before_a_skip_and_a_freeze_comes_back(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8)
    await home.done(water, amount=5)
    await skip(home, water)
    changed = await home.habits.undo(home.user.id, water.id, home.today)
    assert changed.state is DayState.PARTIAL

    await home.done(water, amount=3)
    await kept_for(home, water, 7)
    await home.go_on_to(13, days=1)
    missed = home.today - DAY
    await home.done(water, ago=1)
    assert (await home.habits.undo(home.user.id, water.id, missed)).state is DayState.FROZEN
    assert (await stands(home, water)).standing().current == 7


async def test_undo_without_a_name_goes_through_what_was_said_last(home: Home) -> None:
    names = ("Meditate", "Walk", "Read")
    habits = [await home.habits.add(home.user, name) for name in names]
    for one in habits:
        await home.done(one)
    await home.habits.undo(home.user.id, habits[1].id, home.today)
    await home.habits.remove(home.user.id, habits[2].id)

    assert (await home.habits.undo(home.user.id)).habit.name == "Meditate"
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id)


async def test_undo_of_a_habit_means_the_day_that_is_named_else_the_last_one_told_else_today(
    home: Home,
) -> None:
    gym, read = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Read")
    for ago in (0, 3, 1):
        await home.done(gym, ago=ago)
    await home.done(read)

    named = await home.habits.undo(home.user.id, gym.id, home.today - 3 * DAY)
    last = await home.habits.undo(home.user.id, gym.id)
    today = await home.habits.undo(home.user.id, gym.id)

    assert [one.day for one in (named, last, today)] == [home.today - n * DAY for n in (3, 1, 0)]
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id, gym.id)
    with pytest.raises(HabitMissing, match="Which habit") as refused:
        await home.habits.undo(home.user.id, day=home.today)
    assert refused.value.field == "habit"
    assert (await home.habits.undo(home.user.id)).habit.id == read.id


async def test_undo_without_a_name_passes_over_what_somebody_else_told_since(home: Home) -> None:
    await follow(home)
    gym = await home.habits.add(home.user, "Gym")
    chop = await home.habits.add_written(home.user, "chop 5000 xp", {"fed": "zezima woodcutting"})
    await home.done(gym)
    await home.done(chop, amount=200)
    said = await home.habits.last_by_person(home.user.id)
    assert said is not None
    assert (said.habit, said.day, said.via) == (chop.id, home.today, FrontEnd.TERMINAL)
    await fed(home, chop, 1000, 1900)

    assert (await home.habits.undo(home.user.id)).habit.id == gym.id
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id)
    assert (await stands(home, chop)).entries[home.today].amount == 1100


async def test_what_a_number_gained_stays_when_what_was_said_by_hand_is_undone(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop 5000 xp", {"fed": "zezima woodcutting"})
    await fed(home, chop, 1000, 1900)
    await home.done(chop, amount=200)
    assert (await stands(home, chop)).entries[home.today].amount == 1100

    await home.habits.undo(home.user.id)
    assert (await stands(home, chop)).entries[home.today].amount == 900
    await fed(home, chop, 1900, 1950)
    assert (await stands(home, chop)).entries[home.today].amount == 950


async def test_who_unlocks_an_achievement_by_telling_a_day_hears_of_it_at_once(home: Home) -> None:
    await home.done(await home.habits.add(home.user, "Gym"))
    [told] = await home.told()
    assert (told.priority, told.due_at) == (MessagePriority.PROMPT, home.clock())


async def test_an_achievement_that_comes_from_a_number_comes_with_what_else_is_told(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop 500 xp", {"fed": "zezima woodcutting"})
    await fed(home, chop, 1000, 1500)
    [told] = await home.told()
    assert (told.priority, told.due_at) == (MessagePriority.NORMAL, home.clock() + GROUP_WAIT)


async def test_an_achievement_that_was_undone_is_not_told_unless_it_is_there_again(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    [told] = await home.told()
    assert told.check is not None
    asked = rewards.checks(home.table)[told.check.name]
    assert await asked(home.user.id, told.check.reference)

    await home.habits.undo(home.user.id)
    assert not await asked(home.user.id, told.check.reference)
    await home.done(gym)
    assert await asked(home.user.id, told.check.reference)


async def test_an_achievement_of_which_an_older_version_tells_is_told(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    asked = rewards.checks(home.table)[rewards.HELD_CHECK]
    assert await asked(home.user.id, "first/an-award")
    await home.habits.undo(home.user.id)
    assert not await asked(home.user.id, "first/an-award")


async def test_done_and_undone_again_and_again_an_achievement_waits_once(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(3):
        await home.done(gym)
        await home.habits.undo(home.user.id)
    await home.done(gym)

    assert [one.title for one in await home.told()] == ["Achievement: First step"]
    assert await home.achievements() == {"first"}


async def test_one_that_was_dropped_while_it_was_undone_waits_again(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    [told] = await home.told()
    await home.habits.undo(home.user.id)
    assert await outbox.drop(home.table, told, "no longer true", home.clock())

    await home.done(gym)

    [again] = await home.told()
    assert (again.id, again.status) == (told.id, DeliveryStatus.PENDING)


async def test_on_another_day_it_is_told_anew(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    await home.habits.undo(home.user.id)
    home.clock.advance(A_DAY)
    await home.done(gym)
    assert len(await home.told()) == 2


async def test_a_note_on_what_is_done_already_is_kept(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    for _ in range(2):
        await home.habits.complete(
            home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL, note="legs")
        )

    [log] = (await read_logs(home.table, gym.id)).values()
    assert (log.note, log.revision) == ("legs", 2)
    assert (await home.wallet()).points == 10


async def test_what_was_told_in_time_does_not_become_told_later(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8)
    await home.done(water, amount=5)
    home.clock.advance(A_DAY)
    await home.done(water, ago=1, amount=3)
    await home.done(water, ago=1, amount=1)
    await home.done(water, ago=2, amount=1)

    logs = await read_logs(home.table, water.id)
    assert [logs[day].backfilled for day in sorted(logs)] == [True, False]


# Skips, races


async def test_a_day_that_asks_for_nothing_costs_no_skip(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym every 10 days")
    await home.done(gym)
    home.clock.advance(A_DAY)
    run = await home.habits.add_written(home.user, f"run on {home.today:%A}")
    trip = await home.habits.add(home.user, "Trip")
    await home.habits.be_away(home.user.id, Days(home.today, home.today), trip.id)

    for habit, ago in ((run, 1), (gym, 0), (trip, 0)):
        with pytest.raises(NotDue, match=r"nothing to skip\. No skip is used"):
            await skip(home, habit, ago)
        assert Logged.SKIPPED not in {one.state for one in (await read_logs(home.table, habit.id)).values()}
    assert await skip(home, run)


async def test_of_several_skips_at_once_only_those_that_are_left_count(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    home.clock.advance(6 * A_DAY)
    days = range(6)
    outcomes = await asyncio.gather(*(skip(home, gym, ago) for ago in days), return_exceptions=True)

    assert sorted(map(str, outcomes)).count("True") == 4
    assert sum(isinstance(one, NoSkipsLeft) for one in outcomes) == 2
    logs = await read_logs(home.table, gym.id)
    assert sum(one.state is Logged.SKIPPED for one in logs.values()) == 4


class RemovingTable(FaultyTable):
    """Somebody removes a habit just before a first completion of it is written."""

    home: Home
    habit: str | None = None

    async def _transact(self, operations: Sequence[Operation]) -> None:
        habit, self.habit = self.habit, None
        if habit is not None:
            await self.home.habits.remove(self.home.user.id, habit)
        await super()._transact(operations)


async def test_a_habit_that_is_removed_meanwhile_leaves_nothing_behind(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    table = RemovingTable(home.table)
    table.home, table.habit = home, gym.id
    with pytest.raises(NoSuchHabit):
        await Habits(table, home.clock, lambda: "unused").complete(
            home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL)
        )

    assert await read_logs(home.table, gym.id) == {}
    assert await home.ledger() == []


# What is to be left


async def test_a_slip_is_neither_frozen_nor_skipped_nor_unknown(home: Home) -> None:
    smoking = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    await home.go_on_to(9, days=9)
    await home.done(smoking)
    with pytest.raises(WrongDay, match="too much"):
        await skip(home, smoking)
    await home.go_on_to(13, days=1)
    slip = home.today - DAY
    await home.habits.note(home.user.id, smoking.id, slip, Logged.UNKNOWN, "test")

    found = await stands(home, smoking)
    assert found.state_of(slip) is DayState.MISSED
    assert found.standing().current == 0
    assert await home.kinds("habit-frozen") == []


async def test_days_without_it_give_points_and_achievements_once_they_are_over(home: Home) -> None:
    coffee = await home.habits.add(home.user, "Coffee", habit_type=HabitType.REDUCE, amount=2)
    await home.done(coffee, amount=1)
    await home.go_on_to(11, days=1)
    assert (await home.wallet()).points == 0
    await home.go_on_to(13)
    assert (await home.wallet()).points == 10
    await home.go_on_to(13, days=2)

    assert [one.points for one in await home.ledger()] == [10, 10, 11]
    assert await home.achievements() == {"first", "streak-3"}
    assert (await read_logs(home.table, coffee.id))[date(2100, 1, 1)].amount == 1


async def test_a_slip_that_is_told_later_takes_back_what_its_day_gave(home: Home) -> None:
    await home.join_board()
    smoking = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    await home.go_on_to(13, days=4)  # over the end of a week
    before = (await home.wallet()).points
    assert before > 0

    await home.done(smoking, ago=3)

    taken = [one for one in await home.ledger() if one.reverses]
    assert [one.given_on for one in taken] == [home.today - 2 * DAY]
    assert (await home.wallet()).points == before + sum(one.points for one in taken)
    await home.go_on_to(13, days=1)
    assert len([one for one in await home.ledger() if one.reverses]) == 1


async def test_a_slip_that_is_undone_leaves_a_good_day_with_what_it_gives(home: Home) -> None:
    smoking = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    coffee = await home.habits.add(home.user, "Coffee", habit_type=HabitType.REDUCE, amount=2)
    await home.done(smoking)
    await home.done(coffee, amount=1)
    await home.go_on_to(13, days=1)
    yesterday = home.today - DAY
    assert (await home.wallet()).points == 10

    changed = await home.habits.undo(home.user.id, smoking.id, yesterday)
    assert told_text(changed) == ("Undone. Smoking did not happen yesterday. 1 day in a row. +10 points.")
    await home.habits.undo(home.user.id, coffee.id, yesterday)

    assert (await home.wallet()).points == 20
    with pytest.raises(NothingToUndo):  # Questlog said that, and nobody else
        await home.habits.undo(home.user.id, smoking.id, yesterday)


async def test_a_rest_is_a_rest_also_from_what_is_to_be_left(home: Home) -> None:
    smoking = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    pizza = await home.habits.add_written(home.user, "no pizza mon-fri")
    await home.go_on_to(13, days=4)  # from a Friday to a Tuesday
    assert [len(await read_logs(home.table, one.id)) for one in (smoking, pizza)] == [4, 2]
    await home.habits.pause(home.user.id, smoking.id)
    await home.go_on_to(13, days=20)
    await home.habits.resume(home.user.id, smoking.id)

    mark = (await stands(home, smoking)).standing()
    assert (mark.current, mark.done) == (4, 4)
    assert "comeback" not in await home.achievements()


async def test_a_lower_target_makes_today_a_good_day_once_it_is_told(home: Home) -> None:
    read = await home.habits.add(home.user, "Read", amount=20)
    await home.done(read, amount=8)
    await home.habits.edit(home.user.id, read.id, {"amount": 5})
    await home.done(read)

    assert (await home.wallet()).points == 10
    assert (await stands(home, read)).entries[home.today].amount == 8
    assert not await home.done(read)


async def test_a_reminder_of_what_is_to_be_left_asks_how_it_goes(home: Home) -> None:
    smoking = await home.habits.add_written(home.user, "no smoking", {"remind": "20:00"})
    await home.go_on_to(19, days=2)
    await home.done(smoking)
    await home.go_on_to(21)

    told = [one for one in await home.told() if one.kind.name == "habit-check-in"]
    assert [one.title for one in told] == ["Smoking: how is it going?"] * 2
    assert [one.text for one in told] == [
        "If it happens, say so.",
        "1 day in a row so far. If it happens, say so.",
    ]


# Rest


async def test_time_in_the_archive_is_not_missed(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await kept_for(home, gym, 5)
    await home.habits.archive(home.user.id, gym.id)
    with pytest.raises(HabitUnchanged, match="archived already"):
        await home.habits.archive(home.user.id, gym.id)
    with pytest.raises(HabitUnchanged, match="Resume it first"):
        await home.habits.pause(home.user.id, gym.id)
    await home.go_on_to(9, days=30)
    await home.habits.resume(home.user.id, gym.id)

    mark = (await stands(home, gym)).standing()
    assert (mark.current, mark.missed) == (5, 0)


async def test_a_pause_in_the_morning_saves_what_could_still_have_been_told(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await kept_for(home, gym, 8)
    await home.go_on_to(9)
    await home.habits.pause(home.user.id, gym.id)
    await home.go_on_to(9, days=12)
    await home.habits.resume(home.user.id, gym.id)

    mark = (await stands(home, gym)).standing()
    assert (mark.current, mark.freezes) == (8, 1)


async def test_a_freeze_on_what_is_called_a_holiday_afterwards_is_given_back(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await kept_for(home, gym, 7)
    await home.go_on_to(13, days=1)
    missed = home.today - DAY
    assert (await stands(home, gym)).standing().freezes == 0

    await home.habits.be_away(home.user.id, Days(missed, missed), gym.id)

    found = await stands(home, gym)
    assert (found.state_of(missed), found.standing().freezes) == (DayState.AWAY, 1)
    assert found.standing().current == 7


async def test_what_is_kept_once_a_month_is_no_comeback(home: Home) -> None:
    backup = await home.habits.add(home.user, "Backup", schedule=PerMonth(times=1))
    for _ in range(3):
        await home.done(backup)
        home.clock.advance(31 * A_DAY)

    assert "comeback" not in await home.achievements()
