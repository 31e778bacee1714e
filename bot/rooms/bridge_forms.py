"""What the pages of a server ask before a room is shown in one of its channels, or none any more."""

from collections.abc import Mapping

from bot.rooms import requests, usecases
from bot.visit import Visit
from bot.web.site.part import Choices, FieldValues, Form
from bot.web.there import channel_choices


class PickChannel(requests.NameRoom, frozen=True):
    """A channel of the server that the address names, by its id alone."""

    channel: str


async def _rooms(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    """Those that they own."""
    every = (await usecases.list_rooms(there, requests.ListRooms())).rooms
    own = [(one.id, one.name) for one in every if one.is_mine]
    return {"room": own, "channel": await channel_choices(there)}


async def _channels(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    return {"channel": await channel_choices(there)}


SHOW = Form(
    "Show a room of yours in a channel of this server",
    "Show it there",
    first=("room", "channel"),
    hints={
        "room": "Only who owns it can show it",
        "channel": "Whoever reads the channel sees what is said from then on. Everybody in the room is told",
    },
    choose=_rooms,
)
CLEAR = Form(
    "Show no room in a channel of this server",
    "End it there",
    first=("channel",),
    hints={"channel": "Whoever owns the room is told"},
    choose=_channels,
)
