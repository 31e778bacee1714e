"""Habits: one telling is one transaction, and undo takes back exactly what was given."""

import asyncio
import random
from contextlib import suppress

import pytest

from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.errors import BadHabit, NoSkipsLeft, NoSuchHabit, NotDue, NothingToUndo, WrongDay
from tracker.habits.model import (
    Habit,
    HabitType,
)
from tracker.habits.schedule import PerWeek
from tracker.habits.states import DayState
from tracker.notify import outbox


async def test_doing_it_gives_a_streak_points_and_a_first_achievement(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    assert await home.done(gym)
    assert (await home.streak(gym)).current == 1
    wallet = await home.wallet()
    assert (wallet.points, wallet.coins, wallet.completions) == (10, 10, 1)
    assert await home.achievements() == {"first"}
    [message] = await outbox.history(home.table, home.user.id)
    assert (message.kind.name, message.title) == ("achievement", "Achievement: First step")


async def test_done_twice_is_done_once(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    assert await home.done(gym)
    assert not await home.done(gym)
    assert (await home.wallet()).points == 10
    assert len(await home.ledger()) == 1


@pytest.mark.both_engines
async def test_two_devices_at_once_give_one_completion_and_one_award(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    found = await asyncio.gather(*(home.done(gym) for _ in range(8)))
    assert found.count(True) == 1
    assert (await home.wallet()).points == 10
    assert len(await home.ledger()) == 1
    assert len(await outbox.history(home.table, home.user.id)) == 1


@pytest.mark.both_engines
async def test_many_habits_at_once_lose_no_points(home: Home) -> None:
    habits = [await home.habits.add(home.user, f"Habit {number}") for number in range(6)]
    await asyncio.gather(*(home.done(one) for one in habits))
    wallet = await home.wallet()
    assert (wallet.points, wallet.completions) == (60, 6)
    assert sum(one.points for one in await home.ledger()) == 60


async def test_amounts_add_up_until_the_day_is_a_good_one(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8, unit="glasses")
    await home.done(water, amount=3)
    assert (await home.wallet()).points == 0
    await home.done(water, amount=5)
    assert (await home.wallet()).points == 10
    await home.done(water, amount=2)
    assert (await home.wallet()).points == 10
    logs = await read_logs(home.table, water.id)
    assert logs[home.today].amount == 10


async def test_done_without_an_amount_means_all_of_it(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8, unit="glasses")
    await home.done(water, amount=3)
    await home.done(water)
    assert (await read_logs(home.table, water.id))[home.today].amount == 8


async def test_a_streak_grows_day_by_day_and_gives_more(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(7):
        await home.done(gym)
        home.clock.advance(A_DAY)
    assert (await home.streak(gym)).current == 7
    assert (await home.wallet()).points == 10 + 10 + 11 + 11 + 11 + 11 + 12
    assert await home.achievements() == {"first", "streak-3", "streak-7"}


async def test_undo_takes_back_exactly_what_was_given(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.join_board()
    await home.done(gym)
    assert await home.board_points() == [10, 10, 10]
    await home.habits.undo(home.user.id, gym.id, home.today)
    wallet = await home.wallet()
    assert (wallet.points, wallet.coins, wallet.completions) == (0, 0, 0)
    assert await home.achievements() == set()
    assert await home.board_points() == [0, 0, 0]
    assert [one.points for one in await home.ledger()] in ([10, -10], [-10, 10])
    assert (await home.streak(gym)).current == 0
    assert await home.done(gym)
    assert (await home.wallet()).points == 10


async def test_undo_in_any_order_ends_at_nothing(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(5):
        await home.done(gym)
        home.clock.advance(A_DAY)
    days = [home.today - number * DAY for number in range(1, 6)]
    random.Random(7).shuffle(days)  # noqa: S311
    for day in days:
        await home.habits.undo(home.user.id, gym.id, day)
    assert ((await home.wallet()).points, await home.achievements()) == (0, set())
    assert sum(one.points for one in await home.ledger()) == 0


async def test_what_is_taken_back_next_month_leaves_the_board_it_was_given_on(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.join_board()
    await home.done(gym)
    given = home.today
    home.clock.advance(40 * A_DAY)
    await home.habits.undo(home.user.id, gym.id, given)
    assert await home.board_points(given) == [0, 0, 0]
    assert await home.board_points() == [0, 0, 0]


async def test_the_last_thing_can_be_undone_without_naming_it(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id)
    await home.done(gym)
    assert (await home.habits.undo(home.user.id)).habit.id == gym.id
    with pytest.raises(NothingToUndo):
        await home.habits.undo(home.user.id)


async def test_yesterday_can_be_told_for_a_week_and_tomorrow_never(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    assert await home.done(gym, ago=7)
    with pytest.raises(WrongDay, match="7 days"):
        await home.done(gym, ago=8)
    with pytest.raises(WrongDay):
        await home.done(gym, ago=-1)
    for ago in range(7):
        await home.done(gym, ago=ago)
    assert (await home.streak(gym)).current == 8
    assert (await home.habits.get(home.user.id, gym.id)).began == home.today - 7 * DAY


async def test_skips_have_a_budget_and_keep_the_streak(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym", skips_per_month=1)
    await home.done(gym)
    home.clock.advance(A_DAY)
    await home.habits.skip(home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL))
    home.clock.advance(A_DAY)
    with pytest.raises(NoSkipsLeft):
        await home.habits.skip(home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL))
    await home.done(gym)
    assert (await home.streak(gym)).current == 2


async def test_a_habit_to_quit_gives_nothing_for_a_slip(home: Home) -> None:
    smoking = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    home.clock.advance(3 * A_DAY + 13 * 3600)
    scene = await home.habits.scene(home.user.id, smoking.id, home.today)
    assert scene.standing().current == 3
    await home.done(smoking)
    assert (await home.streak(smoking)).current == 0
    assert (await home.wallet()).points == 0


async def test_names_are_checked_and_not_given_twice(home: Home) -> None:
    await home.habits.add(home.user, "  Gym   time ")
    for name in ("gym time", "", "x" * 61, "a\u202eb"):
        with pytest.raises(BadHabit):
            await home.habits.add(home.user, name)
    with pytest.raises(NoSuchHabit):
        await home.done(
            Habit(id="none", user=home.user.id, name="x", began=home.today, created_at=home.clock())
        )


async def test_after_a_year_of_anything_the_kept_streak_is_what_the_whole_log_says(home: Home) -> None:
    """Done, skipped, undone and told late at random, with the reckoning going on from marks all the time."""
    chance = random.Random(20)  # noqa: S311
    gym = await home.habits.add(home.user, "Gym", schedule=PerWeek(times=3), skips_per_month=31)
    for _ in range(150):
        day = home.today - chance.choice([0, 0, 0, 1, 2, 6]) * DAY
        told = DayReport(day, FrontEnd.TERMINAL)
        match chance.choice(["done", "done", "skip", "undo", "nothing"]):
            case "done":
                await home.habits.complete(home.user.id, gym.id, told)
            case "skip":
                with suppress(WrongDay, NotDue):
                    await home.habits.skip(home.user.id, gym.id, told)
            case "undo":
                with suppress(NothingToUndo):
                    await home.habits.undo(home.user.id, gym.id, day)
            case _:
                pass
        home.clock.advance(chance.choice([0, 0, A_DAY, 2 * A_DAY, 9 * A_DAY]) + 3600)
    scene = await home.habits.scene(home.user.id, gym.id, home.today)
    assert scene.mark is not None
    whole = scene.from_the_beginning(await read_logs(home.table, gym.id))
    assert scene.standing() == whole.standing()
    assert sum(one.points for one in await home.ledger()) == (await home.wallet()).points


async def test_a_holiday_that_is_told_afterwards_mends_the_streak(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    home.clock.advance(20 * A_DAY)
    await home.done(gym)
    assert (await home.streak(gym)).current == 1
    away = ({"first": home.today - 19 * DAY, "last": home.today - DAY},)
    await home.habits.edit(home.user.id, gym.id, {"away": away})
    assert (await home.streak(gym)).current == 2


async def test_another_schedule_is_reckoned_from_the_whole_log(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(30):
        await home.done(gym)
        home.clock.advance(2 * A_DAY)
    assert (await home.streak(gym)).longest == 2  # before noon yesterday is open
    await home.habits.edit(home.user.id, gym.id, {"schedule": PerWeek(times=3)})
    assert (await home.streak(gym)).longest >= 7
    scene = await home.habits.scene(home.user.id, gym.id, home.today)
    whole = scene.from_the_beginning(await read_logs(home.table, gym.id))
    assert scene.standing() == whole.standing()


async def test_an_edit_that_makes_no_sense_changes_nothing(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    with pytest.raises(BadHabit):
        await home.habits.edit(home.user.id, gym.id, {"skips_per_month": 99})
    assert await home.habits.get(home.user.id, gym.id) == gym


async def test_what_is_full_is_not_told_again_and_can_be_undone_once(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8, unit="glasses")
    assert await home.done(water, amount=8)
    assert not await home.done(water)
    assert await home.done(water, amount=2)


async def test_of_what_has_a_limit_each_time_counts_one(home: Home) -> None:
    coffee = await home.habits.add(home.user, "Coffee", amount=2, habit_type=HabitType.REDUCE)
    for _ in range(3):
        assert await home.done(coffee)
    assert (await read_logs(home.table, coffee.id))[home.today].amount == 3
    assert (await home.habits.scene(home.user.id, coffee.id, home.today)).state_of(
        home.today
    ) is DayState.MISSED
