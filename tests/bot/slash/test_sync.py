"""Discord is told of the commands when they have changed, and only then."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeAlias

import pytest
import structlog
from discord import app_commands

from bot.slash.answers import Interaction, answer
from bot.slash.notice import notice
from bot.slash.part import SlashPart
from bot.slash.sync import EVERYWHERE, ToldCommands, digest_of, told_commands
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import hang, server_error
from tests.fakes.discord.server import FakeDiscord
from tracker.store.entity import change
from tracker.store.keys import KeptKey
from tracker.store.sqlite import SqliteTable

Lines = list[dict[str, Any]]
Run: TypeAlias = Callable[..., AbstractAsyncContextManager[BotWorld]]


@app_commands.command(name="extra")
async def extra(interaction: Interaction) -> None:
    """One more command"""
    await answer(interaction, notice("extra"))


MORE = [SlashPart(commands=(extra,))]


@pytest.fixture
def lines() -> Iterator[Lines]:
    with structlog.testing.capture_logs() as captured:
        yield captured


@pytest.fixture
async def discord(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running(clock) as discord:
        yield discord


@pytest.fixture
def run(sqlite_table: SqliteTable, clock: HandClock, discord: FakeDiscord) -> Run:
    """The bot on one table and one Discord, from login to the end."""

    @asynccontextmanager
    async def running(more: Sequence[SlashPart] = (), **settings: Any) -> AsyncIterator[BotWorld]:  # noqa: ANN401 - of any kind
        async with BotWorld.on_discord(sqlite_table, clock, more=more, discord=discord, **settings) as world:
            yield world

    return running


async def test_the_first_start_tells_discord(run: Run, discord: FakeDiscord) -> None:
    async with run():
        pass

    assert discord.commands.syncs == 1
    assert {"settings timezone", "settings show", "help"} <= discord.commands.names


async def test_a_start_with_the_same_commands_tells_nothing(run: Run, discord: FakeDiscord) -> None:
    for _ in range(3):
        async with run():
            pass

    assert discord.commands.syncs == 1


async def test_a_new_command_is_told_and_one_that_is_gone_too(run: Run, discord: FakeDiscord) -> None:
    async with run():
        pass
    async with run(MORE):
        assert "extra" in discord.commands.names
    async with run():
        assert "extra" not in discord.commands.names

    assert discord.commands.syncs == 3


async def test_another_application_is_told_even_the_same_commands(
    run: Run,
    discord: FakeDiscord,
    sqlite_table: SqliteTable,
) -> None:
    async with run():
        pass
    told = (await told_commands(sqlite_table))[EVERYWHERE]
    await sqlite_table.update(change(ToldCommands, told.key, {"application": "1"}))

    async with run():
        pass

    assert discord.commands.syncs == 2


async def test_commands_for_one_server_are_seen_there_alone(run: Run, discord: FakeDiscord) -> None:
    clan = discord.guild("clan")

    async with run(guild_ids=(clan.id,)):
        assert {command["name"] for command in discord.commands.of(clan.id)} >= {"settings", "help"}

    assert list(discord.commands) == []


async def test_they_work_there(run: Run, discord: FakeDiscord) -> None:
    clan, ada = discord.guild("clan"), discord.user("ada")
    async with run(guild_ids=(clan.id,)):
        shown = await ada.slash("settings show", in_=clan.channel)

    assert "UTC" in shown.text


async def test_a_server_that_is_no_longer_listed_loses_its_own_commands(
    run: Run, discord: FakeDiscord
) -> None:
    clan = discord.guild("clan")
    async with run(guild_ids=(clan.id,)):
        pass
    async with run():
        assert discord.commands.of(clan.id) == []
        assert "help" in discord.commands.names
    async with run():
        pass

    assert discord.commands.syncs == 3


async def test_when_discord_does_not_take_them_the_bot_works_with_those_of_last_time(
    run: Run,
    discord: FakeDiscord,
    lines: Lines,
) -> None:
    ada = discord.user("ada")
    async with run():
        pass
    discord.go_wrong(server_error(503), on="PUT /applications")

    async with run(MORE):
        shown = await ada.slash("settings show")
    assert "UTC" in shown.text
    assert "commands not told to Discord" in [line["event"] for line in lines]

    async with run(MORE):
        assert "extra" in discord.commands.names


async def test_a_discord_that_hangs_over_them_does_not_keep_people_waiting(
    run: Run,
    discord: FakeDiscord,
) -> None:
    ada = discord.user("ada")
    async with run():
        pass
    discord.go_wrong(hang(), on="PUT /applications")

    async with run(MORE):
        shown = await ada.slash("settings show")

    assert "UTC" in shown.text


async def test_what_was_told_is_kept_with_the_ids_of_the_commands(
    run: Run,
    discord: FakeDiscord,
    sqlite_table: SqliteTable,
) -> None:
    async with run():
        pass

    told = (await told_commands(sqlite_table))[EVERYWHERE]
    assert told.ids == {command["name"]: command["id"] for command in discord.commands}
    assert told.application == str(discord.application_id)


async def test_a_record_that_cannot_be_read_is_told_again(
    run: Run,
    discord: FakeDiscord,
    sqlite_table: SqliteTable,
) -> None:
    key = KeptKey(f"discord-commands-{EVERYWHERE}").key
    await sqlite_table.put({"PK": key.pk, "SK": key.sk, "type": "kept", "digest": 7})

    async with run():
        pass

    assert discord.commands.syncs == 1
    assert EVERYWHERE in await told_commands(sqlite_table)


def test_the_order_of_commands_and_of_their_parts_does_not_matter() -> None:
    one, other = {"name": "a", "type": 1}, {"name": "b", "type": 1}

    assert digest_of([one, other]) == digest_of([other, dict(reversed(one.items()))])
    assert digest_of([one]) != digest_of([other])
