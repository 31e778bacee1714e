"""What is suggested while somebody types about habits, over the wire."""

import pytest

from bot.habits.slash_suggestions import EXAMPLES
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import begin, habits_of
from tests.bot.slash.players import EVIL, aim, follow
from tests.fakes.discord.answers import Choice
from tests.fakes.discord.users import FakeUser


def pairs(found: list[Choice]) -> list[tuple[str, object]]:
    return [(one.name, one.value) for one in found]


# A new one


async def test_before_anything_is_typed_there_are_examples_that_are_understood(ada: FakeUser) -> None:
    found = await ada.autocomplete("habit add", habit="")

    assert [one.value for one in found] == list(EXAMPLES)
    assert found[1].name == "Read, 20 pages, every day"


async def test_what_is_understood_is_said_with_the_options_that_are_filled_in(
    world: BotWorld, ada: FakeUser
) -> None:
    [first] = await ada.autocomplete("habit add", remind="7:30", habit="gym 3x a week")

    assert (first.name, first.value) == ("Gym, 3 times a week, a reminder at 07:30", "gym 3x a week")
    assert await world.account_of(ada) is None


async def test_where_it_does_not_say_how_often_it_may_go_on(ada: FakeUser) -> None:
    found = pairs(await ada.autocomplete("habit add", habit="read 20 pages", focus="habit"))

    assert found[0] == ("Read, 20 pages, every day", "read 20 pages")
    assert ("Read, 20 pages, 3 times a week", "read 20 pages 3x a week") in found
    assert len(await ada.autocomplete("habit add", habit="read 20 pages daily")) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"habit": "3x a week"}, "does not say which habit"),
        ({"remind": "noon", "habit": "gym"}, "Write reminders as"),
        ({"area": "a#b", "habit": "gym"}, "cannot be kept"),
    ],
)
async def test_what_will_not_do_says_why(ada: FakeUser, options: dict[str, str], said: str) -> None:
    [hint] = await ada.autocomplete("habit add", **options)

    assert said in hint.name
    assert hint.value == options["habit"]


