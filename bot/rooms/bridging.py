"""Rooms that a channel on Discord shows: words in, documents out."""

from bot.rooms import requests, usecases
from bot.rooms.documents import (
    ChannelCleared,
    RoomChanged,
    room_document,
)
from bot.visit import Visit
from tracker.rooms.model import Bridge


async def show_in_channel(visit: Visit, ask: requests.ShowInChannel) -> RoomChanged:
    found, guild = await usecases.named_room(visit, ask.room), visit.guild
    bridge = Bridge(
        channel=ask.channel,
        channel_name=ask.channel_name,
        server="" if guild is None else str(guild.id),
        server_name=ask.server_name,
        since=visit.now,
    )
    scene = await visit.services.bridges.show(visit.person.id, found.room.id, guild, bridge)
    message = (
        f"{usecases.shown_in(bridge)} Members answer there with Reply, or by mentioning Questlog. "
        "Everybody in the room is told."
    )
    return RoomChanged(room=room_document(scene.room, scene.mine), message=message)


async def hide_from_channel(visit: Visit, ask: requests.NameRoom) -> RoomChanged:
    found = await usecases.named_room(visit, ask.room)
    scene, before = await visit.services.bridges.end(visit.person.id, found.room.id, visit.guild)
    message = f"No longer shown in {before.title}. What was posted there stays."
    return RoomChanged(room=room_document(scene.room, scene.mine), message=message)


async def clear_channel(visit: Visit, ask: requests.ClearChannel) -> ChannelCleared:
    """By whoever manages the server, whichever room is shown there."""
    await visit.services.bridges.clear(visit.person.id, int(ask.channel), visit.guild)
    return ChannelCleared(message="This channel shows no room any more. What was posted here stays.")
