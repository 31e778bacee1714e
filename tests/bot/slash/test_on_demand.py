"""Discord for a command: one login for all messages, none where there is nothing to send."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.slash.on_demand import discord_on_demand
from scheduler.channels.channel import Channel, MessageTarget, Retry, StopSender
from tests.bot.slash.bot_world import with_discord
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tests.scheduler.channels.messages import message, part
from tracker.settings import DiscordSettings, Settings

LOGIN = "GET /users/@me"


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        with pointed_at(discord):
            yield discord


@pytest.fixture
async def channel(discord: FakeDiscord) -> AsyncIterator[Channel]:
    async with discord_on_demand(with_discord(Settings(), discord).discord) as (channel,):
        yield channel


def direct(user: FakeUser) -> MessageTarget:
    return MessageTarget("discord", f"dm:{user.id}")


async def test_without_a_token_there_is_no_channel() -> None:
    async with discord_on_demand(DiscordSettings()) as channels:
        assert channels == ()


async def test_nobody_logs_in_where_nothing_is_sent(discord: FakeDiscord) -> None:
    async with discord_on_demand(with_discord(Settings(), discord).discord) as (channel,):
        assert channel.name == "discord"

    assert discord.requests == []


async def test_all_who_are_told_at_once_share_one_login(discord: FakeDiscord, channel: Channel) -> None:
    people = [discord.user(f"user-{number}") for number in range(10)]

    await asyncio.gather(*(channel.send(direct(one), message(part(one.name))) for one in people))

    assert [len(one.dms) for one in people] == [1] * 10
    assert len(discord.asked(LOGIN)) == 1
    assert discord.gateway.identified == []


async def test_a_login_that_failed_is_not_tried_again_for_each_message(
    discord: FakeDiscord, channel: Channel
) -> None:
    discord.stay_wrong(server_error(503), on=LOGIN)
    ada = discord.user("ada")

    ended = await asyncio.gather(
        *(channel.send(direct(ada), message()) for _ in range(5)), return_exceptions=True
    )

    assert {type(one) for one in ended} == {Retry}
    assert len(discord.asked(LOGIN)) == 1


async def test_a_refused_token_stops_the_channel(discord: FakeDiscord) -> None:
    wrong = with_discord(Settings(), discord, token="wrong.token").discord  # noqa: S106 - a wrong one
    async with discord_on_demand(wrong) as (channel,):
        with pytest.raises(StopSender, match="QUESTLOG_DISCORD__TOKEN"):
            await channel.send(direct(discord.user("ada")), message())