async def test_a_number_that_feeds_it_is_understood_too(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    [goal] = await aim(world, ada, "99 wc")

    [feed] = await ada.autocomplete("habit add", habit="chop", fed="wood")
    [first, *_] = await ada.autocomplete("habit add", fed=goal.id, habit="chop")
    [unknown] = await ada.autocomplete("habit add", fed="zulrah of nobody", habit="chop")

    assert feed.value == goal.id
    assert first.name == "Chop, every day, counted from 99 Woodcutting of Zezima"
    assert "I do not know what" in unknown.name


@pytest.mark.parametrize("typed", [EVIL, "x" * 90, "\u202e gym", "7 7 7", "🏋️ gym", "gym " * 20])
async def test_whatever_is_typed_is_answered(world: BotWorld, ada: FakeUser, typed: str) -> None:
    await ada.autocomplete("habit add", habit=typed)

    assert world.discord.refusals == []


# A change


async def test_while_a_change_is_typed_one_sees_what_becomes_of_the_habit(
    world: BotWorld, ada: FakeUser
) -> None:
    before = await begin(world, ada, "gym 3x a week", remind="7:30")

    [change] = await ada.autocomplete("habit edit", habit="gym", new="swim daily")
    [wrong] = await ada.autocomplete("habit edit", habit="gym", new="daily")
    [unknown] = await ada.autocomplete("habit edit", habit="chess", new="swim")
    nothing = await ada.autocomplete("habit edit", habit="gym", new="")

    assert (change.name, change.value) == ("Becomes Swim, every day, a reminder at 07:30", "swim daily")
    assert "does not say which habit" in wrong.name
    assert "You have no habit" in unknown.name
    assert nothing == []
    assert await habits_of(world, ada) == before


async def test_how_often_and_when_are_understood_while_they_are_typed(ada: FakeUser) -> None:
    [often] = await ada.autocomplete("habit edit", habit="x", often="3x a week")
    [times] = await ada.autocomplete("habit edit", habit="x", remind="8pm, 7:30")
    [none] = await ada.autocomplete("habit edit", habit="x", remind="off")
    [wrong] = await ada.autocomplete("habit edit", habit="x", often="whenever")

    assert often.name == "3 times a week"
    assert times.name == "at 07:30 and 20:00"
    assert (none.name, none.value) == ("no reminders", "none")
    assert "does not say how often" in wrong.name
    assert len(await ada.autocomplete("habit edit", habit="x", often="")) > 3
    assert len(await ada.autocomplete("habit add", habit="x", remind="")) > 3


# Names and days


async def test_what_is_still_to_do_is_suggested_first(world: BotWorld, ada: FakeUser) -> None:
    gym, walk, read = await begin(world, ada, "gym 3x a week", "walk", "read 20 pages")
    await ada.slash("habit done", habit="gym")

    found = await ada.autocomplete("habit done", habit="")

    assert pairs(found) == [
        ("Walk · to do", walk.id),
        ("Read · to do", read.id),
        ("Gym · 1 of 3 this week · done", gym.id),
    ]
    assert [one.value for one in await ada.autocomplete("habit skip", habit="wa")] == [walk.id]
    assert await ada.autocomplete("habit undo", habit="chess") == []


async def test_only_what_a_command_can_do_something_with_is_suggested(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await begin(world, ada, "one", "two", "three")
    await ada.slash("habit pause", habit="two")
    await ada.slash("habit archive", habit="three")

    for command, names in (
        ("pause", ["One"]),
        ("resume", ["Two", "Three"]),
        ("archive", ["One", "Two"]),
        ("edit", ["One", "Two"]),
        ("show", ["One", "Two", "Three"]),
        ("remove", ["One", "Two", "Three"]),
        ("done", ["One", "Two"]),
        ("away", ["One", "Two"]),
    ):
        found = await ada.autocomplete(f"habit {command}", habit="")
        assert [one.name.split(" · ")[0] for one in found] == names, command
        assert await bob.autocomplete(f"habit {command}", habit="") == []
    assert await world.account_of(bob) is None


async def test_the_days_that_can_be_told_are_suggested(ada: FakeUser) -> None:
    found = pairs(await ada.autocomplete("habit done", habit="gym", day=""))

    assert found[:3] == [
        ("today, Friday 1 January 2100", "today"),
        ("yesterday, Thursday 31 December 2099", "yesterday"),
        ("Wednesday 30 December 2099", "2099-12-30"),
    ]
    assert len(found) == 8
    assert pairs(await ada.autocomplete("habit skip", habit="gym", day="mon")) == [
        ("Monday 28 December 2099", "2099-12-28")
    ]
    [understood] = await ada.autocomplete("habit done", habit="gym", day="3 days ago")
    assert understood.name == "Tuesday 29 December 2099"
    [wrong] = await ada.autocomplete("habit done", habit="gym", day="someday")
    assert "is not a date" in wrong.name


async def test_for_an_undo_the_days_are_those_of_which_something_was_told(
    world: BotWorld, ada: FakeUser
) -> None:
    await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")
    await ada.slash("habit skip", habit="gym", day="yesterday")

    assert pairs(await ada.autocomplete("habit undo", habit="gym", day="")) == [
        ("today, Friday 1 January 2100: done", "2100-01-01"),
        ("yesterday, Thursday 31 December 2099: skipped", "2099-12-31"),
    ]
    assert len(await ada.autocomplete("habit undo", day="")) == 8
    [unknown] = await ada.autocomplete("habit undo", habit="chess", day="")
    assert "You have no habit" in unknown.name


async def test_the_days_of_a_holiday_are_understood(ada: FakeUser) -> None:
    [to] = await ada.autocomplete("habit away", **{"from": "3 january", "to": "in 1 week"})
    [wrong] = await ada.autocomplete("habit away", to="never")

    assert to.name == "Friday 8 January 2100"
    assert "is no day" in wrong.name
    assert (await ada.autocomplete("habit away", to=""))[0].value == "in 1 week"
    assert len(await ada.autocomplete("habit away", **{"to": "sunday", "from": ""})) >= 3
