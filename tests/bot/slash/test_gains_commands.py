"""`/gains` over the wire: how much goals moved, with a chart."""

from collections.abc import AsyncIterator
from datetime import date

import pytest

from bot.goals.documents import GainsList, GoalGain
from bot.goals.gains_view import LIST, about_of, asked_for
from bot.slash.paging import LONGEST_ID, page_id
from bot.slash.texts import NOTHING
from bot.view import Paging
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import words
from tests.bot.slash.players import EVIL, aim, break_store, done, follow, press, skills
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.dates import FIRST, LAST
from tracker.days import Days
from tracker.store.sqlite import SqliteTable

DAY = 24 * HOURS


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def train(world: BotWorld, skill: str, xp: int, *, after: float = DAY) -> None:
    """It has so much after that time."""
    await world.pass_time(after - HOURS, step=6 * HOURS)
    world.hiscores.osrs("Zezima").train(skill, xp)
    await world.pass_time(HOURS)


async def gains(user: FakeUser, **options: object) -> Answer:
    return await done(await user.slash("gains", **options))


async def test_gains_are_those_of_today_the_week_the_month_and_of_all_time(
    world: BotWorld, ada: FakeUser
) -> None:
    """The first of January is a Friday."""
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await train(world, "Woodcutting", 1_000_100, after=2 * DAY - HOURS)  # Saturday
    await train(world, "Woodcutting", 1_001_100, after=2 * DAY)  # Monday
    await train(world, "Woodcutting", 1_011_100)  # Tuesday

    answer = await gains(ada)

    assert answer.ephemeral
    assert "99 Woodcutting" in answer.text
    assert (
        "+10,000 xp today · +11,000 xp this week · +11,100 xp this month · +11,100 xp in all" in answer.text
    )


