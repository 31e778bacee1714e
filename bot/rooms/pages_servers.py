"""What the pages of a server on Discord can do with rooms: show one in a channel of it, or none any more."""

from collections.abc import Mapping

from bot.rooms import requests, server_channels, usecases, view
from bot.visit import Visit
from bot.web.site.part import Act, Choices, FieldValues, Form
from bot.web.there import channel_choices

THERE = "/servers/{guild}"


async def _rooms(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    """Those that they own."""
    every = (await usecases.list_rooms(there, requests.ListRooms())).rooms
    own = [(one.id, one.name) for one in every if one.is_mine]
    return {"room": own, "channel": await channel_choices(there, with_threads=True)}


async def _channels(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    return {"channel": await channel_choices(there, with_threads=True)}


SHOW = Form(
    "Show a room of yours in a channel or thread of this server",
    "Show it there",
    first=("room", "channel"),
    hints={
        "room": "Only who owns it can show it",
        "channel": "Whoever reads the channel sees what is said from then on. Everybody in the room is told",
    },
    choose=_rooms,
)
CLEAR = Form(
    "Show no room in a channel or thread of this server",
    "End it there",
    first=("channel",),
    hints={"channel": "Whoever owns the room is told"},
    choose=_channels,
)


SERVER_ACTS = (
    Act(
        f"{THERE}/room",
        server_channels.PickChannel,
        server_channels.show_in_channel,
        view.changed,
        THERE,
        form=SHOW,
        for_managers=True,
    ),
    Act(
        f"{THERE}/room/end",
        requests.ClearChannel,
        server_channels.clear_channel,
        view.cleared,
        THERE,
        form=CLEAR,
        for_managers=True,
    ),
)
