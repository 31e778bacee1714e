"""`/stats` over the wire: one's own totals, what was gained this week, and what everybody is after."""

from collections.abc import AsyncIterator
from zoneinfo import ZoneInfo

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.shown_scenes import NOW, shown, steady, woodcutting
from tests.bot.slash.somebody import plays
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.days import week_span
from tracker.goals.pace.gains import gain_between
from tracker.goals.totals import largest_gains
from tracker.store.errors import StoreUnavailable
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def test_a_newcomer_sees_nothing_yet_and_what_to_do(ada: FakeUser) -> None:
    shown = await ada.slash("stats")

    assert shown.ephemeral
    assert "0 characters · 0 goals under way" in shown.text
    assert "/goal add" in shown.text
    assert "Nothing has moved yet." in shown.text
    assert "What everybody is after" not in shown.text


async def test_goals_are_counted_by_state_and_reached_ones_for_good(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc", "90 wc", "99 fishing", "80 fishing")
    world.hiscores.osrs("Zezima").train("Woodcutting", 5_400_000)
    await world.pass_time(HOURS)
    goals = {goal.target_value: goal for goal in await world.goals.list(user.id)}
    await world.goals.archive(user, goals[90])
    await world.goals.pause(user, goals[80])

    shown = await ada.slash("stats")

    assert "1 character · 3 goals under way · \N{TROPHY} 1 reached" in shown.text
    assert "2 too early to say" in shown.text
    assert "1 paused" in shown.text


async def test_what_was_gained_this_week_is_told_once_for_each_number_the_largest_first(
    world: BotWorld, ada: FakeUser
) -> None:
    await plays(world, ada, "90 wc", "99 wc", "99 fishing")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_234_567).train("Fishing", 2_000_000)
    await world.pass_time(HOURS)

    shown = await ada.slash("stats")

    fishing, woodcutting = "**Fishing** +1,000,000 xp · Zezima", "**Woodcutting** +234,567 xp · Zezima"
    assert shown.text.count(woodcutting) == 1
    assert shown.text.index(fishing) < shown.text.index(woodcutting)


def test_a_number_with_a_newer_goal_is_told_from_the_older_one_which_knows_more_of_the_week() -> None:
    older, newer = woodcutting(id="old"), woodcutting(id="new", target_value=95)
    histories = {older: steady(days=30), newer: steady(days=1)}
    week = week_span(NOW.date(), ZoneInfo("UTC"))
    found = [shown(goal, points).standing for goal, points in histories.items()]
    gains = [gain_between(points, week, founded=goal.created_at) for goal, points in histories.items()]

    [gained] = largest_gains(zip(found, gains, strict=True), {"nightowl": "Nightowl"})

    assert (gained.goal.id, gained.character, gained.amount) == ("old", "Nightowl", 3 * 60_000)


async def test_what_was_gained_before_this_week_is_not_in_it(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_500_000)
    await world.pass_time(7 * 24 * HOURS, step=6 * HOURS)

    shown = await ada.slash("stats")

    assert "Nothing has moved yet." in shown.text


async def test_a_goal_that_was_reached_this_week_has_its_gain_there(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "90 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 5_400_000)
    await world.pass_time(HOURS)

    shown = await ada.slash("stats")

    assert "**Woodcutting** +4,400,000 xp" in shown.text
    assert "0 goals under way · \N{TROPHY} 1 reached" in shown.text


async def test_what_everybody_is_after_names_nobody_and_nothing_that_few_are_after(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await plays(world, ada, "99 wc", "99 fishing", "98 fishing", "97 fishing", "96 fishing", "95 fishing")
    for number in range(3):
        await plays(world, world.discord.user(f"p{number}"), "99 wc", name=f"Player {number}")
    assert "What everybody is after" not in (await ada.slash("stats")).text
    await plays(world, bob, "99 wc", name="Bobs Iron")

    shown = await ada.slash("stats")

    assert "**Old School RuneScape** Woodcutting" in shown.text
    assert "Fishing" not in shown.text.split("What everybody is after")[1]
    assert "Bobs Iron" not in shown.text
    assert "1 character · 6 goals" in shown.text


async def test_who_gives_up_a_goal_is_no_longer_among_the_many(world: BotWorld, ada: FakeUser) -> None:
    users = [world.discord.user(f"p{number}") for number in range(5)]
    people = [await plays(world, one, "99 wc", name=f"Player {one.name}") for one in users]
    assert "Woodcutting" in (await ada.slash("stats")).text

    [goal] = await world.goals.list(people[0].id)
    await world.goals.archive(people[0], goal)

    assert "Woodcutting" not in (await ada.slash("stats")).text


async def test_they_can_be_shared_and_are_not_unless_said(world: BotWorld, ada: FakeUser) -> None:
    clan = world.discord.guild("clan")

    own = await ada.slash("stats", in_=clan.channel)
    shared = await ada.slash("stats", share=True, in_=clan.channel)

    assert own.ephemeral
    assert not shared.ephemeral
    assert "Your numbers" not in shared.text
    assert "Ada" in shared.text


async def test_many_gains_are_cut_short(world: BotWorld, ada: FakeUser) -> None:
    skills = ("Attack", "Defence", "Strength", "Ranged", "Prayer", "Magic", "Cooking", "Mining", "Agility")
    page = world.hiscores.osrs("Zezima")
    for skill in skills:
        page.train(skill, 1_000_000)
    await plays(world, ada, *(f"99 {skill}" for skill in skills))
    for skill in skills:
        page.train(skill, 1_100_000)
    await world.pass_time(HOURS)

    shown = await ada.slash("stats")

    assert shown.text.count("+100,000 xp") == 8
    assert "and 1 more: `/gains`" in shown.text


async def test_names_cannot_break_the_card(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc", name="_a_ b")
    world.hiscores.osrs("_a_ b").train("Woodcutting", 1_234_567)
    await world.pass_time(HOURS)

    shown = await ada.slash("stats")

    assert "_a_" not in shown.text.replace("\\_a\\_", "")


async def test_when_the_store_is_down_it_says_so(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("stats")
    world.table.fail(error=StoreUnavailable("db.internal is down"))

    shown = await ada.slash("stats")

    assert "cannot reach its records" in shown.text
    assert "db.internal" not in shown.text
