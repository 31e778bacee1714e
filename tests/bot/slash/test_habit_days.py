"""`/habit done|skip|undo|away` over the wire: what is said of a day, counted once, and taken back."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.slash.options import exact
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import begin, habits_of, keep, log_of, wallet
from tests.bot.slash.players import EVIL, press
from tests.fakes.discord.users import FakeUser
from tracker.habits.states import Logged

TODAY = date(2100, 1, 1)
DAY = timedelta(days=1)


async def test_a_day_is_told_and_answered_with_what_it_gave(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")

    answer = await ada.slash("habit done", habit="gym", note="legs")

    assert answer.ephemeral
    assert "✅ Gym" in answer.text
    assert "Gym is done today. 1 day in a row. +10 points. Achievement unlocked: First step." in answer.text
    assert answer.buttons == ["Undo"]
    [log] = (await log_of(world, gym)).values()
    assert (log.day, log.state, log.via, log.note) == (TODAY, Logged.DONE, "discord", "legs")


async def test_what_is_told_twice_counts_once(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")

    again = await ada.slash("habit done", habit="gym")

    assert "done today already; it counts once" in again.text
    assert again.buttons == ["Undo"]
    assert (await wallet(world, ada)).points == 10


async def test_amounts_of_a_day_add_up_and_none_is_all_of_it(world: BotWorld, ada: FakeUser) -> None:
    [water] = await begin(world, ada, "water 8 glasses")

    some = await ada.slash("habit done", habit="water", amount=2.5)
    more = await ada.slash("habit done", habit="water", amount=1)
    whole = await ada.slash("habit done", habit="water")

    assert "Water today: 2.5 of 8 glasses." in some.text
    assert some.buttons == ["Done", "Undo"]
    assert "3.5 of 8 glasses" in more.text
    assert "Water is done today: 8 of 8 glasses." in whole.text
    assert [one.amount for one in (await log_of(world, water)).values()] == [8]


async def test_notes_are_read_where_the_day_is_shown_by_the_person_alone(
    world: BotWorld, ada: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    await begin(world, ada, "gym")

    told = await ada.slash("habit done", habit="gym", note="legs *day*", in_=place)
    shown = await ada.slash("habit show", habit="gym", in_=place)
    shared = await ada.slash("habit show", habit="gym", share=True, in_=place)
    again = await ada.slash("habit done", habit="gym", note="more", share=True, in_=place)

    assert "**Note** legs \\*day\\*" in told.text
    assert "**today** legs \\*day\\*" in shown.text
    assert "legs" not in shared.text
    assert "Shared by Ada" in shared.text
    assert "more" not in again.text
    back = await shared.click("Undo")
    assert "legs" not in back.text
    assert "Shared by Ada" in back.text


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_discord_delivers_twice_adds_its_amount_once(
    world: BotWorld, ada: FakeUser, *, restarts: bool
) -> None:
    [water] = await begin(world, ada, "water 8 glasses")
    said = await ada.slash("habit done", habit="water", amount=2)
    if restarts:  # whoever answers now has not seen it
        await world.restart()

    world.discord.gateway.dispatch_interaction(said.interaction)
    await ada.slash("habit list")
    await world.client.finish(60)

    assert [one.amount for one in (await log_of(world, water)).values()] == [2]
    await ada.slash("habit done", habit="water", amount=2)
    assert [one.amount for one in (await log_of(world, water)).values()] == [4]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(None, None), (5.0, 5), (2.5, Decimal("2.5")), (0.1 + 0.2, Decimal("0.3")), (1e12, 10**12)],
)
def test_an_amount_is_what_was_typed(typed: float | None, meant: object) -> None:
    assert exact(typed) == meant


@pytest.mark.parametrize(
    ("said", "ago"), [("yesterday", 1), ("wednesday", 2), ("2099-12-25", 7), ("7 days ago", 7)]
)
async def test_a_day_can_be_told_for_a_week(world: BotWorld, ada: FakeUser, said: str, ago: int) -> None:
    [gym] = await begin(world, ada, "gym")

    answer = await ada.slash("habit done", habit="gym", day=said)

    assert "Gym was done" in answer.text
    [log] = (await log_of(world, gym)).values()
    assert (log.day, log.backfilled) == (TODAY - ago * DAY, True)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("8 days ago", "too long ago. You can log up to 7 days back"),
        ("2100-01-02", "has not come yet"),
        ("someday", "is not a date"),
        (EVIL, "is not a date"),
    ],
)
async def test_a_day_that_cannot_be_told_says_why(
    world: BotWorld, ada: FakeUser, day: str, said: str
) -> None:
    [gym] = await begin(world, ada, "gym")

    for command in ("habit done", "habit skip"):
        answer = await ada.slash(command, habit="gym", day=day)
        assert said in answer.text
        assert "@everyone" not in answer.text
    assert await log_of(world, gym) == {}


async def test_a_name_that_may_be_two_asks_which(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym", "gym talk")

    assert "Gym is done" in (await ada.slash("habit done", habit="gym")).text
    assert "may be Gym, Gym talk" in (await ada.slash("habit done", habit="gy")).text
    assert "You have Gym, Gym talk" in (await ada.slash("habit done", habit="swim")).text


async def test_skipping_neither_extends_nor_ends_a_streak_and_has_a_budget(
    world: BotWorld, ada: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym", skips=1)
    await keep(world, ada, gym, 3)

    skipped = await ada.slash("habit skip", habit="gym", note="ill")
    again = await ada.slash("habit skip", habit="gym")
    world.clock.advance(86_400)
    refused = await ada.slash("habit skip", habit="gym")

    assert "Gym is skipped today. 3 days in a row." in skipped.text
    assert skipped.buttons == ["Undo"]
    assert "skipped today already" in again.text
    assert "All 1 skips of this month are used" in refused.text


# Undo


async def test_the_last_thing_said_is_taken_back_with_what_it_gave(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym", "walk")
    await ada.slash("habit done", habit="gym", day="yesterday")
    await ada.slash("habit done", habit="walk")

    undone = await ada.slash("habit undo")
    before = await ada.slash("habit undo")
    then = await ada.slash("habit undo")

    assert "Walk today is undone. \N{MINUS SIGN}10 points." in undone.text
    assert undone.buttons == ["Done", "Skip", "Snooze"]
    assert "Gym yesterday is undone. \N{MINUS SIGN}10 points." in before.text
    assert "There is nothing to undo. Name a habit, and the day if you like." in then.text
    assert (await wallet(world, ada)).points == 0


async def test_any_day_is_taken_back_by_name(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")
    await ada.slash("habit done", habit="gym", day="yesterday")

    first = await ada.slash("habit undo", habit="gym")
    other = await ada.slash("habit undo", habit="gym", day="today")
    nothing = await ada.slash("habit undo", habit="gym", day="monday")
    which = await ada.slash("habit undo", day="today")

    assert "Gym yesterday is undone." in first.text
    assert first.buttons == ["Done", "Skip"]
    assert "Gym today is undone." in other.text
    assert "nothing to undo on that day" in nothing.text
    assert "Which habit is it?" in which.text
    assert await log_of(world, gym) == {}


async def test_the_answer_itself_can_be_taken_back_and_told_again_in_place_also_after_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym")
    told = await ada.slash("habit done", habit="gym", day="yesterday")
    await world.restart()

    undone = await press(told, "Undo")
    assert undone.changed_the_message
    assert "Gym yesterday is undone." in undone.text
    again = await press(undone, "Done")
    assert again.changed_the_message
    assert "Gym was done yesterday." in again.text
    assert list(await log_of(world, gym)) == [TODAY - DAY]


# Away


async def test_on_a_holiday_nothing_is_expected_of_any_habit(world: BotWorld, ada: FakeUser) -> None:
    gym, _ = await begin(world, ada, "gym", "walk")
    await keep(world, ada, gym, 2)

    answer = await ada.slash("habit away", to="in 1 week")

    assert "Nothing is expected from Sunday 3 January 2100 to Sunday 10 January 2100" in answer.text
    assert "Gym, Walk" in answer.text
    assert "Nothing to do today" in (await ada.slash("today")).text
    world.clock.advance(9 * 86_400)
    assert "2 days in a row" in (await ada.slash("habit show", habit="gym")).text


async def test_a_holiday_of_one_habit_can_be_said_afterwards_and_taken_back(
    world: BotWorld, ada: FakeUser
) -> None:
    await begin(world, ada, "gym", "walk")
    world.clock.advance(5 * 86_400)

    await ada.slash("habit away", **{"habit": "gym", "from": "3 days ago", "to": "yesterday"})
    gym, walk = await habits_of(world, ada)
    assert (len(gym.away), len(walk.away)) == (1, 0)
    back = await ada.slash("habit away", **{"from": "3 days ago", "to": "yesterday", "back": True})
    again = await ada.slash("habit away", **{"from": "3 days ago", "to": "yesterday", "back": True})

    assert "No time off from Sunday 3 January 2100 to Tuesday 5 January 2100" in back.text
    assert "No habit has a holiday on these days." in again.text
    assert [one.away for one in await habits_of(world, ada)] == [(), ()]


@pytest.mark.parametrize(
    ("first", "to", "said"),
    [
        ("tomorrow", "yesterday", "ends after it begins"),
        ("today", "2105-01-01", "a year at most"),
        ("today", EVIL, "is no day"),
    ],
)
async def test_a_holiday_that_cannot_be_says_why(
    world: BotWorld, ada: FakeUser, first: str, to: str, said: str
) -> None:
    before = await begin(world, ada, "gym")

    answer = await ada.slash("habit away", **{"from": first, "to": to})

    assert said in answer.text
    assert "@everyone" not in answer.text
    assert await habits_of(world, ada) == before


async def test_whoever_has_no_habits_has_nothing_to_be_away_from(ada: FakeUser) -> None:
    assert "no habits yet" in (await ada.slash("habit away", to="tomorrow")).text
