"""Rooms shown in the channels of a server, from elsewhere than Discord: a channel is looked up by its id."""

from functools import wraps
from typing import TYPE_CHECKING

from bot.rooms import bridging, requests
from bot.rooms.documents import ChannelCleared, RoomChanged
from bot.visit import Visit
from bot.web.there import channel_there, refuse_closed, set_up_there
from tracker.servers.service import check_manager

if TYPE_CHECKING:
    from scheduler.channels.discord.servers import SeenChannel


class PickChannel(requests.NameRoom, frozen=True):
    """A channel of the server that the address names, by its id alone."""

    channel: str


async def _place(there: Visit, said: str) -> "SeenChannel":
    """A channel, or a thread, as on Discord. Raises NoSuchChannelThere."""
    return await channel_there(there, said, with_threads=True)


@wraps(bridging.show_in_channel)
async def show_in_channel(there: Visit, ask: PickChannel) -> RoomChanged:
    check_manager(there.guild)
    server, channel = await set_up_there(there), await _place(there, ask.channel)
    refuse_closed(channel)
    wanted = requests.ShowInChannel(
        room=ask.room, channel=channel.id, channel_name=channel.name, server_name=server.name
    )
    return await bridging.show_in_channel(there, wanted)


@wraps(bridging.clear_channel)
async def clear_channel(there: Visit, ask: requests.ClearChannel) -> ChannelCleared:
    """One of that server: who manages it has no say about the channels of others."""
    check_manager(there.guild)
    await _place(there, ask.channel)
    return await bridging.clear_channel(there, ask)
