"""Channels over HTTP."""

from bot.channels import usecases
from bot.channels.acts import ACTS
from bot.channels.requests import AddChannel, NameChannel, VerifyChannel
from bot.documents import Nothing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/channels", Nothing, usecases.list_channels),
    Route("POST", "/channels", AddChannel, usecases.add),
    Route("POST", "/channels/verify", VerifyChannel, usecases.verify),
    Route("GET", "/channels/{channel}", NameChannel, usecases.show),
    Route("DELETE", "/channels/{channel}", NameChannel, usecases.remove),
    *(Route("POST", f"/channels/{{channel}}/{name}", NameChannel, one.do) for name, one in ACTS.items()),
)
