"""What habits do by SMS beyond the conversations in test_habit_chat.py."""

import pytest

from bot.sms.dialogue import MOST_ITEMS
from tests.bot.sms import sentences as words
from tests.bot.sms.conftest import ADA, BOB, SmsWorld
from tests.world import HOURS, MINUTES
from tracker.accounts.model import User
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport, ObservedGain
from tracker.habits.day_context import read_logs
from tracker.habits.errors import HabitRefused
from tracker.habits.model import Habit, HabitLog, HabitStatus
from tracker.rewards.wallet import wallet_of
from tracker.sms.segments import segments


async def begin(world: SmsWorld, user: User, *texts: str) -> list[Habit]:
    found: list[Habit] = []
    for text in texts:
        found.append(await world.services.habits.add_written(user, text))
        world.clock.advance(1)
    return found


async def logs_of(world: SmsWorld, habit: Habit) -> list[HabitLog]:
    return [*(await read_logs(world.table, habit.id)).values()]


async def test_how_much_a_note_and_where_it_was_said_are_kept(world: SmsWorld) -> None:
    user = await world.owner()
    [gym] = await begin(world, user, "gym")

    await world.phone().says('gym 2.5 "legs, and it hurt"')

    [log] = await logs_of(world, gym)
    assert (f"{log.amount}", log.note, log.via, log.day) == ("2.5", "legs, and it hurt", "sms", log.at.date())


async def test_days_are_those_of_the_person(world: SmsWorld) -> None:
    user = await world.owner(timezone="Asia/Tokyo", day_start="04:00")
    [gym] = await begin(world, user, "gym")
    world.clock.advance(18 * HOURS)  # 03:00 in Tokyo: still the same day there

    await world.phone().says("gym")
    world.clock.advance(2 * HOURS)
    await world.phone().says("y gym")
    await world.phone().says("gym")

    assert [f"{log.day}" for log in await logs_of(world, gym)] == ["2100-01-01", "2100-01-02"]


async def test_numbers_after_a_word_are_items_of_the_last_list(world: SmsWorld) -> None:
    user = await world.owner()
    gym, read, run = await begin(world, user, "gym", "read", "run")
    phone = world.phone()

    await phone.says("habits")
    assert await phone.says("skip 2") == "Read is skipped today."
    assert (await phone.says("y 1 3")).startswith("Gym and Run were done yesterday. +20 points.")
    assert (await phone.says("done 3")).startswith("Run is done today.")
    assert await phone.says("undo 3") == "Run today is undone. 1 day in a row. -10 points."
    await phone.says("today")
    assert (await phone.says("later 1")).startswith("Gym: I remind you again at")
    assert [len(await logs_of(world, one)) for one in (gym, read, run)] == [1, 1, 1]


async def test_many_numbers_are_not_dropped_without_a_word(world: SmsWorld) -> None:
    user = await world.owner()
    await begin(world, user, *(f"habit {letter}" for letter in "abcdefghijklmn"))
    phone = world.phone()
    await phone.says("habits")

    answer = await phone.says(" ".join(map(str, range(1, 15))))

    assert words.ONLY_SO_MANY.format(count=MOST_ITEMS) in answer
    assert await phone.says("today") == "1. Habit m: to do\n2. Habit n: to do"


async def test_a_long_list_is_turned_by_more_and_its_numbers_go_on(world: SmsWorld) -> None:
    user = await world.owner()
    habits = await begin(world, user, *(f"habit {letter}" for letter in "abcdefghij"))
    phone = world.phone()

    assert (await phone.says("habits")).splitlines()[-1] == "MORE for the other 2"
    await world.services.habits.archive(user.id, habits[8].id)
    assert await phone.says("more") == "9. Habit j: to do"
    assert (await phone.says("9")).startswith("Habit j is done today.")
    assert await phone.says("more") == words.NO_MORE


