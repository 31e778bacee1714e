"""Servers as Discord knows them at this moment: who is a member, what they may do, which channels they see.

The bot asks by REST, so neither the gateway nor the intent for members is needed. Nothing is remembered: a
right that was taken away is gone with the next question.
"""

from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import discord

if TYPE_CHECKING:
    from discord.abc import GuildChannel

SECONDS = 5.0
"""Somebody waits for a page."""
_NOT_THERE = frozenset({10004, 10007, 10013, 50001})
"""Unknown guild, member and user; missing access, which is of a server that the bot is not on."""
_Answer = TypeVar("_Answer")


class InTime(Protocol):
    """Waits for what is asked of Discord, and no longer. Raises ChannelFailure, and nothing else."""

    async def __call__(
        self, asking: Coroutine[Any, Any, _Answer], seconds: float | None = None
    ) -> _Answer: ...


class SeenServer(NamedTuple):
    """A server, for one of its members."""

    id: int
    name: str
    is_managed: bool
    """Whether they own it, or may manage it."""


class SeenChannel(NamedTuple):
    """A channel for text that the member sees, or a thread."""

    id: str
    name: str
    is_open: bool
    """Whether the bot may read and write there."""
    parent: str = ""
    """Of a thread, what the channel is called in which it is."""


class DiscordServers:
    def __init__(self, client: discord.Client, in_time: InTime, seconds: float = SECONDS) -> None:
        self._client, self._in_time, self._seconds = client, in_time, seconds

    async def seen_by(self, user: int, server: int) -> SeenServer | None:
        """None where the person is no member, or the bot is none. Raises ChannelFailure."""
        member = await self._in_time(self._member(user, server), self._seconds)
        if member is None:
            return None
        may = member.guild_permissions
        return SeenServer(server, member.guild.name, may.manage_guild or may.administrator)

    async def channels_seen_by(self, user: int, server: int) -> Sequence[SeenChannel]:
        """As they stand there, from top to bottom. Raises ChannelFailure."""
        return await self._in_time(self._channels(user, server), self._seconds)

    async def places_seen_by(self, user: int, server: int) -> Sequence[SeenChannel]:
        """The same, and then the threads in which something is going on. Raises ChannelFailure."""
        return await self._in_time(self._channels(user, server, with_threads=True), self._seconds)

    async def post(self, channel: str, message: discord.ui.LayoutView) -> None:
        """Writes there at once, and not later where that cannot be. Raises ChannelFailure."""
        place = self._client.get_partial_messageable(int(channel))
        await self._in_time(place.send(view=message), self._seconds)

    async def _member(self, user: int, server: int) -> discord.Member | None:
        try:
            guild = await self._client.fetch_guild(server, with_counts=False)
            return await guild.fetch_member(user)
        except (discord.NotFound, discord.Forbidden) as refused:
            if refused.code in _NOT_THERE:
                return None
            raise

    async def _channels(self, user: int, server: int, *, with_threads: bool = False) -> Sequence[SeenChannel]:
        member, bot = await self._member(user, server), self._client.user
        if member is None or bot is None:
            return ()
        ours = await member.guild.fetch_member(bot.id)
        every = sorted(await member.guild.fetch_channels(), key=lambda one: (one.position, one.id))
        channels = [
            SeenChannel(str(one.id), one.name, _is_open(one, ours))
            for one in every
            if isinstance(one, discord.TextChannel) and one.permissions_for(member).view_channel
        ]
        if not with_threads:
            return channels
        parents = {one.id: one for one in every}
        threads = sorted(await member.guild.active_threads(), key=lambda one: one.id)
        return [
            *channels,
            *(
                SeenChannel(str(one.id), one.name, _is_open_thread(one, parent, ours), parent.name)
                for one in threads
                if (parent := parents.get(one.parent_id)) is not None and _sees(member, one, parent)
            ),
        ]


def _sees(member: discord.Member, thread: discord.Thread, parent: "GuildChannel") -> bool:
    """Of a private one, who began it and moderators: whoever else is in it, Discord would say one by one."""
    may = parent.permissions_for(member)
    is_theirs = not thread.is_private() or thread.owner_id == member.id or may.manage_threads
    return may.view_channel and is_theirs


def _is_open_thread(thread: discord.Thread, parent: "GuildChannel", ours: discord.Member) -> bool:
    may = parent.permissions_for(ours)
    writes = may.send_messages_in_threads and (not thread.locked or may.manage_threads)
    return may.view_channel and writes and may.read_message_history


def _is_open(channel: "GuildChannel", ours: discord.Member) -> bool:
    may = channel.permissions_for(ours)
    return may.view_channel and may.send_messages and may.read_message_history