async def test_a_period_can_be_chosen(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await train(world, "Woodcutting", 1_000_100, after=12 * HOURS)

    today = await gains(ada, period="day")
    ever = await gains(ada, period="all-time")

    assert "+100 xp today" in today.text
    assert "this week" not in today.text
    assert "+100 xp in all" in ever.text


async def test_the_chart_is_of_the_goal_that_moved_last(world: BotWorld, ada: FakeUser) -> None:
    skills(world, "Zezima", 3)
    await follow(world, ada)
    await aim(world, ada, "99 attack", "99 defence", "99 wc")
    await train(world, "Defence", 1_000_100, after=12 * HOURS)

    everything = await gains(ada)
    one = await gains(ada, goal="wc")

    [chart] = everything.attachments
    assert "99 Defence, Zezima" in str(chart.description)
    [chart] = one.attachments
    assert "99 Woodcutting, Zezima" in str(chart.description)
    assert "Attack" in everything.text
    assert "Attack" not in one.text


async def test_gains_can_be_shared_and_of_one_character(world: BotWorld, ada: FakeUser) -> None:
    place = world.discord.guild("clan").channel
    await follow(world, ada)
    await follow(world, ada, "Iron Ada")
    await aim(world, ada, "99 wc", character="Zezima")
    await aim(world, ada, "98 wc", character="Iron Ada")

    answer = await gains(ada, character="iron ada", share=True, in_=place)

    assert not answer.ephemeral
    assert "98 Woodcutting" in answer.text
    assert "Zezima" not in answer.text


async def test_a_long_list_is_turned_by_its_owner_alone_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    trained = skills(world, "Zezima", 10)
    character = await follow(world, ada)
    await aim(world, ada, *(f"99 {skill}" for skill in trained))
    first = await gains(ada, character="Zezima", period="week", share=True, in_=place)
    before = first.text
    await world.restart()

    refused = await press(first, "Next", by=bob)
    second = await press(first, "Next", by=ada)

    assert refused.ephemeral
    assert refused.text.startswith("This is not yours.")
    assert second.changed_the_message
    assert "page 2 of 2" in second.text
    assert "this week" in second.text
    assert "today" not in second.text
    assert second.attachments == []
    assert [skill for skill in trained if skill in before or skill in second.text] == list(trained)
    await world.characters.remove(character.user, character)
    assert "no longer among your characters" in (await press(first, "Back", by=ada)).text


async def test_without_goals_it_says_what_to_do_next(world: BotWorld, ada: FakeUser) -> None:
    nobody = await gains(ada)
    await follow(world, ada)
    nothing = await gains(ada)

    assert "/character add" in nobody.text
    assert "/goal add" in nothing.text
    assert nothing.attachments == []


async def test_a_number_that_was_never_seen_has_no_gains(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "500 zulrah kc")

    answer = await gains(ada)

    assert f"{NOTHING} today" in answer.text
    assert f"{NOTHING} in all" in answer.text


async def test_what_only_appeared_was_never_gained(world: BotWorld, ada: FakeUser) -> None:
    """A skill that was not ranked yet is one that nobody knew, not one that was nothing."""
    skills(world, "Zezima", 3)
    await follow(world, ada)
    await aim(world, ada, "base 70")
    await train(world, "Fishing", 500_000, after=12 * HOURS)
    await train(world, "Fishing", 500_100, after=2 * HOURS)

    answer = await gains(ada)

    assert "+100 xp today · +100 xp this week · +100 xp this month · +100 xp in all" in answer.text


async def test_what_is_not_ones_own_is_not_found(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await follow(world, ada)
    [goal] = await aim(world, ada, "99 wc")
    await follow(world, bob, "Iron Bob")

    for options in ({"goal": goal.id}, {"character": "Zezima"}, {"goal": EVIL}):
        answer = await gains(bob, **options)
        assert "You have no" in answer.text
        assert "Woodcutting" not in answer.text
        assert "@everyone" not in answer.text
    assert await bob.autocomplete("gains", goal="") == []
    assert [one.value for one in await bob.autocomplete("gains", character="")] == ["Iron Bob"]
    assert [one.value for one in await ada.autocomplete("gains", goal="wc")] == [goal.id]


# Between two days


async def trained_daily(world: BotWorld, ada: FakeUser) -> None:
    """From Friday 1 January 2100 on: 100 xp on the second day, 200 on the third, and so on until Tuesday."""
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await world.pass_time(12 * HOURS, step=6 * HOURS)
    for day in range(1, 5):
        await train(world, "Woodcutting", 1_000_000 + 50 * day * (day + 1))


def between(first: str | None = None, last: str | None = None) -> dict[str, str]:
    return {name: day for name, day in (("from", first), ("to", last)) if day}


@pytest.mark.parametrize(
    ("chosen", "amount", "named"),
    [
        (between("2100-01-03", "2100-01-04"), 500, "Sunday 3 January 2100 to Monday 4 January 2100"),
        (between("3 days ago", "last sunday"), 300, "Saturday 2 January 2100 to Sunday 3 January 2100"),
        (between("monday"), 700, "Monday 4 January 2100 to Tuesday 5 January 2100"),
        (between("3 jan", "3 jan"), 200, "Sunday 3 January 2100"),
    ],
)
async def test_days_can_be_chosen_and_both_count(
    world: BotWorld, ada: FakeUser, chosen: dict[str, str], amount: int, named: str
) -> None:
    await trained_daily(world, ada)

    answer = await gains(ada, **chosen)

    assert answer.ephemeral
    assert answer.text.splitlines()[:2] == ["## Gains", f"-# {named}"]
    assert answer.text.splitlines()[-1] == f"+{amount} xp"
    assert len(answer.attachments) == 1


async def test_what_is_known_of_a_part_of_the_days_alone_says_since_when(
    world: BotWorld, ada: FakeUser
) -> None:
    await trained_daily(world, ada)

    longer = await gains(ada, **between("start of last month"))
    whole = await gains(ada, **between(last="today"))
    before = await gains(ada, **between("start of last month", "end of last month"))

    assert words(longer.text).endswith("+1,000 xp since {1 January 2100}")
    assert "-# until Tuesday 5 January 2100" in whole.text
    assert words(whole.text).endswith("+1,000 xp since {1 January 2100}")
    assert before.text.endswith(f"{NOTHING} not known then")


async def test_days_are_those_of_the_person(world: BotWorld, ada: FakeUser) -> None:
    """In Auckland it is Wednesday 01:00, and so still Tuesday for somebody whose day begins at four."""
    await trained_daily(world, ada)
    await ada.slash("settings timezone", zone="Pacific/Auckland")
    await ada.slash("settings day-start", time="04:00")

    today = await gains(ada, **between("today"))
    yesterday = await ada.autocomplete("gains", **{"from": "yesterday"})

    assert "-# Tuesday 5 January 2100" in today.text
    assert [one.name for one in yesterday] == ["Monday 4 January 2100"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"period": "week", **between("monday")}, "A period or days, not both"),
        ({"period": "day", **between(last="today")}, "A period or days, not both"),
        (
            between("today", "yesterday"),
            "Friday 1 January 2100, is after the last one, Thursday",
        ),
        (between("2100-01-02"), "Saturday 2 January 2100 is still to come: today is Friday 1 January 2100"),
        (between("soon"), "is not a date"),
        (between(last="in 6 weeks"), "is not a date"),
        (between("1/3/2099"), "means one date in Europe and another in America"),
        (between(EVIL), "is not a date"),
    ],
)
async def test_days_that_make_no_sense_are_refused(
    world: BotWorld, ada: FakeUser, options: dict[str, str], said: str
) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    answer = await gains(ada, share=True, **options)

    assert answer.ephemeral
    assert said in words(answer.text)
    assert "@everyone" not in answer.text
    assert answer.attachments == []


