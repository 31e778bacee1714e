"""`questlog run` as a real process, with Discord on loopback: how soon it is there, and how it ends."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.mother import mother
from tests.bot.service import Service, addresses, environment, fresh_service, get, service
from tests.fakes.discord.server import FakeDiscord
from tests.patience import PATIENCE


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        yield discord


async def ended(running: Service) -> int:
    return await asyncio.to_thread(running.ended)


async def test_it_answers_as_soon_as_it_has_started(discord: FakeDiscord, tmp_path: Path) -> None:
    ada = discord.user("ada")
    with fresh_service(tmp_path, **addresses(discord)) as running:
        await asyncio.to_thread(running.until, "discord ready")
        shown = await ada.slash("settings show")
        running.signal(signal.SIGTERM)
        assert await ended(running) == Exit.OK

    assert "UTC" in shown.text
    assert {"ready", "stopped"} <= set(running.events)
    assert discord.token not in json.dumps(running.lines)


async def test_it_stops_also_when_discord_does_not_say_goodbye(discord: FakeDiscord, tmp_path: Path) -> None:
    with service(tmp_path, **addresses(discord)) as running:
        await asyncio.to_thread(running.until, "discord ready")
        discord.gateway.fall_silent()
        running.signal(signal.SIGTERM)
        assert await ended(running) == Exit.OK

    assert not [line for line in running.lines if line.get("level") in ("warning", "error")]


async def test_without_a_token_it_runs_and_says_how_to_turn_discord_on(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        line = await asyncio.to_thread(running.until, "discord off")
        await asyncio.to_thread(running.ready)
        running.signal(signal.SIGTERM)
        assert await ended(running) == Exit.OK

    assert "QUESTLOG_DISCORD__TOKEN" in line["turn_on"]


async def test_a_wrong_token_ends_it_with_the_code_of_a_wrong_configuration(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    wrong = addresses(discord, QUESTLOG_DISCORD__TOKEN="MTIz.wrong")  # noqa: S106 - a wrong one
    with service(tmp_path, **wrong) as running:
        assert await ended(running) == Exit.CONFIG

    said = " ".join(running.events)
    assert "QUESTLOG_DISCORD__TOKEN" in said
    assert "MTIz.wrong" not in said


async def test_a_discord_that_is_down_does_not_keep_it_from_working(tmp_path: Path) -> None:
    down = {
        "QUESTLOG_DISCORD__TOKEN": "MTIz.token",
        "QUESTLOG_DISCORD__API_URL": "http://127.0.0.1:9/api/v10",
        "QUESTLOG_DISCORD__GATEWAY_URL": "ws://127.0.0.1:9",
    }
    with service(tmp_path, **down) as running:
        url = await asyncio.to_thread(running.ready)
        await asyncio.to_thread(running.until, "discord not connected")
        status, body = await asyncio.to_thread(get, f"{url}/readyz")
        running.signal(signal.SIGTERM)
        assert await ended(running) == Exit.OK

    assert (status, json.loads(body)["parts"]["discord"]) == (200, "not connected")


async def test_a_connection_that_is_lost_is_seen_from_outside_and_does_not_make_it_unready(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    with service(tmp_path, **addresses(discord)) as running:
        url = await asyncio.to_thread(running.ready)
        await asyncio.to_thread(running.until, "discord ready")
        assert await seen_as("ok", url) == 200
        discord.gateway.refuse()
        discord.gateway.drop()
        assert await seen_as("not connected", url) == 200
        discord.gateway.accept()
        assert await seen_as("ok", url) == 200


async def seen_as(state: str, url: str) -> int:
    """The status of `/readyz` once it says this of Discord."""
    async with asyncio.timeout(PATIENCE):
        while True:
            status, body = await asyncio.to_thread(get, f"{url}/readyz")
            if json.loads(body)["parts"]["discord"] == state:
                return status


async def test_a_connection_that_stays_lost_ends_it_with_a_code_of_its_own(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    with service(tmp_path, **addresses(discord, QUESTLOG_DISCORD__GIVE_UP_SECONDS="1")) as running:
        await asyncio.to_thread(running.until, "discord ready")
        discord.gateway.refuse()
        discord.gateway.drop()
        assert await ended(running) == Exit.DISCORD == 7


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("GATEWAY_URL", "https://gateway.example.org", "wss://"),
        ("GUILD_IDS", "[0]", "discord.guild_ids"),
        ("TOKEN", "two words", "discord.token"),
        ("GIVE_UP_SECONDS", "0", "discord.give_up_seconds"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, name: str, value: str, words: str) -> None:
    done = mother().run_now(["run"], tmp_path, environment(**{f"QUESTLOG_DISCORD__{name}": value}))

    assert done.returncode == Exit.CONFIG
    assert words in done.stderr
    assert "two words" not in done.stderr


def test_a_command_does_not_load_the_library_for_discord(tmp_path: Path) -> None:
    """It takes half a second, and every command would pay for it."""
    loaded = "bot.app, bot.cli.run, bot.goals.cli, bot.cli.dispatch, bot.channels.cli, bot.cli.doctor"
    asked = f"import sys, {loaded}; print('discord' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=tmp_path,
        env={**environment(), "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "False"
