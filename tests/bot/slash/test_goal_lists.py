"""`/goal list` and `/goal show` over the wire: where goals stand, for their owner alone."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import EVIL, aim, break_store, done, follow, goals_of, press, skills
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.store.sqlite import SqliteTable

NOT_YOURS = "This is not yours."


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


# Listing


async def test_the_list_shows_where_goals_stand(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc", "200m wc")

    answer = await ada.slash("goal list")

    assert answer.ephemeral
    assert "2 goals" in answer.text
    assert "99 Woodcutting" in answer.text
    assert "200m Woodcutting xp" in answer.text


async def test_an_empty_list_says_what_to_do_next(world: BotWorld, ada: FakeUser) -> None:
    nobody = await ada.slash("goal list")
    await follow(world, ada)
    no_goals = await ada.slash("goal list")

    assert "/character add" in nobody.text
    assert "/goal add" in no_goals.text
    assert "/character add" not in no_goals.text


async def test_a_long_list_is_turned_by_its_owner_alone_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    trained = skills(world, "Zezima", 10)
    await follow(world, ada)
    await aim(world, ada, *(f"99 {skill}" for skill in trained))
    first = await ada.slash("goal list", share=True, in_=place)
    await world.restart()

    refused = await press(first, "Next", by=bob)
    before = first.text
    second = await press(first, "Next", by=ada)

    assert not first.ephemeral
    assert "page 1 of 2" in before
    assert refused.ephemeral
    assert refused.text.startswith(NOT_YOURS)
    assert await world.account_of(bob) is None
    assert second.changed_the_message
    assert "page 2 of 2" in second.text
    shown = [skill for skill in trained if skill in before or skill in second.text]
    assert shown == list(trained)


async def test_a_list_of_one_character_stays_with_it_when_pages_are_turned(
    world: BotWorld, ada: FakeUser
) -> None:
    trained = skills(world, "Zezima", 9)
    character = await follow(world, ada)
    await follow(world, ada, "Iron Ada")
    await aim(world, ada, *(f"99 {skill}" for skill in trained), character="Zezima")
    await aim(world, ada, "99 wc", character="Iron Ada")

    first = await ada.slash("goal list", character="Zezima")
    text = first.text
    second = await press(first, "Next")

    assert "Goals of Zezima" in text
    assert "9 goals" in text
    assert "Iron Ada" not in text + second.text
    await world.characters.remove(character.user, character)
    assert "no longer among your characters" in (await press(first, "Back")).text


async def test_archived_goals_are_listed_when_asked_for(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc", "200m wc")
    await ada.slash("goal archive", goal=(await goals_of(world, ada))[0].id)

    assert "1 goal\n" in (await ada.slash("goal list")).text
    assert "2 goals" in (await ada.slash("goal list", archived=True)).text


async def test_people_see_their_own_goals_alone(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await follow(world, ada)
    [goal] = await aim(world, ada, "99 wc")
    await follow(world, bob, "Iron Bob")

    assert "Woodcutting" not in (await bob.slash("goal list")).text
    for command in ("show", "edit", "pause", "resume", "archive", "remove"):
        assert await bob.autocomplete(f"goal {command}", goal="") == []
        options = {"frequency": "off"} if command == "edit" else {}
        answer = await bob.slash(f"goal {command}", goal=goal.id, **options)
        assert "You have no goal" in answer.text
        assert "Zezima" not in answer.text
    assert await goals_of(world, ada) == [goal]


async def test_a_list_from_a_store_that_is_down_says_so_and_works_again(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    break_store(world)

    assert "cannot reach its records" in (await ada.slash("goal list")).text
    assert "99 Woodcutting" in (await ada.slash("goal list")).text


# Showing


async def test_a_goal_is_shown_with_its_chart(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    answer = await done(await ada.slash("goal show", goal="wc"))

    assert answer.ephemeral
    assert "99 Woodcutting" in answer.text
    [chart] = answer.attachments
    assert chart.filename == "goal.png"
    assert "99 Woodcutting, Zezima" in str(chart.description)


async def test_a_chart_that_takes_long_is_waited_for_and_shared_when_asked(
    world: BotWorld, ada: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    world.client.defer_seconds = 0.0

    answer = await done(await ada.slash("goal show", goal="wc", share=True, in_=place))

    assert answer.deferred
    assert not answer.ephemeral
    assert len(answer.attachments) == 1


async def test_a_goal_that_is_not_there_names_those_that_are(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc", "200m wc")

    unknown = await ada.slash("goal show", goal=EVIL)
    unclear = await ada.slash("goal show", goal="wc")

    assert "You have no goal" in unknown.text
    assert "99 Woodcutting of Zezima" in unknown.text
    assert "@everyone" not in unknown.text
    assert "Say which, by its id" in unclear.text


async def test_goals_are_suggested_by_what_they_are_about_and_whose_they_are(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    [level, xp] = await aim(world, ada, "99 wc", "200m wc")

    for typed in ("", "wc", "zez wood", level.id):
        found = await ada.autocomplete("goal show", goal=typed)
        assert found[0].value == level.id
        assert found[0].name == "99 Woodcutting · Zezima"
    [second] = await ada.autocomplete("goal show", goal="200m")
    assert second.value == xp.id
    assert await ada.autocomplete("goal show", goal="zulrah") == []


async def test_each_command_suggests_the_goals_that_it_can_do_something_with(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    [active, paused, archived] = await aim(world, ada, "99 wc", "100m wc", "200m wc")
    await ada.slash("goal pause", goal=paused.id)
    await ada.slash("goal archive", goal=archived.id)

    async def suggested(command: str) -> list[object]:
        return [choice.value for choice in await ada.autocomplete(f"goal {command}", goal="")]

    assert await suggested("show") == await suggested("remove") == [active.id, paused.id, archived.id]
    assert await suggested("edit") == await suggested("archive") == [active.id, paused.id]
    assert await suggested("pause") == [active.id]
    assert await suggested("resume") == [paused.id]