async def test_a_word_alone_is_about_the_only_one_that_is_due(world: SmsWorld) -> None:
    user = await world.owner()
    phone = world.phone()
    assert await phone.says("done") == words.NO_HABITS
    await begin(world, user, "gym", "read", "no smoking")

    assert await phone.says("done") == f"{words.WHICH}\n1. Gym\n2. Read"
    assert (await phone.says("2")).startswith("Read is done today.")
    assert await phone.says("later 2h") == "Gym: I remind you again at 02:00, if it is not done by then."
    assert "no habit 'never'" in await phone.says("later never")
    assert await phone.says("skip") == "Gym is skipped today."
    assert await phone.says("later") == words.NOTHING_DUE
    assert (await phone.says("slip")).startswith("Noted for today: Smoking.")


async def test_part_of_a_name_is_enough_after_a_word_and_asked_about_alone(world: SmsWorld) -> None:
    user = await world.owner()
    await begin(world, user, "deep work", "desk stretch")
    phone = world.phone()

    assert (await phone.says("work")).startswith("Deep work is done today.")
    assert await phone.says("dee") == "Did you mean DONE DEEP WORK? Reply Y"
    assert await phone.says("de 5") == f"{words.WHICH}\n1. Deep work\n2. Desk stretch"
    assert (await phone.says("2")).startswith("Desk stretch is done today: 5.")
    assert await phone.says("skip des") == "Desk stretch is done today already; undo that first."


async def test_undo_takes_back_the_last_thing_wherever_it_was_said(world: SmsWorld) -> None:
    user = await world.owner()
    [gym] = await begin(world, user, "gym")
    phone = world.phone()
    await phone.says("quiet 22-7")
    world.clock.advance(60)
    await world.services.habits.complete(
        user.id, gym.id, DayReport(world.services.habits.today(user), FrontEnd.DISCORD)
    )

    assert await phone.says("undo") == "Gym today is undone. -10 points."
    assert await phone.says("undo") == words.NOTHING_TO_UNDO

    await world.services.habits.complete(
        user.id, gym.id, DayReport(world.services.habits.today(user), FrontEnd.DISCORD)
    )
    world.clock.advance(60)
    await phone.says("quiet off")
    assert await phone.says("undo") == "Quiet hours: 22:00-07:00."


async def test_undo_leaves_alone_what_is_long_ago_or_was_said_by_nobody(world: SmsWorld) -> None:
    user = await world.owner()
    gym, walk = await begin(world, user, "gym", "walk")
    today = world.services.habits.today(user)
    await world.services.habits.complete(user.id, gym.id, DayReport(today, FrontEnd.TERMINAL))
    world.clock.advance(25 * HOURS)
    assert await world.phone().says("undo") == words.NOTHING_TO_UNDO

    await world.services.habits.feed(
        user.id, walk.id, ObservedGain(world.services.habits.today(user), "osrs", 1, 5)
    )
    assert await world.phone().says("undo") == words.NOTHING_TO_UNDO


async def test_what_cannot_be_taken_back_is_not_passed_over(world: SmsWorld) -> None:
    user = await world.owner()
    await begin(world, user, "gym", "read")
    phone = world.phone()
    await phone.says("gym")
    world.clock.advance(60)
    await phone.says("archive read")

    assert await phone.says("undo") == words.NOTHING_TO_UNDO
    assert (await wallet_of(world.table, user.id)).points == 10


async def test_what_is_refused_says_why(world: SmsWorld) -> None:
    user = await world.owner()
    [gym] = await begin(world, user, "gym")
    await world.services.habits.edit(user.id, gym.id, {"skips_per_month": 0})
    phone = world.phone()

    assert "skips of this month are used" in await phone.says("skip gym")
    assert "is no amount" in await phone.says("gym 7,5,1")
    assert "7.500 can mean two things" in await phone.says("gym 7.500")
    assert "letters" in await phone.says(f'gym 5 "{"x" * 300}"')
    assert "You have a habit called Gym already." in await phone.says("add habit gym")
    assert "`" not in await phone.says("add habit daily")
    assert await phone.says("add habit") == words.USAGE.format(
        usage=words.PHRASES["add habit"].usage, about=words.PHRASES["add habit"].about
    )
    assert "nothing to undo" in (await phone.says("undo gym")).lower()
    assert await logs_of(world, gym) == []


