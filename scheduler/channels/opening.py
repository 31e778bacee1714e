"""From the settings to the channels that this process can send on; connections live as long as the block."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, TextIO

import aiohttp

from scheduler.channels.apprise.channel import AppriseChannel
from scheduler.channels.capped import Capped
from scheduler.channels.channel import Channel, OpenChannels
from scheduler.channels.console import ConsoleChannel
from scheduler.channels.picture import PictureOf, no_pictures
from scheduler.channels.webhook import WebhookChannel
from scheduler.sources.addresses import public_socket
from tracker.clock import Clock
from tracker.limits import Limits
from tracker.notify.model import PersonChannel
from tracker.notify.titles import kind_of
from tracker.settings import Settings
from tracker.store.table import Table

if TYPE_CHECKING:  # it is loaded only where there is a client: a command line starts ten times a minute
    import discord

    from scheduler.channels.discord.channel import DiscordChannel

CONSOLE, WEBHOOK, DISCORD, WEBPUSH = "console", "webhook", "discord", "webpush"
SMS, EMAIL, APPRISE = "sms", "email", "apprise"
SMS_STATUS_PATH = "/sms/status"


@asynccontextmanager
async def open_channels(
    settings: Settings,
    table: Table,
    clock: Clock,
    out: TextIO,
    *more: Channel,
    pictures: PictureOf = no_pictures,
) -> AsyncGenerator[OpenChannels]:
    """`more` are those that the caller has opened; `pictures` draws what goes with a message.

    A channel that is not set up is not there: messages for it go on the others.
    """
    channels: list[Channel] = [ConsoleChannel(out)]
    async with AsyncExitStack() as stack:
        if settings.webhook.secret is not None:
            session = await stack.enter_async_context(_session(allow_private=settings.webhook.allow_private))
            channels.append(WebhookChannel(session, settings.webhook.secret, clock))
        if settings.push_contact is not None:
            from scheduler.channels.push.channel import WebPushChannel  # noqa: PLC0415 - not every command sends
            from scheduler.channels.push.keys import push_key  # noqa: PLC0415

            session = await stack.enter_async_context(_session(allow_private=settings.push.allow_private))
            channels.append(WebPushChannel(session, await push_key(table), settings.push_contact, clock))
        if settings.sms.is_on:
            sms = await stack.enter_async_context(_on_sms(settings, table, clock))
            channels.append(Capped(sms, Limits(table, clock), settings.sms.daily_cap_per_person))
        if settings.email.is_on:
            from scheduler.channels.email.channel import open_email  # noqa: PLC0415 - not everybody has e-mail

            email = await stack.enter_async_context(open_email(settings, table, clock, pictures))
            channels.append(Capped(email, Limits(table, clock), settings.email.daily_cap_per_person))
        if settings.apprise.enabled:
            cap = settings.apprise.daily_cap_per_person
            channels.append(Capped(AppriseChannel(settings.apprise), Limits(table, clock), cap))
        yield OpenChannels(*channels, *more)


@asynccontextmanager
async def on_discord(
    client: "discord.Client | None", pictures: PictureOf = no_pictures
) -> AsyncGenerator["tuple[DiscordChannel, ...]"]:
    """The channel, where there is a client to write with."""
    if client is None:
        yield ()
        return
    from scheduler.channels.discord.channel import DiscordChannel  # noqa: PLC0415 - see above

    channel = DiscordChannel(client, pictures=pictures)
    try:
        yield (channel,)
    finally:
        await channel.close()


@asynccontextmanager
async def _on_sms(settings: Settings, table: Table, clock: Clock) -> AsyncGenerator[Channel]:
    # Twilio's library takes 0.2 s and 26 MiB, and not everybody has SMS.
    from scheduler.channels.sms.channel import MORE, SmsChannel  # noqa: PLC0415
    from scheduler.channels.sms.twilio_client import TwilioClient  # noqa: PLC0415

    client = TwilioClient(settings.sms)
    try:
        yield SmsChannel(
            client,
            settings.sms,
            table,
            clock,
            status_callback=sms_reports(settings),
            closing=MORE if settings.web.public_url else "",  # else nobody would hear the answer
        )
    finally:
        await client.close()


def sms_reports(settings: Settings) -> str | None:
    """Where Twilio is asked to tell what became of a message."""
    if not settings.sms.status_callback or settings.web.public_url is None:
        return None
    return str(settings.web.public_url).rstrip("/") + SMS_STATUS_PATH


def missing_setting(settings: Settings, channel: str) -> str | None:
    """`webhook.secret is not set`: why nothing goes there; None where nothing is missing."""
    missing = {
        WEBHOOK: (settings.webhook.secret is None, "webhook.secret is not set"),
        WEBPUSH: (settings.push_contact is None, "push.contact is not set"),
        DISCORD: (settings.discord.token is None, "discord.token is not set"),
        APPRISE: (not settings.apprise.enabled, "apprise.enabled is false"),
        SMS: (not settings.sms.is_on, "sms.account_sid is not set"),
        EMAIL: (not settings.email.is_on, "email.from_address is not set"),
    }
    is_missing, why = missing.get(kind_of(channel), (False, ""))
    return why if is_missing else None


def terminal(now: datetime) -> PersonChannel:
    """What whoever sits at this machine has without adding it."""
    return PersonChannel(channel_type=CONSOLE, identifier="terminal", verified_at=now)


def _session(*, allow_private: bool) -> aiohttp.ClientSession:
    """A session of its own: where people may have us send to is not where we read from."""
    guard = None if allow_private else public_socket
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, socket_factory=guard),
        headers={"User-Agent": "Questlog"},
        cookie_jar=aiohttp.DummyCookieJar(),  # what one receiver sets is not for the next
    )
