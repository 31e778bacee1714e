"""Messages that people write on servers and that mention the bot; that these change; that any are deleted.

Discord sends every message of every channel that the bot can see, without its text unless it mentions the
bot. So whatever does not is dropped before anything else is done. What happens in one channel is worked on
in the order in which it happened there.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.visit import Visit
from tracker.accounts.model import User
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.rewards.board_names import SOMEBODY, name_for_others

if TYPE_CHECKING:
    from bot.services import Services
    from bot.slash.client import QuestlogClient

log = get_logger(__name__)

INTENTS = discord.Intents(guild_messages=True)
"""Not a privileged one."""
_TYPED = {discord.MessageType.default, discord.MessageType.reply}
_TOKEN = re.compile(
    r"<@!?(?P<person>\d+)>|<@&\d+>(?P<role>)|<#\d+>(?P<channel>)|<a?(?P<emoji>:\w+:)\d+>"
    r"|<(?P<command>/[^:<>]+):\d+>"
)


@frozen
class Heard:
    """A message that mentions the bot."""

    services: "Services"
    message: discord.Message
    bot: int
    """Its id on Discord."""

    @property
    def words(self) -> str:
        """What was typed, without the mention of the bot, and with names where Discord has numbers."""
        names = {one.id: name_for_others(one.display_name) or SOMEBODY for one in self.message.mentions}

        def read(token: re.Match[str]) -> str:
            if token["person"] is not None:
                return f"@{names.get(int(token['person']), SOMEBODY)}"
            plain = token["emoji"] or token["command"]
            return plain or ("@role" if token["role"] is not None else "#channel")

        us = rf"<@!?{self.bot}>"
        without = re.sub(rf"^\s*{us}[^\S\n]*[,:]?|[^\S\n]*{us}", "", self.message.content)
        return _TOKEN.sub(read, without).strip()

    def visit(self, user: User) -> Visit:
        return Visit(
            self.services,
            user,
            FrontEnd.DISCORD,
            self.services.clock().replace(microsecond=0),
            known_as=self.message.author.display_name,
            account_name=self.message.author.name,
            occasion=f"message:{self.message.id}",
        )

    async def mark(self, sign: str) -> None:
        """Below the message, for all to see; in some channels the bot may not, and then it does not."""
        with suppress(discord.HTTPException):
            await self.message.add_reaction(sign)

    async def unmark(self, sign: str) -> None:
        with suppress(discord.HTTPException):
            await self.message.remove_reaction(sign, discord.Object(self.bot))


@frozen
class Hearing:
    """What a feature does with what is said to the bot."""

    said: Callable[[Heard], Awaitable[None]]
    edited: Callable[[Heard], Awaitable[None]]
    deleted: Callable[["Services", Sequence[int]], Awaitable[None]]
    """Any messages, by their ids: Discord does not say what they were."""


def mentions(message: discord.Message, bot: discord.abc.User | None) -> bool:
    """Whether a person has written it to the bot: by its name, or as a reply that pings it."""
    if bot is None or not any(one.id == bot.id for one in message.mentions):
        return False
    return not message.author.bot and message.webhook_id is None and message.type in _TYPED


class Ears:
    def __init__(self, client: "QuestlogClient", hearings: Sequence[Hearing]) -> None:
        self._client, self._hearings = client, tuple(hearings)
        self._turns = WeakValueDictionary[int, asyncio.Lock]()
        """By channel, as long as anybody waits there."""

    def ignores(self, event: str, about: object = None) -> bool:
        """Before it costs a task."""
        match event, about:
            case "message", discord.Message():
                return not mentions(about, self._client.user)
            case "raw_message_edit", discord.RawMessageUpdateEvent():
                return about.message.edited_at is None or not mentions(about.message, self._client.user)
            case _:
                return False

    async def said(self, message: discord.Message) -> None:
        heard = self._heard(message)
        await self._each(message.channel.id, lambda one: one.said(heard))

    async def edited(self, message: discord.Message) -> None:
        heard = self._heard(message)
        await self._each(message.channel.id, lambda one: one.edited(heard))

    async def deleted(self, channel: int, messages: Sequence[int]) -> None:
        await self._each(channel, lambda one: one.deleted(self._client.services, messages))

    def _heard(self, message: discord.Message) -> Heard:
        me = self._client.user
        return Heard(self._client.services, message, 0 if me is None else me.id)

    async def _each(self, channel: int, do: Callable[[Hearing], Awaitable[None]]) -> None:
        task, turn = self._client.under_way(), self._turns.setdefault(channel, asyncio.Lock())
        async with turn:
            if task is not None:
                await self._client.gate.enter(task)
            for one in self._hearings:
                try:
                    await do(one)
                except Exception:  # the border of a task; what comes next is heard all the same
                    log.exception("not heard on discord", channel=channel)
