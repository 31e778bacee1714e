"""The buttons under what is told of habits: for the right person only, and also after a restart."""

import io
from datetime import date, timedelta

import discord
import pytest

from scheduler.channels.channel import Message
from scheduler.channels.discord.buttons import HABIT_BUTTON, act_button
from scheduler.channels.discord.card import card
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import begin, button_ids, keep, log_of, menus, offered, wallet
from tests.bot.slash.players import EVIL, account, done, press
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.scheduler.channels.messages import part
from tests.world import HOURS, MINUTES
from tracker.habits.model import Habit
from tracker.habits.rounds.messages import TODAY as TODAY_ANSWERS
from tracker.habits.rounds.messages import DayAct
from tracker.habits.states import Logged

TODAY = date(2100, 1, 1)
DAY = timedelta(days=1)
NOT_YOURS = "This is not yours."


async def reminded(world: BotWorld, user: FakeUser, *habits: str) -> tuple[list[Habit], FakeMessage]:
    """Somebody with habits that remind at half past seven, and what came then, before the digest."""
    begun = await begin(world, user, *habits, remind="7:30")
    await world.pass_time(7 * HOURS + 50 * MINUTES)
    return begun, (await user.receives())[-1]


# What they do


async def test_a_reminder_comes_with_what_can_be_said_to_it(world: BotWorld, ada: FakeUser) -> None:
    _, told = await reminded(world, ada, "gym")

    assert "🔔 Time for Gym" in told.text
    assert told.buttons == ["Done", "Skip", "Snooze"]


async def test_done_is_told_in_its_place_and_can_be_taken_back_and_told_again(
    world: BotWorld, ada: FakeUser
) -> None:
    [gym], told = await reminded(world, ada, "gym")

    said = await press(told, "Done")
    assert said.changed_the_message
    assert said.message is told
    assert "✅ Gym\nGym is done today. 1 day in a row. +10 points." in told.text
    assert told.buttons == ["Undo"]
    assert [one.via for one in (await log_of(world, gym)).values()] == ["discord"]

    await press(told, "Undo")
    assert "Gym today is undone. \N{MINUS SIGN}10 points." in told.text
    assert told.buttons == ["Done", "Skip", "Snooze"]
    assert (await wallet(world, ada)).points == 0
    await press(told, "Done")
    assert (await wallet(world, ada)).points == 10


async def test_skip_leaves_the_day_out_and_can_be_taken_back(world: BotWorld, ada: FakeUser) -> None:
    [gym], told = await reminded(world, ada, "gym")

    await press(told, "Skip")

    assert "Gym is skipped today." in told.text
    assert told.buttons == ["Undo"]
    assert [one.state for one in (await log_of(world, gym)).values()] == [Logged.SKIPPED]


async def test_an_amount_is_asked_for_with_a_note(world: BotWorld, ada: FakeUser) -> None:
    [water], told = await reminded(world, ada, "water 8 glasses")

    opened = await told.click("Done")
    assert opened.modal.title == "Water"
    assert opened.modal.fields == ["How many glasses?", "Note"]
    some = await opened.modal.submit({"How many glasses?": "2.5", "Note": "cold"})
    assert some.changed_the_message
    assert "Water today: 2.5 of 8 glasses." in told.text
    assert told.buttons == ["Done", "Undo"]

    again = await (await told.click("Done")).modal.submit()
    assert again.changed_the_message
    assert "Water is done today: 8 of 8 glasses." in told.text
    assert told.buttons == ["Undo"]
    [log] = (await log_of(world, water)).values()
    assert (log.amount, log.note) == (8, "cold")


async def test_forms_that_are_open_during_a_restart_are_answered(world: BotWorld, ada: FakeUser) -> None:
    [water], told = await reminded(world, ada, "water 8 glasses")
    shown, today = await ada.slash("habit show", habit="water"), await ada.slash("today")
    opened = [
        await told.click("Done"),
        await shown.click("Done"),
        await today.click("Water: how many glasses?"),
    ]
    await world.restart()

    for number, one in enumerate(opened, 1):
        filled = await one.modal.submit({"How many glasses?": "2", "Note": f"glass {number}"})
        assert filled.changed_the_message
        assert f"Water today: {2 * number} of 8 glasses." in filled.text

    [log] = (await log_of(world, water)).values()
    assert (log.amount, log.note) == (6, "glass 3")


