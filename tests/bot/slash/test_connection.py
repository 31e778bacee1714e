"""The connection over the wire: lost, made afresh, given up; and a Discord that is down from the start."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.exits import Exit, Refusal
from bot.features import FEATURES
from bot.services import Services
from bot.slash.connection import CLOSE_SECONDS, FINISH_SECONDS, Connection, connected
from bot.slash.opening import new_client
from tests.bot.slash.bot_world import BotWorld, with_discord
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import reset, server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tests.fakes.hand_loop import StoppableLoop
from tests.world import World
from tracker.settings import DiscordSettings, Settings, StoreSettings
from tracker.store.opening import open_table
from tracker.store.sqlite import SqliteTable

Lines = list[dict[str, Any]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    with structlog.testing.capture_logs() as captured:
        yield captured


@pytest.fixture
async def discord(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running(clock) as discord:
        with pointed_at(discord):
            yield discord


@pytest.fixture
async def services(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Services]:
    async with World.of(sqlite_table, clock) as world:
        yield Services.of(world.settings, world.context, FEATURES)


def settings_of(discord: FakeDiscord, **changes: Any) -> DiscordSettings:  # noqa: ANN401 - of any kind
    return with_discord(Settings(), discord, **changes).discord


async def until(lines: Lines, event: str) -> dict[str, Any]:
    while not (found := [line for line in lines if line["event"].startswith(event)]):  # noqa: ASYNC110 - a log sets no event
        await asyncio.sleep(0.005)
    return found[0]


async def test_a_wrong_token_ends_the_service_and_names_the_setting(
    discord: FakeDiscord, services: Services
) -> None:
    settings = settings_of(discord, token="wrong.token")  # noqa: S106 - a wrong one
    client = new_client(settings, [])
    client.serve(services)

    async with connected(client, settings) as connection:
        with pytest.raises(Refusal, match="QUESTLOG_DISCORD__TOKEN") as refused:
            await connection

    assert refused.value.exit_code is Exit.CONFIG
    assert "wrong.token" not in str(refused.value)


@pytest.mark.parametrize(
    ("code", "exit_code", "words"),
    [(4004, Exit.CONFIG, "TOKEN"), (4011, Exit.CONFIG, "sharded"), (4012, Exit.DISCORD, "4012")],
)
async def test_a_connection_that_discord_closes_for_good_ends_the_service(
    discord: FakeDiscord, services: Services, code: int, exit_code: Exit, words: str
) -> None:
    settings = settings_of(discord)
    client = new_client(settings, [])
    client.serve(services)
    async with connected(client, settings) as connection:
        await discord.gateway.until_ready()
        discord.gateway.close(code)
        with pytest.raises(Refusal, match=words) as refused:
            await connection

    assert refused.value.exit_code is exit_code


@pytest.mark.parametrize("fault", [server_error(503), reset()], ids=["503", "reset"])
async def test_a_discord_that_is_down_at_the_start_is_tried_again(
    discord: FakeDiscord,
    services: Services,
    lines: Lines,
    fault: Any,  # noqa: ANN401 - a fault
) -> None:
    settings = settings_of(discord, give_up_seconds=1)
    client = new_client(settings, [])
    client.serve(services)
    discord.stay_wrong(fault, on="GET /users/@me")

    async with connected(client, settings) as connection:
        await until(lines, "discord not connected")
        discord.recover()
        await until(lines, "discord ready")
        assert not connection.done()


async def test_a_gateway_that_is_down_at_the_start_is_tried_again(
    discord: FakeDiscord, services: Services, lines: Lines
) -> None:
    settings = settings_of(discord)
    client = new_client(settings, [])
    client.serve(services)
    discord.gateway.refuse()

    async with connected(client, settings) as connection:
        await until(lines, "discord not connected")
        discord.gateway.accept()
        await until(lines, "discord ready")
        assert not connection.done()


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed(world: BotWorld, ada: FakeUser) -> None:
    for _ in range(3):
        world.discord.gateway.drop()
        answer = await ada.slash("settings show")
        assert "UTC" in answer.text

    assert len(world.discord.gateway.identified) == 1


async def test_a_dead_address_for_resuming_is_left_for_a_fresh_connection(
    sqlite_table: SqliteTable, clock: HandClock, lines: Lines
) -> None:
    """The library would try that one address for ever, and say all the while that it is ready."""
    async with BotWorld.on_discord(sqlite_table, clock, give_up_seconds=3) as world:
        ada = world.discord.user("ada")
        world.discord.gateway.refuse(resume_only=True)
        world.discord.gateway.drop()

        await until(lines, "discord connection lost; made afresh")
        await world.discord.gateway.until(identifies=2)
        answer = await ada.slash("settings show")

    assert "UTC" in answer.text


async def test_a_gateway_that_stays_away_ends_the_service_with_its_own_code(
    discord: FakeDiscord, services: Services, lines: Lines
) -> None:
    settings = settings_of(discord, give_up_seconds=1)
    client = new_client(settings, [])
    client.serve(services)
    async with connected(client, settings) as connection:
        await until(lines, "discord ready")
        discord.gateway.refuse()
        discord.gateway.drop()
        with pytest.raises(Refusal, match="lost for 1 s") as refused:
            await connection

    assert refused.value.exit_code is Exit.DISCORD
    assert "discord connection lost; made afresh" in [line["event"] for line in lines]


async def test_it_tries_to_log_in_as_often_as_it_takes(
    discord: FakeDiscord, services: Services, lines: Lines
) -> None:
    discord.stay_wrong(server_error(503), on="GET /users/@me")
    settings = settings_of(discord)
    client = new_client(settings, [])
    client.serve(services)

    task = asyncio.create_task(Connection(client, settings, chance=lambda: -1.0).stay())  # no wait at all
    while len(discord.asked("GET /users/@me")) < 3:  # noqa: ASYNC110 - a list sets no event
        await asyncio.sleep(0.005)
    discord.recover()
    await until(lines, "discord ready")
    task.cancel()
    await asyncio.wait([task])

    assert [line["event"] for line in lines].count("discord not connected; tried again soon") >= 3


def test_it_leaves_within_a_second_even_when_discord_does_not_say_goodbye(
    tmp_path: Path, clock: HandClock, lines: Lines
) -> None:
    """The library would wait ten for an answer."""
    with asyncio.Runner(loop_factory=StoppableLoop) as runner:
        assert runner.run(seconds_to_leave(tmp_path, clock, lines)) <= FINISH_SECONDS + 2 * CLOSE_SECONDS


async def seconds_to_leave(folder: Path, clock: HandClock, lines: Lines) -> float:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StoppableLoop)
    async with (
        open_table(StoreSettings(path=folder / "questlog.db"), clock=clock) as table,
        World.of(table, clock) as world,
        FakeDiscord.running(clock) as discord,
    ):
        with pointed_at(discord):
            settings = settings_of(discord)
            client, before = new_client(settings, []), asyncio.all_tasks()
            client.serve(Services.of(world.settings, world.context, FEATURES))
            async with connected(client, settings):
                await until(lines, "discord ready")
                discord.gateway.fall_silent()
                loop.hurry()
                leaving = loop.time()
            took = loop.time() - leaving
            await asyncio.sleep(0.05)
            left = asyncio.all_tasks() - before
            assert {task for task in left if "discord" in task.get_name().lower()} == set()
            return took


async def test_several_connections_where_discord_asks_for_them(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with BotWorld.on_discord(sqlite_table, clock, FEATURES, sharded=True) as world:
        ada = world.discord.user("ada")
        answer = await ada.slash("settings show")

    assert "UTC" in answer.text
    assert world.discord.gateway.identified[0]["shard"] == [0, 1]
