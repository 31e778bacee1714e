"""Discord as a channel of a command: logged in by the first message that goes there, and not before.

The library takes half a second to load and a login takes two requests, so nobody waits for them in vain.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from scheduler.channels.channel import Channel, Message, MessageTarget, Receipt, Retry, StopSender
from scheduler.channels.opening import DISCORD
from scheduler.channels.picture import PictureOf, no_pictures
from tracker.settings import DiscordSettings

SEND_SECONDS = 10.0
"""With the login, less than a dispatcher waits."""


class DiscordOnDemand:
    """What the login ended with holds for all messages, also for those that wait for it together."""

    def __init__(self, settings: DiscordSettings, stack: AsyncExitStack, pictures: PictureOf) -> None:
        self._settings, self._stack, self._pictures = settings, stack, pictures
        self._opening: asyncio.Task[Channel] | None = None

    @property
    def name(self) -> str:
        return DISCORD

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        if self._opening is None:
            self._opening = asyncio.create_task(self._opened(), name="discord login")
        channel = await asyncio.shield(self._opening)
        return await channel.send(target, message)

    async def _opened(self) -> Channel:
        from bot.slash.login import NoLogin, logged_in  # noqa: PLC0415 - see above
        from scheduler.channels.discord.channel import DiscordChannel  # noqa: PLC0415

        try:
            client = await self._stack.enter_async_context(logged_in(self._settings))
        except NoLogin as failed:
            raise (StopSender if failed.lasts else Retry)(str(failed)) from failed
        channel = DiscordChannel(client, pictures=self._pictures, seconds=SEND_SECONDS)
        self._stack.push_async_callback(channel.close)
        return channel


@asynccontextmanager
async def discord_on_demand(
    settings: DiscordSettings, pictures: PictureOf = no_pictures
) -> AsyncGenerator[tuple[Channel, ...]]:
    """The channel, where there is a token."""
    async with AsyncExitStack() as stack:
        yield () if settings.token is None else (DiscordOnDemand(settings, stack, pictures),)
