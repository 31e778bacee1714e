"""`/goal add` while it is typed, over the wire: what was understood, and how it may go on."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import EVIL, account, break_store, follow
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def test_the_first_choice_says_what_was_understood(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    [first] = await ada.autocomplete("goal add", goal="99 wc by 1 march")

    assert first.value == "99 wc by 1 march"
    assert first.name == ("99 Woodcutting by Monday 1 March 2100: 12,034,431 xp to go · 200,574 xp a day")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("500 zul", "500 Zulrah kc"),
        ("base 70", "base 70: 16,964,267 xp to go"),
        ("rank 10 wc", "rank 10 Woodcutting: 990 ranks to go"),
        ("99 wc then 200m", "99 Woodcutting, then 200m: 12,034,431 xp to go"),
        ("+1m wc", "2m Woodcutting xp: 1,000,000 xp to go"),
    ],
)
async def test_every_kind_of_goal_is_said_in_words(
    world: BotWorld, ada: FakeUser, typed: str, words: str
) -> None:
    await follow(world, ada)

    [first, *_] = await ada.autocomplete("goal add", goal=typed)

    assert (first.name, first.value) == (words, typed)


async def test_a_date_apart_is_part_of_what_was_understood(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    [first] = await ada.autocomplete("goal add", by="in 1 week", goal="99 wc", focus="goal")

    assert first.name.startswith("99 Woodcutting by Friday 8 January 2100")


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("wood", ["99 Woodcutting", "wood"]),
        ("99 wodcutting", ["99 woodcutting", "99 wodcutting"]),
        ("500 tombs of", ["500 tombs of", "500 Tombs of Amascut: Expert Mode"]),
        ("99 wood", ["99 wood"]),
    ],
)
async def test_names_of_skills_and_bosses_are_completed_and_corrected(
    world: BotWorld, ada: FakeUser, typed: str, suggested: list[str]
) -> None:
    await follow(world, ada)

    choices = await ada.autocomplete("goal add", goal=typed)

    assert [choice.value for choice in choices] == suggested


async def test_where_a_name_is_missing_some_are_offered(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    choices = await ada.autocomplete("goal add", goal="99")

    assert "99 Attack" in [choice.value for choice in choices]
    assert choices[-1].value == "99"
    assert "Which skill or boss" in choices[-1].name


async def test_a_refusal_is_a_hint_whose_choice_tells_it_in_full(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    [hint] = await ada.autocomplete("goal add", goal="10 wc")

    assert "reached already" in hint.name
    assert "reached already" in (await ada.slash("goal add", goal=str(hint.value))).text


async def test_before_anything_is_typed_there_are_examples_of_the_game(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    world.hiscores.rs3("Zezima")
    await ada.slash("character add", name="Zezima", game="rs3")

    old_school = await ada.autocomplete("goal add", character="zezima", goal="")
    other = await ada.autocomplete("goal add", character="zezima@rs3", goal="")

    assert "500 zulrah kc" in [choice.value for choice in old_school]
    assert "500 zulrah kc" not in [choice.value for choice in other]
    assert "99 woodcutting" in [choice.value for choice in other]


async def test_hints_say_what_has_to_be_done_first(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    [nobody] = await bob.autocomplete("goal add", goal="99 wc")
    await follow(world, ada)
    await follow(world, ada, "Iron Ada")
    [several] = await ada.autocomplete("goal add", goal="99 wc")
    [unknown] = await ada.autocomplete("goal add", character="Zezimo", goal="99 wc")

    assert "/character add" in nobody.name
    assert "Whose goal is it?" in several.name
    assert "did you mean Zezima?" in unknown.name
    assert {one.value for one in (nobody, several, unknown)} == {"99 wc"}


@pytest.mark.parametrize("typed", [EVIL, "x" * 150, "99 \u202ecw", "then then then", "-", "99 wc " * 20])
async def test_nothing_that_can_be_typed_breaks_the_suggestions(
    world: BotWorld, ada: FakeUser, typed: str
) -> None:
    await follow(world, ada)

    choices = await ada.autocomplete("goal add", goal=typed)

    assert all(choice.name.isprintable() for choice in choices)
    assert world.discord.refusals == []


async def test_dates_are_said_in_full_while_they_are_typed(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    usual = await ada.autocomplete("goal add", by="")
    [understood] = await ada.autocomplete("goal add", by="1 march")
    [unclear] = await ada.autocomplete("goal add", by="1/2")
    [without] = await ada.autocomplete("goal edit", by="none")

    assert usual[0].name == "in 1 week: Friday 8 January 2100"
    assert (understood.name, understood.value) == ("Monday 1 March 2100", "1 march")
    assert "1 february or 2 january" in unclear.name
    assert without.value == "none"


async def test_channels_are_ones_own(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await follow(world, ada)
    await bob.slash("settings show")
    user = await account(world, ada)
    await world.client.services.channels.add(user.id, "webhook", world.webhook.url)

    hers = await ada.autocomplete("goal add", channel="")
    his = await bob.autocomplete("goal add", channel="")

    assert [choice.value for choice in hers] == ["discord", "webhook", "default"]
    assert [choice.value for choice in his] == ["discord", "default"]


async def test_typing_makes_nobody_an_account(world: BotWorld, ada: FakeUser) -> None:
    for command, option in (
        ("goal add", "goal"),
        ("goal add", "character"),
        ("goal add", "by"),
        ("goal add", "channel"),
        ("goal list", "character"),
        ("goal show", "goal"),
        ("goal edit", "goal"),
        ("goal edit", "new"),
        ("goal pause", "goal"),
        ("goal resume", "goal"),
        ("goal archive", "goal"),
        ("goal remove", "goal"),
    ):
        await ada.autocomplete(command, **{option: "9"})

    assert await world.account_of(ada) is None


async def test_a_store_that_is_down_suggests_nothing(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    break_store(world)

    assert await ada.autocomplete("goal add", goal="99 wc") == []
