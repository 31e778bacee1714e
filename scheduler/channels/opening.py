"""From the settings to the channels that this process can send on; connections live as long as the block."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TextIO

import aiohttp

from scheduler.channels.console import ConsoleChannel
from scheduler.channels.registry import Channels
from scheduler.channels.webhook import WebhookChannel
from scheduler.sources.addresses import public_socket
from tracker.clock import Clock
from tracker.notify.model import PersonChannel
from tracker.settings import WebhookSettings

CONSOLE, WEBHOOK = "console", "webhook"


@asynccontextmanager
async def open_channels(settings: WebhookSettings, clock: Clock, out: TextIO) -> AsyncGenerator[Channels]:
    """Without a secret to sign with, there are no webhooks: messages for them go on the others."""
    console = ConsoleChannel(out)
    if settings.secret is None:
        yield Channels(console)
        return
    async with _session(settings) as session:
        yield Channels(console, WebhookChannel(session, settings.secret, clock))


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