async def test_a_reminder_that_is_put_off_comes_unless_it_is_done(world: SmsWorld) -> None:
    user = await world.owner()
    await begin(world, user, "gym", "read")
    phone = world.phone()
    await phone.says("later gym 30m")
    await phone.says("snooze read 30m")
    await phone.says("read")

    await world.pass_time(20 * MINUTES)
    assert world.kinds() == ["achievement"]
    await world.pass_time(HOURS)
    assert world.kinds() == ["achievement", "habit-reminder"]
    assert [part["title"] for part in world.told("habit-reminder")] == ["Time for Gym"]


async def test_after_the_day_no_reminder_is_put_off(world: SmsWorld) -> None:
    user = await world.owner()
    await begin(world, user, "gym")
    world.clock.advance(23.5 * HOURS)

    assert "Your day is over before then." in await world.phone().says("later gym")


async def test_the_leaderboard_shows_who_joined_and_where_one_stands(world: SmsWorld) -> None:
    ada, bob = await world.owner(ADA), await world.owner(BOB)
    for user, times in ((ada, 1), (bob, 2)):
        for habit in await begin(world, user, *("gym", "read")[:times]):
            told = DayReport(world.services.habits.today(user), FrontEnd.SMS)
            await world.services.habits.complete(user.id, habit.id, told)
    of_ada, of_bob = world.phone(ADA), world.phone(BOB)

    assert await of_bob.says("top join") == words.TOP_NAME
    await of_bob.says("top join Bob the Great")
    assert await of_ada.says("top") == (f"Top of all time:\n1. Bob the Great: 20 points\n{words.NOT_ON_TOP}")
    await of_ada.says("top join Ada")
    assert await of_ada.says("top month") == (
        "Top of this month:\n1. Bob the Great: 20 points\n2. Ada (you): 10 points\n"
        "TOP LEAVE takes you off it."
    )
    assert "sees you as Countess" in await of_ada.says("top join Countess")
    await of_ada.says("undo")
    assert "2. Ada: 10 points" in await of_bob.says("top")
    await of_ada.says("top leave")
    assert "Ada" not in await of_bob.says("top")
    world.clock.advance(8 * 24 * HOURS)
    assert words.NOBODY_ON_TOP in await of_ada.says("top week")
    assert "sees you as Ada" in await of_ada.says("top join")


async def test_a_habit_is_paused_and_put_away(world: SmsWorld) -> None:
    user = await world.owner()
    [gym] = await begin(world, user, "gym")
    phone = world.phone()

    await phone.says("pause gym")
    assert (await world.services.habits.get(user.id, gym.id)).status is HabitStatus.PAUSED
    assert (
        await phone.says("today")
        == "There is nothing to do today. All that you have: habits, tasks, metrics, goals"
    )
    assert await phone.says("resume gym") == "Gym is resumed."
    await phone.says("archive gym")
    assert await phone.says("habits") == words.NO_HABITS


async def test_a_whole_name_means_that_habit_though_it_is_archived(world: SmsWorld) -> None:
    user = await world.owner()
    gym, lesson = await begin(world, user, "gym", "gym class")
    await world.services.habits.archive(user.id, gym.id)
    phone = world.phone()

    assert await phone.says("done gym") == "Gym is archived. Resume it first."
    await phone.says("done gym c")
    assert [len(await logs_of(world, one)) for one in (gym, lesson)] == [0, 1]


@pytest.mark.parametrize("name", ["gym", "a habit whose name is as long as names can be at the most"])
async def test_what_is_answered_to_a_telling_takes_one_segment(world: SmsWorld, name: str) -> None:
    user = await world.owner()
    await begin(world, user, f"{name} 3x a week")
    phone = world.phone()

    for text in ("habits", "today", f"done {name}", f"y {name} 5", "undo", f"skip {name} yesterday"):
        assert segments(await phone.says(text)) == 1


async def test_nobody_tells_the_habits_of_others(world: SmsWorld) -> None:
    ada = await world.owner(ADA)
    await world.owner(BOB)
    [gym] = await begin(world, ada, "gym")

    assert "no habit" in await world.phone(BOB).says("done gym")
    assert "no habit" in await world.phone(BOB).says(f"done {gym.id}")
    assert "nothing called" in await world.phone(BOB).says(f"undo {gym.id} 2100-01-01")
    with pytest.raises(HabitRefused):
        await world.services.habits.undo(ada.id, gym.id, world.services.habits.today(ada))
