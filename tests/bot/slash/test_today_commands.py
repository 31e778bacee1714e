"""`/today` over the wire: what there is to do until the person's day ends, what needs them first."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import aim, break_store, follow, press, skills
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def test_today_shows_how_much_is_to_be_done_and_how_much_is(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "+100k wc by in 9 days")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_004_000)
    await world.pass_time(HOURS)

    answer = await ada.slash("today")

    assert answer.ephemeral
    assert "Today, Friday 1 January" in answer.text
    assert "4,000 of 10,000 xp" in answer.text
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_010_100)
    await world.pass_time(HOURS)
    assert "done for today" in (await ada.slash("today")).text


async def test_the_day_is_the_one_of_the_person(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await ada.slash("settings timezone", zone="America/New_York")

    assert "Today, Thursday 31 December" in (await ada.slash("today")).text


async def test_only_goals_under_way_are_for_today(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    [level, xp] = await aim(world, ada, "99 wc", "200m wc")
    await ada.slash("goal pause", goal=level.id)

    answer = await ada.slash("today")

    assert "200m Woodcutting xp" in answer.text
    assert "99 Woodcutting" not in answer.text
    await ada.slash("goal archive", goal=xp.id)
    assert "Nothing to do today" in (await ada.slash("today")).text


async def test_what_is_behind_comes_first(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "+1k wc by in 20 days", "200m wc by in 20 days")
    for day in range(5):
        await world.pass_time(24 * HOURS, step=6 * HOURS)
        world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000 + 100 * (day + 1))

    text = (await ada.slash("today")).text

    assert text.index("200m Woodcutting xp") < text.index("1,001,000 Woodcutting xp")
    assert "behind" in text


async def test_whoever_has_nothing_is_told_how_to_begin(world: BotWorld, ada: FakeUser) -> None:
    nobody = await ada.slash("today")
    await follow(world, ada)
    nothing = await ada.slash("today")

    assert "/character add" in nobody.text
    assert "/goal add" in nothing.text


async def test_a_long_day_is_turned_by_its_owner_alone_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    trained = skills(world, "Zezima", 12)
    await follow(world, ada)
    await aim(world, ada, *(f"99 {skill}" for skill in trained))
    first = await ada.slash("today", share=True, in_=place)
    before = first.text
    await world.restart()

    refused = await press(first, "Next", by=bob)
    second = await press(first, "Next", by=ada)

    assert not first.ephemeral
    assert "page 1 of 2" in before
    assert refused.ephemeral
    assert refused.text.startswith("This is not yours.")
    assert second.changed_the_message
    assert [skill for skill in trained if skill in before or skill in second.text] == list(trained)


async def test_a_page_whose_goals_are_gone_is_the_last_one_that_there_is(
    world: BotWorld, ada: FakeUser
) -> None:
    trained = skills(world, "Zezima", 12)
    character = await follow(world, ada)
    goals = await aim(world, ada, *(f"99 {skill}" for skill in trained))
    first = await ada.slash("today")
    for goal in goals[1:]:
        await world.goals.remove(await world.accounts.get(character.user), goal)

    answer = await press(first, "Next")

    assert f"99 {trained[0]}" in answer.text
    assert answer.buttons == []


async def test_people_see_their_own_day_alone(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    assert "Woodcutting" not in (await bob.slash("today")).text


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    break_store(world)

    assert "cannot reach its records" in (await ada.slash("today")).text


async def test_a_source_that_is_down_leaves_the_last_numbers(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc by 1 march")
    world.hiscores.forget("Zezima")
    await world.pass_time(30 * HOURS, step=HOURS)

    assert "99 Woodcutting" in (await ada.slash("today")).text
