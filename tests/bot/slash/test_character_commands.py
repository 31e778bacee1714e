"""`/character` over the wire: who is followed, who cannot be and why, and who is followed no longer."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, aim, break_store, done, follow, goals_of, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.web_faults import Fault, blocked, rate_limited, server_error, slow_headers
from tracker.goals.characters.service import LOOKS
from tracker.store.sqlite import SqliteTable

NOT_YOURS = "This is not yours."


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def names(world: BotWorld, user: FakeUser) -> list[str]:
    found = await world.account_of(user)
    return [] if found is None else [one.name for one in await world.characters.list(found.id)]


# Adding


@pytest.mark.parametrize("runs_it", [True, False])
async def test_only_those_who_run_it_may_have_the_hiscores_asked_as_often_as_they_like(
    sqlite_table: SqliteTable, clock: HandClock, *, runs_it: bool
) -> None:
    async with FakeDiscord.running(clock) as discord:
        ada = discord.user("ada")
        owners = [ada.id] if runs_it else [discord.owner.id]
        async with BotWorld.on_discord(sqlite_table, clock, discord=discord, owner_ids=owners) as world:
            for number in range(LOOKS.most + 1):
                world.hiscores.osrs(f"Bob {number}")
                last = await ada.slash("character add", name=f"Bob {number}")

    assert ("You follow" in last.text, "That was quick" in last.text) == (runs_it, not runs_it)


async def test_a_character_of_the_hiscores_is_followed(world: BotWorld, ada: FakeUser) -> None:
    world.hiscores.osrs("Zezima")

    answer = await ada.slash("character add", name="Zezima")

    assert answer.ephemeral
    assert "You follow Zezima now" in answer.text
    assert "Old School RuneScape" in answer.text
    assert "/goal add" in answer.text
    assert await names(world, ada) == ["Zezima"]


async def test_game_and_mode_can_be_said(world: BotWorld, ada: FakeUser) -> None:
    world.hiscores.osrs("Iron Bob", "hardcore")
    world.hiscores.rs3("Bob")

    hardcore = await ada.slash("character add", name="iron bob", mode="hcim")
    of_another_game = await ada.slash("character add", name="Bob", game="rs3")

    assert "hardcore" in hardcore.text
    assert "RuneScape 3" in of_another_game.text
    found = await world.characters.list((await account(world, ada)).id)
    assert {(one.game, one.mode) for one in found} == {("osrs", "hardcore"), ("rs3", "main")}


async def test_whoever_comes_for_the_first_time_is_asked_for_their_zone_afterwards(
    world: BotWorld, ada: FakeUser
) -> None:
    world.hiscores.osrs("Zezima")

    answer = await ada.slash("character add", name="Zezima")

    await answer.until(lambda it: it.followups != [])
    assert "Which clocks do you follow?" in answer.followups[0].text


async def test_nobody_is_followed_twice(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    answer = await ada.slash("character add", name="ZEZIMA")

    assert "Zezima is among your characters already" in answer.text
    assert await names(world, ada) == ["Zezima"]


@pytest.mark.parametrize(
    ("fault", "said", "what_to_do"),
    [
        (None, "do not list ghost", "may be spelled differently"),
        (server_error(), "status 503", "try again later"),
        (blocked(), "blocked this machine", "try again later"),
        (rate_limited("30"), "asked for fewer requests", "try again later"),
        (slow_headers(60), "did not answer", "try again later"),
    ],
    ids=["not found", "down", "blocked", "rate limited", "slow"],
)
async def test_a_failing_source_says_what_it_was_and_what_to_do(
    world: BotWorld, ada: FakeUser, fault: Fault | None, said: str, what_to_do: str
) -> None:
    if fault is not None:
        world.hiscores.osrs("ghost")
        world.hiscores.stay_wrong(fault)

    answer = await done(await ada.slash("character add", name="ghost"))

    assert answer.ephemeral
    assert "Nothing was added." in answer.text
    assert said in answer.text
    assert what_to_do in answer.text
    assert await names(world, ada) == []


@pytest.mark.parametrize(
    ("error", "said"),
    [("PROFILE_PRIVATE", "private"), ("NOT_A_MEMBER", "member"), ("NO_PROFILE", "name may be wrong")],
)
async def test_a_character_that_is_hidden_says_why(
    world: BotWorld, ada: FakeUser, error: str, said: str
) -> None:
    world.hiscores.no_profile("Hidden", error)

    answer = await done(await ada.slash("character add", name="Hidden", game="rs3"))

    assert said in answer.text
    assert await names(world, ada) == []


async def test_slow_hiscores_are_waited_for(world: BotWorld, ada: FakeUser) -> None:
    world.client.defer_seconds = 0.01
    world.hiscores.osrs("Zezima")
    world.hiscores.go_wrong(slow_headers(0.1))

    answer = await ada.slash("character add", name="Zezima")

    assert answer.deferred
    assert "You follow Zezima now" in (await done(answer)).text


@pytest.mark.parametrize(
    "name", ["", "@everyone", "[x](https://evil.example)", "a" * 13, "\u202egnp.exe", "`x`"]
)
async def test_what_no_character_can_be_called_is_refused_and_harmless(
    world: BotWorld, ada: FakeUser, name: str
) -> None:
    answer = await ada.slash("character add", name=name or " ")

    assert "@everyone" not in answer.text
    assert "https://" not in answer.text
    assert world.hiscores.asked == []
    assert await names(world, ada) == []


async def test_a_mode_that_is_not_there_names_those_that_are(ada: FakeUser) -> None:
    answer = await ada.slash("character add", name="Zezima", mode="wooden")

    assert "ultimate" in answer.text


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser) -> None:
    world.hiscores.osrs("Zezima")
    await ada.slash("settings show")
    break_store(world)

    answer = await ada.slash("character add", name="Zezima")

    assert "cannot reach its records" in answer.text
    assert "secret-host" not in answer.text


async def test_too_many_in_a_minute_have_to_wait(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    world.hiscores.osrs("Zezima")
    texts = [(await ada.slash("character add", name="Zezima")).text for _ in range(11)]

    assert "Please wait" in texts[-1]
    assert not any("Please wait" in text for text in texts[:-1])
    assert "You follow Zezima now" in (await bob.slash("character add", name="Zezima")).text


# Listing


async def test_the_list_of_nobody_says_how_to_begin(ada: FakeUser) -> None:
    assert "/character add" in (await ada.slash("character list")).text


async def test_the_list_shows_where_they_are_from_and_their_goals(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    answer = await ada.slash("character list")

    assert answer.ephemeral
    assert "Zezima" in answer.text
    assert "1 goal" in answer.text


async def test_a_list_can_be_shared_and_is_turned_by_its_owner_alone_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    await ada.slash("settings show")
    user = await account(world, ada)
    for number in range(13):
        world.hiscores.osrs(f"Alt {number}")
        await world.character(user, f"Alt {number}")
    shared = await ada.slash("character list", share=True, in_=place)
    assert not shared.ephemeral
    assert "13 characters" in shared.text
    assert "Alt 9" not in shared.text
    await world.restart()

    refused = await press(shared, "Next", by=bob)
    turned = await press(shared, "Next", by=ada)

    assert refused.ephemeral
    assert refused.text.startswith(NOT_YOURS)
    assert turned.changed_the_message
    assert "Alt 9" in turned.text


# Renaming


async def test_a_renamed_character_keeps_its_goals(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    world.hiscores.osrs("Zez Two").train("Woodcutting", 1_000_500)

    answer = await ada.slash("character rename", character="zezima", name="Zez Two")

    assert "Zezima is Zez Two now" in answer.text
    assert await names(world, ada) == ["Zez Two"]
    assert "Zez Two" in (await ada.slash("goal list")).text


async def test_one_with_less_is_taken_for_another_unless_wanted_anyway(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    world.hiscores.osrs("Young").train("Woodcutting", 10)

    refused = await ada.slash("character rename", character="Zezima", name="Young")
    done_anyway = await ada.slash("character rename", character="Zezima", name="Young", anyway=True)

    assert "looks like another character" in refused.text
    assert "anyway" in refused.text
    assert "Zezima is Young now" in done_anyway.text


async def test_a_new_name_that_nobody_has_changes_nothing(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    answer = await ada.slash("character rename", character="Zezima", name="Ghost")

    assert "do not list ghost" in answer.text
    assert "Nothing was changed." in answer.text
    assert await names(world, ada) == ["Zezima"]


async def test_one_that_is_not_followed_is_not_renamed(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    assert (
        "did you mean Zezima?" in (await ada.slash("character rename", character="Zezimo", name="Bob")).text
    )


# Removing


async def test_removing_asks_first_and_tells_what_goes(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc", "200m wc")

    question = await ada.slash("character remove", character="Zezima")

    assert question.ephemeral
    assert "with 2 goals" in question.text
    assert "cannot be undone" in question.text
    assert await names(world, ada) == ["Zezima"]
    kept = await press(question, "Keep it")
    assert "Nothing was changed." in kept.text
    assert kept.buttons == []
    assert await names(world, ada) == ["Zezima"]


async def test_yes_removes_it_with_its_goals_also_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    question = await ada.slash("character remove", character="Zezima")
    await world.restart()

    gone = await press(question, "Yes, remove it")

    assert gone.changed_the_message
    assert "Zezima is removed, with 1 goal." in gone.text
    assert await names(world, ada) == []
    assert await goals_of(world, ada) == []


async def test_a_character_that_is_gone_meanwhile_takes_no_other_with_it(
    world: BotWorld, ada: FakeUser
) -> None:
    """The one that is called so now is another one."""
    old = await follow(world, ada)
    question = await ada.slash("character remove", character="Zezima")
    await world.characters.remove(old.user, old)
    world.hiscores.osrs("Zezima", "ironman")
    await ada.slash("character add", name="Zezima", mode="ironman")

    answer = await press(question, "Yes, remove it")

    assert "no longer among your characters" in answer.text
    assert await names(world, ada) == ["Zezima"]


# While typing


async def test_ones_own_characters_are_suggested_and_nobody_elses(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await follow(world, ada)
    await follow(world, bob, "Iron Bob")

    for command in ("character rename", "character remove", "goal list"):
        [hers] = await ada.autocomplete(command, character="")
        assert hers.value == "Zezima"
        assert hers.name == "Zezima · Old School RuneScape"
        assert await ada.autocomplete(command, character="iron") == []


async def test_two_of_one_name_are_told_apart(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    world.hiscores.osrs("Zezima", "ironman")
    await ada.slash("character add", name="Zezima", mode="ironman")

    choices = await ada.autocomplete("character remove", character="zez")

    assert [choice.value for choice in choices] == ["Zezima", "zezima@ironman"]
    [main, iron] = [await ada.slash("character remove", character=one.value) for one in choices]
    await press(iron, "Yes, remove it")
    [left] = await world.characters.list((await account(world, ada)).id)
    assert left.mode == "main"
    await press(main, "Yes, remove it")
    assert await names(world, ada) == []


async def test_one_that_has_an_old_name_of_another_is_not_mistaken_for_it(
    world: BotWorld, ada: FakeUser
) -> None:
    """The id of one is the name of the other."""
    await follow(world, ada)
    world.hiscores.osrs("Renamed").train("Woodcutting", 1_000_000)
    await ada.slash("character rename", character="Zezima", name="Renamed")
    await ada.slash("character add", name="Zezima")

    choices = await ada.autocomplete("character remove", character="")

    titles = [(await ada.slash("character remove", character=one.value)).text for one in choices]
    assert [title.split("?")[0] for title in titles] == ["### Remove Renamed", "### Remove Zezima"]


async def test_modes_are_those_of_the_game(ada: FakeUser) -> None:
    old_school = await ada.autocomplete("character add", mode="")
    other = await ada.autocomplete("character add", game="rs3", mode="")

    assert "seasonal" in [choice.value for choice in old_school]
    assert [choice.value for choice in other] == ["main", "ironman", "hardcore"]
    [league] = await ada.autocomplete("character add", mode="league")
    assert league.name == "Old School leagues"


async def test_typing_makes_nobody_an_account(world: BotWorld, ada: FakeUser) -> None:
    for command in ("character rename", "character remove"):
        assert await ada.autocomplete(command, character="z") == []
    await ada.autocomplete("character add", mode="")

    assert await world.account_of(ada) is None


async def test_a_store_that_is_down_suggests_nothing(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    break_store(world)

    assert await ada.autocomplete("character remove", character="") == []
    assert len(await ada.autocomplete("character remove", character="")) == 1
