"""The client: what it asks Discord for, where its commands work, and how it copes with many at once."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import structlog
from discord import app_commands, ui

from bot.slash.answers import Interaction, answer
from bot.slash.help import in_parts
from bot.slash.notice import notice
from bot.slash.part import SlashPart
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import aim, follow
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.sessions import GUILD_MESSAGES
from tests.fakes.discord.users import FakeUser
from tests.fakes.loop_time import linger
from tests.patience import PATIENCE
from tracker.store.sqlite import SqliteTable

Lines = list[dict[str, Any]]


class OldButton(ui.DynamicItem[ui.Button[Any]], template="ql:old"):
    """Of a version that is gone: nobody answers it."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Old", custom_id="ql:old"))


@app_commands.command(name="old")
async def old(interaction: Interaction) -> None:
    """Show an old button"""
    await answer(interaction, notice("old", below=ui.ActionRow(OldButton())))


@pytest.fixture
def last_moment() -> asyncio.Event:
    """When `/slow` answers."""
    return asyncio.Event()


@pytest.fixture
async def world(
    sqlite_table: SqliteTable, clock: HandClock, last_moment: asyncio.Event
) -> AsyncIterator[BotWorld]:
    @app_commands.command(name="slow")
    async def slow(interaction: Interaction) -> None:
        """Take a while"""
        await last_moment.wait()
        await answer(interaction, notice("done"))

    more = [SlashPart(commands=(old, slow))]
    async with BotWorld.on_discord(sqlite_table, clock, more=more) as world:
        yield world


@pytest.fixture
def lines() -> Iterator[Lines]:
    with structlog.testing.capture_logs() as captured:
        yield captured


async def test_it_listens_to_nothing_but_interactions_and_messages_on_servers(world: BotWorld) -> None:
    [identified] = world.discord.gateway.identified

    assert identified["intents"] == GUILD_MESSAGES


async def test_it_keeps_no_messages_and_no_members(world: BotWorld) -> None:
    assert list(world.client.cached_messages) == []
    assert world.client._connection.max_messages is None
    assert not world.client._connection.member_cache_flags


async def test_it_opens_a_limited_number_of_connections(world: BotWorld) -> None:
    assert world.client.http.connector.limit == 32


async def test_every_command_works_on_servers_and_for_people_who_installed_it(world: BotWorld) -> None:
    """But for what is about a server: that works where the bot is a member, and nowhere else."""
    for command in world.discord.commands:
        for_servers = command["name"] == "server"
        assert command["contexts"] == ([0] if for_servers else [0, 1, 2])
        assert command["integration_types"] == ([0] if for_servers else [0, 1])


async def test_it_answers_on_a_server_in_a_dm_and_in_a_private_channel(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    clan = world.discord.guild("clan")
    for place in (clan.channel, ada.dm, world.discord.private_channel(ada, bob)):
        shown = await ada.slash("settings show", in_=place)
        assert "UTC" in shown.text
        assert shown.ephemeral


async def test_it_answers_on_a_server_that_has_not_installed_it_to_those_who_have(
    world: BotWorld, ada: FakeUser
) -> None:
    elsewhere = world.discord.guild("elsewhere", installed=False)

    assert (await ada.slash("settings show", in_=elsewhere.channel)).ephemeral


async def test_a_button_of_an_earlier_version_says_so(ada: FakeUser) -> None:
    pressed = await (await ada.slash("old")).click("Old")

    assert "earlier version" in pressed.text
    assert pressed.ephemeral


def mentioned(shown: Answer) -> set[tuple[str, str]]:
    """In all messages that it takes."""
    text = "".join([shown.text, *(one.text for one in shown.followups)])
    return set(re.findall(r"</([a-z -]+):(\d+)>", text))


async def test_help_lists_every_command_to_click_on_for_those_who_may(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    clan = world.discord.guild("clan")
    clan.permit(bob, "manage_guild")
    everything = world.discord.commands.names
    for_all = {name for name in everything if not name.startswith("server ")}
    ids = {command["name"]: command["id"] for command in world.discord.commands}

    for user, place, names in (
        (bob, clan.channel, everything),
        (ada, clan.channel, for_all),
        (bob, bob.dm, for_all),
    ):
        shown = await user.slash("help", in_=place)
        wanted = {(name, ids[name.split()[0]]) for name in names}
        await shown.until(lambda it, wanted=wanted: mentioned(it) == wanted)
        assert shown.ephemeral
        assert all(one.ephemeral for one in shown.followups)


def test_help_takes_as_many_messages_as_it_needs() -> None:
    lines = [f"{number:04}" * 20 for number in range(100)]

    parts = in_parts(lines)

    assert [line for part in parts for line in part.splitlines()] == lines
    assert all(0 < len(part) <= 3800 for part in parts)
    assert len(parts) == 3


MIX = (
    "goal list",
    "today",
    "gains",
    "settings show",
    "character list",
    "digest now",
    "channel list",
    "stats",
)


async def test_five_hundred_at_once_are_all_answered(world: BotWorld) -> None:
    """Of every kind: lists, charts, suggestions."""
    plain = ("goal list", "today", "gains", "settings show", "digest now", "channel list", "stats", "help")
    people = [world.discord.user(f"person{number}") for number in range(10)]
    for number, person in enumerate(people):
        await follow(world, person, f"Player {number}")
        await aim(world, person, "99 wc", "200m wc")
    people = people * 5

    commands = [person.slash(name) for person in people for name in plain]
    charts = [person.slash("goal show", goal="99 wc") for person in people]
    suggested = [person.autocomplete("goal show", goal="wc") for person in people]
    (*answers,) = await asyncio.gather(*commands, *charts)
    found = await asyncio.gather(*suggested)

    assert len(answers) + len(found) == 500
    assert all(answer.text and answer.ephemeral for answer in answers)
    assert all("Error" not in answer.text for answer in answers)
    assert all("**Expected**" in answer.text for answer in answers[len(commands) :])
    assert all(len(choices) == 2 for choices in found)
    assert world.discord.refusals == []


async def test_what_is_under_way_when_it_stops_is_still_answered(
    world: BotWorld, ada: FakeUser, last_moment: asyncio.Event
) -> None:
    asking = asyncio.create_task(ada.slash("slow"))
    while not world.client._work:  # noqa: ASYNC110 - a set sets no event
        await asyncio.sleep(0.001)
    stopping = asyncio.create_task(world.stop())
    await asyncio.sleep(0)  # it waits for half a second from here on
    linger(PATIENCE)
    last_moment.set()
    await stopping

    assert (await asking).text == "done"
    await world.start()


async def test_mentions_are_never_allowed(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("settings show")

    bodies = [asked.body for asked in world.discord.asked("/callback")]
    assert all(body["data"]["allowed_mentions"] == {"parse": []} for body in bodies)


async def test_the_token_is_in_no_line_of_the_log(world: BotWorld, ada: FakeUser, lines: Lines) -> None:
    await world.restart()
    await ada.slash("settings show")

    assert world.discord.token not in str(lines)
    assert world.discord.token not in repr(world.settings)
