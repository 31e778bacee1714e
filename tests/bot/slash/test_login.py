"""A login without a gateway, over the wire: who the bot is, and each way in which there is none."""

import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from bot.slash.login import NoLogin, logged_in
from tests.bot.slash.bot_world import with_discord
from tests.fakes.discord import refusals as says
from tests.fakes.discord.faults import Fault, banned, hang, refused, reset, server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tracker.settings import DiscordSettings, Settings


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        with pointed_at(discord):
            yield discord


def settings_of(discord: FakeDiscord, **changes: Any) -> DiscordSettings:  # noqa: ANN401 - of any kind
    return with_discord(Settings(), discord, **changes).discord


async def failure(settings: DiscordSettings, seconds: float = 5.0) -> NoLogin:
    with pytest.raises(NoLogin) as failed:
        async with logged_in(settings, seconds=seconds):
            pytest.fail("it is logged in")
    return failed.value


async def test_it_knows_who_the_bot_is_and_leaves_gateway_and_commands_alone(discord: FakeDiscord) -> None:
    discord.guild("clan")

    async with logged_in(settings_of(discord)) as client:
        assert client.user
        assert client.user.name == "questlog"
        assert client.application
        assert client.application.approximate_guild_count == 1

    assert client.is_closed()
    assert [asked.line for asked in discord.requests] == ["GET /users/@me", "GET /oauth2/applications/@me"]
    assert discord.gateway.identified == []


async def test_a_refused_token_lasts_until_somebody_sets_another_and_is_not_repeated(
    discord: FakeDiscord,
) -> None:
    failed = await failure(settings_of(discord, token="wrong.token"))  # noqa: S106 - a wrong one

    assert (failed.why, failed.lasts) == ("Discord does not accept the token", True)
    assert "QUESTLOG_DISCORD__TOKEN" in failed.remedy
    assert "wrong.token" not in str(failed)


@pytest.mark.parametrize(
    ("fault", "words", "lasts"),
    [
        (server_error(503), "Discord is too busy (503)", False),
        (banned(), "Discord is too busy (429)", False),
        (reset(), "Discord could not be reached", False),
        (refused(says.QUARANTINED), "Discord has blocked the bot (20026)", True),
        (refused(says.NOT_FOUND), "what answers at http://127.0.0.1:", True),
    ],
    ids=["503", "cloudflare", "reset", "blocked", "404"],
)
async def test_what_goes_wrong_is_said_and_whether_it_passes(
    discord: FakeDiscord, fault: Fault, words: str, *, lasts: bool
) -> None:
    discord.stay_wrong(fault, on="GET /users/@me")

    failed = await failure(settings_of(discord))

    assert failed.why.startswith(words)
    assert failed.lasts is lasts


@pytest.mark.parametrize("fault", [hang(), server_error(502)], ids=["hangs", "502 again and again"])
async def test_nobody_waits_long_for_a_discord_that_does_not_answer(
    discord: FakeDiscord, fault: Fault
) -> None:
    discord.stay_wrong(fault, on="GET /oauth2")

    failed = await failure(settings_of(discord), seconds=0.2)

    assert (failed.why, failed.lasts) == ("Discord did not answer within 0.2 s", False)


async def test_where_nobody_listens_it_is_out_of_reach(discord: FakeDiscord) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    failed = await failure(settings_of(discord, api_url=f"http://127.0.0.1:{port}/api/v10"))

    assert failed.why.startswith("Discord could not be reached")
    assert "discord.api_url" in failed.remedy
    assert not failed.lasts


@pytest.mark.parametrize(
    "answer",
    [
        {"text": "<p>hello</p>", "content_type": "text/html"},
        {"body": b"{}", "headers": {"Content-Type": "application/json"}},
        {"body": b"not json", "headers": {"Content-Type": "application/json"}},
        {"body": b"[1]", "headers": {"Content-Type": "application/json"}},
    ],
    ids=["a page", "another API", "no JSON", "a list"],
)
async def test_a_server_that_is_not_discord_is_told_from_one_that_is_down(
    discord: FakeDiscord, answer: dict[str, Any]
) -> None:
    async def other(_: web.Request) -> web.Response:
        return web.Response(**answer)

    app = web.Application()
    app.router.add_get("/{path:.*}", other)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        failed = await failure(settings_of(discord, api_url=f"http://127.0.0.1:{runner.addresses[0][1]}"))
    finally:
        await runner.cleanup()

    assert failed.why.startswith("what answers at http://127.0.0.1:")
    assert failed.why.endswith(" is not Discord")
    assert "/api/v10" in failed.remedy
    assert failed.lasts
