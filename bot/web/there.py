"""Somebody who asks on a server on Discord, on pages or over HTTP: a member, and what they may do there now.

Discord is asked with each request, and nothing is kept: who has lost the right, has lost it here.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from bot.documents import Ask
from bot.view import View
from bot.visit import Visit
from bot.web.strangers import AskedTooOften, Rate
from scheduler.channels.channel import ChannelFailure
from tracker.refusals import Reason, Refused
from tracker.servers.listing import unlist
from tracker.servers.model import Guild, Server
from tracker.servers.service import check_manager

if TYPE_CHECKING:
    from scheduler.channels.discord.servers import DiscordServers, SeenChannel

GUILD = "guild"
"""The name of the part of an address that says which server: its id on Discord."""
LOOKS_PER_MINUTE = 30
"""Of one person. Each asks Discord twice or more, and Discord counts all that the bot asks."""
_LARGEST_ID = 2**63
_Answer = TypeVar("_Answer")
_Ask = TypeVar("_Ask", bound=Ask)


class NoSuchServer(Refused):
    """The same for a server that is not there, one without the bot, and one that the person is not on."""

    code = "no_such_server"
    reason = Reason.UNKNOWN


class NoSuchChannelThere(Refused):
    code = "no_such_channel"
    reason = Reason.UNKNOWN


class ServersUnknown(Refused):
    """Nobody can say who may do what on a server."""

    code = "servers_unknown"
    reason = Reason.UNAVAILABLE


class Looks(Rate):
    """How often Discord is asked for one person, whichever way they come."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        super().__init__(LOOKS_PER_MINUTE, monotonic)


async def visit_there(here: Visit, said: str, looks: Looks) -> Visit:
    """Raises AskedTooOften, NoSuchServer, ServersUnknown."""
    if not looks.has_room(here.person.id):
        raise AskedTooOften(
            "Each look at a server asks Discord, so there can be only so many. Wait a minute."
        )
    user, servers = here.person.discord, servers_of(here)
    if user is None:
        raise NoSuchServer("Servers are on Discord, and your account there is not linked to this one.")
    server = int(said) if said.isascii() and said.isdigit() and len(said) < len(str(_LARGEST_ID)) else 0
    seen = await _answered(servers.seen_by(int(user), server)) if server else None
    if seen is None:
        if server:
            await unlist(here.services.table, here.person.id, server)
        raise NoSuchServer("You are on no such server, or Questlog is not there.")
    return replace(here, guild=Guild(seen.id, seen.is_managed, seen.name))


async def set_up_there(there: Visit) -> Server:
    """The account of the server, made now if there is none, with its name of today."""
    assert there.guild is not None, "the address has said it"  # noqa: S101 - for the type checker
    return await there.services.servers.set_up(there.guild.id, there.guild.name)


def setting_up(
    use: Callable[[Visit, _Ask], Awaitable[_Answer]],
) -> Callable[[Visit, _Ask], Awaitable[_Answer]]:
    """For those who manage the server, which gets its account before. Raises NotManager."""

    @wraps(use)
    async def done(there: Visit, ask: _Ask) -> _Answer:
        check_manager(there.guild)
        await set_up_there(there)
        return await use(there, ask)

    return done


async def channels_there(there: Visit, *, with_threads: bool = False) -> "Sequence[SeenChannel]":
    """Those that the person sees. Raises ServersUnknown."""
    assert there.guild is not None, "the address has said it"  # noqa: S101 - for the type checker
    user, servers = int(there.person.discord or 0), servers_of(there)
    seen = servers.places_seen_by if with_threads else servers.channels_seen_by
    return await _answered(seen(user, there.guild.id))


async def channel_there(there: Visit, said: str, *, with_threads: bool = False) -> "SeenChannel":
    """The one with this id, where the server has it and the person sees it. Raises NoSuchChannelThere."""
    every = await channels_there(there, with_threads=with_threads)
    found = next((one for one in every if one.id == said), None)
    if found is None:
        raise NoSuchChannelThere("That server has no such channel for you. Choose another.", field="channel")
    return found


def refuse_closed(channel: "SeenChannel") -> None:
    """Raises CannotWrite."""
    from bot.slash.guilds import CannotWrite  # noqa: PLC0415 - it takes half a second, and not everybody has Discord

    if not channel.is_open:
        raise CannotWrite(
            "I may not read and write in this channel. Give me View Channel, Send Messages (in a thread: "
            "Send Messages in Threads) and Read Message History there, and try again.",
            field="channel",
        )


async def channel_choices(
    there: Visit, first: str | None = None, *, with_threads: bool = False
) -> Sequence[tuple[str, str]]:
    """What a form offers, from top to bottom; `first` is the id of the one that is chosen now."""
    every = await channels_there(there, with_threads=with_threads)
    ordered = sorted(every, key=lambda one: one.id != first)
    return [(one.id, f"{_called(one)}{', as now' if one.id == first else ''}") for one in ordered]


def _called(channel: "SeenChannel") -> str:
    return f"#{channel.parent}, thread {channel.name}" if channel.parent else f"#{channel.name}"


async def post_there(there: Visit, channel: str, shown: View) -> None:
    """Before anything is changed: whoever chose a channel in which nothing can be written, learns it now."""
    from bot.slash.guilds import CannotWrite  # noqa: PLC0415 - it takes half a second, and not everybody has Discord
    from bot.slash.render import ANYBODY, card  # noqa: PLC0415

    made = card(there, shown, ANYBODY)
    made.stop()  # it answers by its ids alone, so nobody need remember the view itself
    try:
        await servers_of(there).post(channel, made)
    except ChannelFailure as failure:
        raise CannotWrite(
            f"I could not write in that channel, so nothing was changed: {failure}. Let me see it and send "
            "messages there (in the channel's settings, Permissions), and try again.",
            field="channel",
        ) from failure


def servers_of(here: Visit) -> "DiscordServers":
    """Raises ServersUnknown."""
    if (servers := here.services.network.servers()) is None:
        raise ServersUnknown("Discord is not set up on this Questlog, so nobody can say who is on a server.")
    return servers


async def _answered(asking: Coroutine[Any, Any, _Answer]) -> _Answer:
    try:
        return await asking
    except ChannelFailure as failure:
        raise ServersUnknown(
            "Discord has to say first what you may do there, and it does not answer now: "
            f"{failure}. Try again in a minute."
        ) from failure
