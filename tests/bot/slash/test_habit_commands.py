"""`/habit` over the wire: habits in the words of people, changed, put away and removed by them alone."""

from collections.abc import AsyncIterator
from datetime import time

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import begin, habits_of, keep
from tests.bot.slash.players import EVIL, aim, break_store, follow, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.habits.model import HabitStatus, HabitType
from tracker.habits.schedule import Daily, OnWeekdays, PerWeek
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


# Beginning one


async def test_a_habit_is_begun_in_words(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("habit add", habit="gym 3x a week")

    assert answer.ephemeral
    assert "A new habit." in answer.text
    assert "### Gym\n-# 3 times a week" in answer.text
    assert answer.buttons == ["Done", "Skip", "Pause"]
    [habit] = await habits_of(world, ada)
    assert (habit.name, habit.schedule, habit.amount) == ("Gym", PerWeek(times=3), None)


async def test_everything_else_about_it_can_be_said_at_once_and_the_answer_shared(
    world: BotWorld, ada: FakeUser
) -> None:
    answer = await ada.slash(
        "habit add",
        in_=world.discord.guild("clan").channel,
        habit="read 20 pages daily",
        remind="20:00, 7:30",
        area="mind",
        category="books",
        trigger="After dinner",
        action="open the book",
        reward="tea",
        friction_up="the phone",
        friction_down="the book lies open",
        type="maintain",
        freezes=False,
        skips=2,
        share=True,
    )

    assert not answer.ephemeral
    for words in (
        "20 pages, every day",
        "**Reminders** 07:30 and 20:00",
        "**Plan** After dinner → open the book → tea",
        "**Harder with** the phone",
        "**Easier with** the book lies open",
        "**Freezes** switched off",
        "**Skips** 2 of 2 left this month",
        "a habit to maintain · mind / books",
    ):
        assert words in answer.text
    [habit] = await habits_of(world, ada)
    assert (habit.amount, habit.unit, habit.habit_type) == (20, "pages", HabitType.MAINTAIN)
    assert habit.reminders == (time(7, 30), time(20))


async def test_a_number_can_feed_it_and_goals_can_be_served_by_it(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    [goal] = await aim(world, ada, "99 wc")

    await ada.slash("habit add", habit="chop", fed="zezima woodcutting", goals=goal.id)

    [habit] = await habits_of(world, ada)
    assert habit.fed_by is not None
    assert habit.goal_ids == (goal.id,)
    shown = await ada.slash("habit show", habit="chop")
    assert "**Counted from** Woodcutting xp of Zezima" in shown.text
    assert "**For** 99 Woodcutting" in shown.text


@pytest.mark.parametrize(
    ("habit", "options", "said"),
    [
        ("3x a week", {}, "does not say which habit"),
        ("9 times a week gym", {}, "cannot be so often"),
        ("x" * 90, {}, "1 to 60 letters"),
        ("gym", {"remind": "teatime"}, "Write reminders as 7:30, 20:00"),
        ("gym", {"remind": "1:00 2:00 3:00 4:00 5:00 6:00 7:00"}, "6 reminders a day at most"),
        ("gym", {"area": "a#b"}, "cannot be kept"),
        ("gym", {"fed": EVIL}, "You follow nobody yet"),
        ("gym", {"goals": EVIL}, "You have no goal"),
    ],
)
async def test_what_makes_no_sense_says_why_and_begins_nothing(
    world: BotWorld, ada: FakeUser, habit: str, options: dict[str, str], said: str
) -> None:
    answer = await ada.slash("habit add", habit=habit, **options)

    assert answer.ephemeral
    assert said in answer.text
    assert "@everyone" not in answer.text
    assert "Error" not in answer.text
    assert await habits_of(world, ada) == []


async def test_two_habits_do_not_have_the_same_name(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")

    assert "called GYM already" in (await ada.slash("habit add", habit="GYM daily")).text
    assert len(await habits_of(world, ada)) == 1


async def test_no_name_can_do_anything_wherever_it_is_shown(world: BotWorld, ada: FakeUser) -> None:
    place = world.discord.guild("clan").channel
    [habit] = await begin(world, ada, EVIL, area="**x**", trigger=EVIL)

    answers = [
        await ada.slash("habit done", habit=habit.id, share=True, in_=place),
        await ada.slash("habit show", habit=habit.id, share=True, in_=place),
        await ada.slash("habit list", share=True, in_=place),
        await ada.slash("today", share=True, in_=place),
        await ada.slash("points", share=True, in_=place),
        await ada.slash("habit undo"),
        await ada.slash("habit away", to="in 1 week"),
        await ada.slash("habit remove", habit=habit.id),
        await ada.slash("habit show", habit=EVIL + "?"),
    ]

    for answer in answers:
        assert "@everyone" not in answer.text
        assert "https://" not in answer.text
        assert "[x]" not in answer.text
        assert answer.message.pings == set()
    assert world.discord.refusals == []


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")
    break_store(world)

    answer = await ada.slash("habit done", habit="gym")

    assert "cannot reach its records" in answer.text
    assert "secret-host" not in answer.text


# Changing one


async def test_everything_about_a_habit_can_be_changed(world: BotWorld, ada: FakeUser) -> None:
    [before] = await begin(world, ada, "gym 3x a week", remind="7:30", area="health")

    answer = await ada.slash(
        "habit edit", habit="gym", new="swim 10 laps mon wed", remind="none", area="body"
    )

    assert "Changed. Its days stay, and its streak is recalculated for the new schedule." in answer.text
    [after] = await habits_of(world, ada)
    assert after.id == before.id
    assert (after.name, after.amount, after.schedule) == ("Swim", 10, OnWeekdays(days=(0, 2)))
    assert (after.reminders, after.area) == ((), "body")


async def test_how_often_can_be_changed_alone(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "read 20 pages 3x a week")

    await ada.slash("habit edit", habit="read", often="daily", freezes=False, skips=0)

    [after] = await habits_of(world, ada)
    assert (after.name, after.amount, after.schedule) == ("Read", 20, Daily())
    assert (after.freezes, after.skips_per_month) == (False, 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Say what is to be different"),
        ({"often": "whenever"}, "does not say how often"),
        ({"new": "walk"}, "called Walk already"),
        ({"remind": "25:00"}, "Write reminders as"),
    ],
)
async def test_a_change_that_cannot_be_is_refused(
    world: BotWorld, ada: FakeUser, change: dict[str, str], said: str
) -> None:
    before = await begin(world, ada, "gym", "walk")

    assert said in (await ada.slash("habit edit", habit="gym", **change)).text
    assert await habits_of(world, ada) == before


async def test_a_habit_is_paused_goes_on_is_put_away_and_comes_back(world: BotWorld, ada: FakeUser) -> None:
    [habit] = await begin(world, ada, "gym")

    paused = await ada.slash("habit pause", habit="gym")
    again = await ada.slash("habit pause", habit="gym")
    resumed = await ada.slash("habit resume", habit="gym")
    archived = await ada.slash("habit archive", habit="gym")

    assert "Paused. Nothing is expected" in paused.text
    assert paused.buttons == ["Resume"]
    assert "paused already" in again.text
    assert "Resumed." in resumed.text
    assert resumed.buttons == ["Done", "Skip", "Pause"]
    assert "Archived" in archived.text
    assert "No habits yet" in (await ada.slash("habit list")).text
    assert "**Gym**" in (await ada.slash("habit list", archived=True)).text
    assert "archived" in (await ada.slash("habit show", habit="gym")).text
    await ada.slash("habit resume", habit=habit.id)
    assert [one.status for one in await habits_of(world, ada)] == [HabitStatus.ACTIVE]


async def test_a_whole_name_means_that_habit_though_it_is_archived(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym", "gym class")
    await ada.slash("habit archive", habit="gym")

    assert "### Gym\n" in (await ada.slash("habit show", habit="gym")).text
    assert "### Gym class\n" in (await ada.slash("habit show", habit="gym c")).text
    assert "Gym is archived. Resume it first." in (await ada.slash("habit done", habit="gym")).text
    assert "Did you mean Gym class?" in (await ada.slash("habit remove", habit="class")).text


# Removing one


async def test_a_habit_is_removed_after_a_question(world: BotWorld, ada: FakeUser) -> None:
    [habit] = await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")

    asked = await ada.slash("habit remove", habit="gym")
    assert "Remove Gym?" in asked.text
    kept = await press(asked, "Keep it")
    assert "Nothing was changed" in kept.text
    assert await habits_of(world, ada) == [habit]

    removed = await press(await ada.slash("habit remove", habit="gym"), "Yes, remove it")
    assert removed.changed_the_message
    assert "Gym is removed. The points and achievements it gave stay yours." in removed.text
    assert await habits_of(world, ada) == []
    assert "Gym" in (await ada.slash("points")).text


async def test_a_question_about_a_habit_that_is_gone_says_so_and_removes_no_other(
    world: BotWorld, ada: FakeUser
) -> None:
    await begin(world, ada, "gym")
    asked = await ada.slash("habit remove", habit="gym")
    await press(await ada.slash("habit remove", habit="gym"), "Yes, remove it")
    await begin(world, ada, "gym")
    await world.restart()

    assert "no longer exists" in (await press(asked, "Yes, remove it")).text
    assert len(await habits_of(world, ada)) == 1


# Looking


async def test_a_habit_is_shown_with_all_its_numbers_and_its_picture(world: BotWorld, ada: FakeUser) -> None:
    [habit] = await begin(world, ada, "walk")
    await keep(world, ada, habit, 9)

    answer = await ada.slash("habit show", habit="walk")

    assert answer.ephemeral
    for words in (
        "⬜ to do",
        "**Streak** 🔥 9 days in a row · the longest so far",
        "**Strength** ▰▰▰▰▰",
        "**Kept** 9 of 9 days, 100 %",
        "**Done** on 9 days · most often on Fridays",
        "**Freezes** 1 of 3, used when you miss a day",
        "**Skips** 4 of 4 left this month",
        "**Reminders** none",
    ):
        assert words in answer.text
    [picture] = answer.attachments
    assert picture.filename == "habit.png"
    assert picture.content.startswith(b"\x89PNG")
    assert picture.description is not None
    assert "9 days in a row" in picture.description


async def test_its_card_is_told_a_day_in_place_with_its_picture_also_after_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    await begin(world, ada, "walk")
    shown = await ada.slash("habit show", habit="walk")
    await world.restart()

    told = await press(shown, "Done")
    assert told.changed_the_message
    assert "Walk is done today. 1 day in a row. +10 points." in told.text
    assert "✅ done" in told.text
    assert told.buttons == ["Undo", "Pause"]
    assert [file.filename for file in told.attachments] == ["habit.png"]

    back = await press(told, "Undo")
    assert "Walk today is undone." in back.text
    skipped = await press(back, "Skip")
    assert "Walk is skipped today." in skipped.text
    paused = await press(skipped, "Pause")
    assert "Paused" in paused.text
    assert (await press(paused, "Resume")).buttons == ["Undo", "Pause"]


async def test_on_its_card_an_amount_is_asked_for(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "water 8 glasses")
    shown = await ada.slash("habit show", habit="water")

    some = await (await shown.click("Done")).modal.submit({"How many glasses?": "3"})
    assert some.changed_the_message
    assert "3 of 8 glasses" in some.text
    assert some.buttons == ["Done", "Undo", "Pause"]
    rest = await (await some.click("Done")).modal.submit()
    assert "8 of 8 glasses" in rest.text
    assert rest.buttons == ["Undo", "Pause"]


async def test_what_should_not_be_done_is_told_when_it_happens(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "no smoking")
    world.clock.advance(5 * 86_400 + 13 * 3600)
    shown = await ada.slash("habit show", habit="smoking")
    assert "🔥 5 days in a row" in shown.text
    assert shown.buttons == ["It happened", "Skip", "Pause"]

    told = await press(shown, "It happened")

    assert "That ends 5 days in a row. Tomorrow is a new day" in told.text
    assert "🔥" not in told.text.split("**Strength**")[0]
    assert "🔥 5 days in a row" in (await press(told, "Undo")).text


async def test_a_list_has_pages_that_its_owner_turns_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    names = [f"Habit {letter}" for letter in "abcdefghijk"]
    await begin(world, ada, *names)
    first = await ada.slash("habit list", share=True, in_=place)
    before = first.text
    await world.restart()

    refused = await press(first, "Next", by=bob)
    second = await press(first, "Next", by=ada)

    assert "11 habits · page 1 of 2" in before
    assert refused.text.startswith("This is not yours.")
    assert [name for name in names if name in f"{before}{second.text}"] == names


async def test_people_see_and_change_their_own_habits_alone(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    [habit] = await begin(world, ada, "gym")

    assert "No habits yet" in (await bob.slash("habit list")).text
    for command in ("show", "done", "skip", "edit", "pause", "archive", "remove"):
        more = {"new": "run"} if command == "edit" else {}
        for named in ("gym", habit.id):
            said = (await bob.slash(f"habit {command}", habit=named, **more)).text
            assert "You have no habit" in said or "This habit no longer exists" in said
    assert await bob.autocomplete("habit show", habit="") == []
    assert await habits_of(world, ada) == [habit]


async def test_others_learn_nothing_from_the_buttons_of_a_card_and_change_nothing(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    [habit] = await begin(world, ada, "water 8 glasses")
    place = world.discord.guild("clan").channel
    shown = await ada.slash("habit show", habit=habit.id, share=True, in_=place)

    for button in ("Done", "Skip", "Pause"):
        refused = await press(shown, button, by=bob)
        assert refused.ephemeral
        assert refused.text.startswith("This is not yours.")
    assert await world.account_of(bob) is None
    assert await habits_of(world, ada) == [habit]