async def test_a_form_of_an_earlier_version_says_so_and_gives_back_what_was_typed(
    world: BotWorld, ada: FakeUser
) -> None:
    _, told = await reminded(world, ada, "water 8 glasses")
    opened = await told.click("Done")
    opened.modal.payload["custom_id"] = "b2a0c6d1"  # as they had before

    filled = await opened.modal.submit({"Note": "cold"})

    assert filled.ephemeral
    assert "from an earlier version" in filled.text
    assert "Note: cold" in filled.text


@pytest.mark.parametrize("amount", ["many", "0", "-3", "1e99", EVIL[:20]])
async def test_what_is_no_amount_is_refused_and_changes_nothing(
    world: BotWorld, ada: FakeUser, amount: str
) -> None:
    [water], told = await reminded(world, ada, "water 8 glasses")

    typed = {"How many glasses?": amount, "Note": "with *lemon*"}
    refused = await (await told.click("Done")).modal.submit(typed)

    assert refused.ephemeral
    assert "number above 0" in refused.text
    assert "You wrote:" in refused.text  # so that nobody has to type it again
    assert "Note: with \\*lemon\\*" in refused.text
    assert "Time for Water" in told.text
    assert await log_of(world, water) == {}


async def test_snooze_lets_it_come_again_in_an_hour_if_it_is_not_done(world: BotWorld, ada: FakeUser) -> None:
    _, told = await reminded(world, ada, "gym")

    await press(told, "Snooze")
    assert f"I remind you again at <t:{int(world.clock().timestamp()) + 3600}:t>" in told.text
    assert told.buttons == ["Done", "Skip", "Snooze"]

    await world.pass_time(2 * HOURS)
    [_, digest, again] = await ada.receives(3)
    assert "Gym: to do" in digest.text
    assert "Time for Gym" in again.text
    await press(again, "Snooze")
    await press(again, "Done")
    await world.pass_time(2 * HOURS)
    assert [one for one in ada.dms if "Time for" in one.text] == []


async def test_what_cannot_wait_any_more_says_so(world: BotWorld, ada: FakeUser) -> None:
    _, told = await reminded(world, ada, "gym")
    world.clock.advance(15.5 * HOURS)

    refused = await press(told, "Snooze")

    assert refused.ephemeral
    assert "Your day is over before then" in refused.text
    assert told.buttons == ["Done", "Skip", "Snooze"]


async def test_what_was_told_elsewhere_meanwhile_counts_once(world: BotWorld, ada: FakeUser) -> None:
    _, told = await reminded(world, ada, "gym")
    await ada.slash("habit done", habit="gym")

    await press(told, "Done")

    assert "done today already; it counts once" in told.text
    assert told.buttons == ["Undo"]
    assert (await wallet(world, ada)).points == 10


async def test_a_reminder_of_yesterday_is_about_yesterday(world: BotWorld, ada: FakeUser) -> None:
    [gym], told = await reminded(world, ada, "gym")
    world.clock.advance(24 * HOURS)

    await press(told, "Done")

    assert "Gym was done yesterday." in told.text
    assert list(await log_of(world, gym)) == [TODAY]
    await press(told, "Undo")
    assert told.buttons == ["Done", "Skip"]


async def test_one_of_last_month_is_refused(world: BotWorld, ada: FakeUser) -> None:
    [gym], told = await reminded(world, ada, "gym")
    world.clock.advance(30 * 24 * HOURS)

    assert "too long ago" in (await press(told, "Done")).text
    assert await log_of(world, gym) == {}