async def test_while_a_day_is_typed_it_is_said_which_one_is_understood(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)

    [understood] = await ada.autocomplete("gains", **{"from": " last monday "})
    [refused] = await ada.autocomplete("gains", **{"from": "someday"})
    [early] = await ada.autocomplete("gains", **between("yesterday", "2 days ago"))
    usual = await ada.autocomplete("gains", **{"from": ""})
    later = await ada.autocomplete("gains", **{"from": "today", "to": ""})

    assert (understood.name, understood.value) == ("Monday 28 December 2099", "last monday")
    assert refused.name.startswith("\N{BLACK QUESTION MARK ORNAMENT} 'someday' is not a date. Write a day as")
    assert "is after the last one" in early.name
    assert ("7 days ago: Friday 25 December 2099", "7 days ago") in [(it.name, it.value) for it in usual]
    assert [it.value for it in later] == ["today"]


async def test_pages_stay_at_their_days_also_after_a_restart_and_on_another_day(
    world: BotWorld, ada: FakeUser
) -> None:
    trained = skills(world, "Zezima", 10)
    await follow(world, ada)
    await aim(world, ada, *(f"99 {skill}" for skill in trained))
    await train(world, trained[-1], 1_000_100, after=12 * HOURS)
    first = await gains(ada, character="Zezima", **between("today"))
    await world.restart()
    await train(world, trained[-1], 1_000_300, after=DAY)

    second = (await press(first, "Next")).text
    back = (await press(first, "Back")).text

    assert "-# Friday 1 January 2100 · page 2 of 2" in second
    assert "+100 xp" in second
    assert "+300" not in second
    assert "-# Friday 1 January 2100 · page 1 of 2" in back


def asked(period: str, character: str | None, days: Days) -> GainsList:
    gain = GoalGain(
        goal="abc234", character="x", title="x", attribute="x", unit="", period=period, first=days.first,
        last=days.last, amount=1, text="+1", since=None,
    )  # fmt: skip
    return GainsList(
        gains=(gain,), total=1, page=0, pages=1, characters=1, character_id=character,
        period=None if period == "custom" else period, moved_last=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "fields"),
    [
        (asked("all-time", "zezima", Days(FIRST, LAST)), {"period": "all-time", "character": "zezima"}),
        (
            asked("custom", "a-b~c@web", Days(FIRST, LAST)),
            {"from": f"{FIRST}", "to": f"{LAST}", "character": "a-b~c@web"},
        ),
        (
            asked("custom", None, Days(date(2099, 12, 31), date(2100, 1, 1))),
            {"from": "2099-12-31", "to": "2100-01-01"},
        ),
    ],
)
def test_what_is_wanted_is_read_back_from_a_button(found: GainsList, fields: dict[str, str]) -> None:
    assert asked_for(about_of(found)) == fields


def test_a_button_has_room_for_days_and_for_the_longest_name_of_a_number() -> None:
    found = asked("custom", f"{'n' * 40}@web-2", Days(date(2100, 1, 1), date(2100, 12, 31)))

    assert len(page_id(Paging(LIST, 0, 1_000, about_of(found)), 2**64 - 1, 999)) <= LONGEST_ID


# When something fails


async def test_a_source_that_is_down_leaves_the_last_numbers(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await train(world, "Woodcutting", 1_000_100, after=6 * HOURS)
    world.hiscores.forget("Zezima")
    await world.pass_time(6 * HOURS, step=HOURS)

    assert "+100 xp today" in (await gains(ada)).text


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    break_store(world)

    answer = await gains(ada)

    assert answer.ephemeral
    assert "cannot reach its records" in answer.text


async def test_typing_makes_nobody_an_account(world: BotWorld, ada: FakeUser) -> None:
    assert await ada.autocomplete("gains", goal="wc") == []
    assert await ada.autocomplete("gains", character="z") == []
    assert [one.name for one in await ada.autocomplete("gains", **{"from": "yesterday"})] == [
        "Thursday 31 December 2099"
    ]

    assert await world.account_of(ada) is None
