"""From the settings to the channels that this process can send on; connections live as long as the block."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, TextIO

import aiohttp

from scheduler.channels.channel import Channel
from scheduler.channels.console import ConsoleChannel
from scheduler.channels.registry import Channels
from scheduler.channels.webhook import WebhookChannel
from scheduler.sources.addresses import public_socket
from tracker.clock import Clock
from tracker.notify.model import PersonChannel
from tracker.settings import WebhookSettings

if TYPE_CHECKING:  # it is loaded only where there is a client: a command line starts ten times a minute
    import discord

CONSOLE, WEBHOOK, DISCORD = "console", "webhook", "discord"


@asynccontextmanager
async def open_channels(
    settings: WebhookSettings, clock: Clock, out: TextIO, *more: Channel
) -> AsyncGenerator[Channels]:
    """`more` are those that the caller has opened. Without a secret to sign with there are no webhooks.

    Messages for channels that are not there go on the others.
    """
    channels: list[Channel] = [ConsoleChannel(out)]
    async with AsyncExitStack() as stack:
        if settings.secret is not None:
            session = await stack.enter_async_context(_session(settings))
            channels.append(WebhookChannel(session, settings.secret, clock))
        yield Channels(*channels, *more)


@asynccontextmanager
async def on_discord(client: "discord.Client | None") -> AsyncGenerator[tuple[Channel, ...]]:
    """The channel, where there is a client to write with."""
    if client is None:
        yield ()
        return
    from scheduler.channels.discord import DiscordChannel  # noqa: PLC0415 - see above

    channel = DiscordChannel(client)
    try:
        yield (channel,)
    finally:
        await channel.close()


def terminal(now: datetime) -> PersonChannel:
    """What whoever sits at this machine has without adding it."""
    return PersonChannel(channel_type=CONSOLE, identifier="terminal", verified_at=now)


def _session(settings: WebhookSettings) -> aiohttp.ClientSession:
    """A session of its own: where people may have us send to is not where we read from."""
    guard = None if settings.allow_private else public_socket
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, socket_factory=guard),
        headers={"User-Agent": "Questlog"},
        cookie_jar=aiohttp.DummyCookieJar(),  # what one receiver sets is not for the next
    )