async def test_a_streak_at_risk_and_the_question_in_the_morning_have_buttons_too(
    world: BotWorld, ada: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym", freezes=False)
    await keep(world, ada, gym, 3)
    await world.pass_time(21 * HOURS)
    risk = (await ada.receives())[-1]
    assert "your streak is at risk" in risk.text
    assert risk.buttons == ["Done", "Skip", "Snooze"]

    await world.pass_time(12 * HOURS)
    asked = (await ada.receives(2))[-1]
    assert "Did you do Gym yesterday?" in asked.text
    assert asked.buttons == ["Done", "Skip"]
    await press(asked, "Done")
    assert "Gym was done yesterday. 4 days in a row." in asked.text


# Several in one message


async def test_each_of_several_habits_has_its_own_buttons_and_the_others_stay(
    world: BotWorld, ada: FakeUser
) -> None:
    (gym, water), told = await reminded(world, ada, "gym", "water 8 glasses")
    assert told.buttons == ["Done", "Skip", "Snooze"] * 2
    [one] = button_ids(told, "done")

    await press(told, one)

    assert "Gym is done today." in told.text
    assert "Time for Water" in told.text
    assert sorted(told.buttons) == sorted(["Undo", "Done", "Skip", "Snooze"])
    [other] = button_ids(told, "amount")
    await (await told.click(other)).modal.submit({"How many glasses?": "8"})
    assert "Water is done today: 8 of 8 glasses." in told.text
    assert told.buttons == ["Undo", "Undo"]
    assert await log_of(world, gym)
    assert await log_of(world, water)


async def test_more_habits_than_have_room_for_buttons_are_ticked_off_in_a_menu(
    world: BotWorld, ada: FakeUser
) -> None:
    habits, told = await reminded(world, ada, *(f"habit {letter}" for letter in "abcdefgh"))
    assert len(button_ids(told, "done")) == 5
    assert menus(told) == ["Done: the others"]
    others = offered(told, "Done: the others")
    assert len(others) == 3
    await world.restart()

    ticked = await done(await told.choose("Done: the others", *others[:2]))

    assert ticked.ephemeral
    assert "are done today. +20 points." in ticked.text
    logs = [await log_of(world, habit) for habit in habits]
    assert sum(map(bool, logs)) == 2
    again = await done(await told.choose("Done: the others", others[0]))
    assert "What was done already counts once." in again.text
    assert world.discord.refusals == []


# After a restart, and slowly


async def test_they_work_after_a_restart_for_what_was_sent_before_it(world: BotWorld, ada: FakeUser) -> None:
    [gym, water], told = await reminded(world, ada, "gym", "water 8 glasses")
    await world.restart()

    await press(told, button_ids(told, "done")[0])
    await world.restart()
    await (await told.click(button_ids(told, "amount")[0])).modal.submit()
    await world.restart()
    for undo in button_ids(told, "undo"):
        await press(told, undo)

    assert sorted(told.buttons) == sorted(["Done", "Skip", "Snooze"] * 2)
    assert await log_of(world, gym) == await log_of(world, water) == {}


async def test_a_store_that_takes_long_changes_the_message_all_the_same(
    world: BotWorld, ada: FakeUser
) -> None:
    _, told = await reminded(world, ada, "gym", "water 8 glasses")
    world.client.defer_seconds = 0

    said = await press(told, button_ids(told, "done")[0])
    await said.until(lambda _: "Gym is done today." in told.text)
    opened = await told.click(button_ids(told, "amount")[0])
    filled = await opened.modal.submit({"How many glasses?": "8"})
    await filled.until(lambda _: "Water is done today" in told.text)

    assert said.changed_the_message
    assert filled.changed_the_message
    assert filled.followups == []


# For the right person only


async def shared(world: BotWorld, owner: FakeUser, *habits: Habit) -> FakeMessage:
    """Somebody's buttons where everybody can press them."""
    place = world.discord.guild("clan").channel
    parts = tuple(
        part(
            kind="habit-reminder",
            title=f"Time for {habit.name}",
            facts={"habit": habit.id, "day": f"{TODAY}", "amount": int(habit.amount is not None)},
        )
        for habit in habits
    )
    view = card(Message("m", parts), owner=owner.id)
    await world.client.get_partial_messageable(place.id).send(view=view)
    return place.messages[-1]


async def test_others_learn_nothing_and_change_nothing(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    habits = await begin(world, ada, "gym", "water 8 glasses")
    message = await shared(world, ada, *habits)
    acts = [one for act in ("done", "amount", "skip", "snooze") for one in button_ids(message, act)]
    assert len(acts) == 6

    for button in acts:
        refused = await press(message, button, by=bob)
        assert refused.ephemeral
        assert refused.text.startswith(NOT_YOURS)
    assert await world.account_of(bob) is None
    assert [await log_of(world, habit) for habit in habits] == [{}, {}]


async def test_others_learn_nothing_from_a_menu(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    habits = await begin(world, ada, *(f"habit {letter}" for letter in "abcdefg"))
    message = await shared(world, ada, *habits)

    refused = await message.choose("Done: the others", "Time for Habit g", by=bob)

    assert refused.text.startswith(NOT_YOURS)
    assert await log_of(world, habits[-1]) == {}


async def test_a_habit_of_another_is_not_found_by_its_id(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    """Bob's own buttons, with the ids of Ada's habits in them."""
    habits = await begin(world, ada, "gym", "water 8 glasses")
    await bob.slash("help")
    await bob.slash("habit list")
    message = await shared(world, bob, *habits)

    for act in ("done", "amount", "skip", "snooze"):
        for button in button_ids(message, act):
            assert "This habit no longer exists." in (await press(message, button, by=bob)).text
    assert [await log_of(world, habit) for habit in habits] == [{}, {}]


async def test_a_habit_that_is_gone_says_so(world: BotWorld, ada: FakeUser) -> None:
    [gym], told = await reminded(world, ada, "gym")
    await world.client.services.habits.remove((await account(world, ada)).id, gym.id)

    for button in ("Done", "Skip", "Snooze"):
        refused = await press(told, button)
        assert refused.ephemeral
        assert "This habit no longer exists." in refused.text


async def test_a_habit_that_has_lost_its_amount_is_just_done(world: BotWorld, ada: FakeUser) -> None:
    [water], told = await reminded(world, ada, "water 8 glasses")
    await world.client.services.habits.edit(water.user, water.id, {"amount": None})

    said = await press(told, "Done")

    assert said.changed_the_message
    assert "Water is done today." in told.text


async def test_no_name_can_do_anything_in_a_message_that_is_changed(world: BotWorld, ada: FakeUser) -> None:
    _, told = await reminded(world, ada, EVIL)

    await press(told, "Done")

    assert "@everyone" not in told.text
    assert "https://" not in told.text
    assert world.discord.refusals == []


async def test_a_picture_that_the_message_shows_beside_it_stays(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    facts = {"habit": gym.id, "day": f"{TODAY}", "amount": 0}
    view = card(Message("m", (part(kind="habit-reminder", facts=facts),)), owner=ada.id)
    file = discord.File(io.BytesIO(b"png"), "chart.png", description="up and up")
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(file)))
    await world.client.get_partial_messageable(ada.dm.id).send(view=view, file=file)
    told = ada.dms[-1]

    await press(told, "Done")

    assert "Gym is done today." in told.text
    assert [one.filename for one in told.attachments] == ["chart.png"]
    assert world.discord.refusals == []


@pytest.mark.parametrize("act", list(DayAct))
def test_a_button_says_what_it_does_and_its_id_what_went_into_it(act: DayAct) -> None:
    button = act_button(act, TODAY_ANSWERS.thing, 2**64 - 1, ("01J" + "Z" * 23, "2100-01-01"))
    assert button.label
    found = HABIT_BUTTON.fullmatch(button.custom_id or "")
    assert found
    assert (found["act"], found["day"]) == (act, "2100-01-01")
    assert len(button.custom_id or "") <= 100


async def test_a_button_of_no_day_says_so(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    facts = {"habit": gym.id, "day": "2100-02-30", "amount": 0}
    view = card(Message("m", (part(kind="habit-reminder", facts=facts),)), owner=ada.id)
    await world.client.get_partial_messageable(ada.dm.id).send(view=view)

    assert "There is no '2100-02-30' in the calendar" in (await press(ada.dms[-1], "Done")).text
