"""Links for strangers over HTTP: what they would see, made, listed and ended; on a server also its own."""

from functools import wraps

from bot.documents import Nothing
from bot.shares import usecases
from bot.shares.documents import ShareLinkMade
from bot.shares.requests import NameShareLink, ShareThing
from bot.visit import Visit
from bot.web.part import Route, on_server
from bot.web.there import setting_up
from tracker.shares.model import Shareable

_OF_SERVER = setting_up(usecases.share)


@wraps(usecases.share)
async def _share_there(there: Visit, ask: ShareThing) -> ShareLinkMade:
    """Only the leaderboard is the server's, which has no account before somebody needs it."""
    return await (_OF_SERVER if ask.kind is Shareable.LEADERBOARD else usecases.share)(there, ask)


_EITHER = (
    Route("GET", "/shares", Nothing, usecases.list_links),
    Route("GET", "/shares/{link}", NameShareLink, usecases.show),
    Route("DELETE", "/shares/{link}", NameShareLink, usecases.end),
    Route("GET", "/shares/of/{kind}/{thing}", ShareThing, usecases.preview),
)

ROUTES = (
    *_EITHER,
    Route("POST", "/shares/of/{kind}/{thing}", ShareThing, usecases.share),
    *map(on_server, _EITHER),
    on_server(Route("POST", "/shares/of/{kind}/{thing}", ShareThing, _share_there)),
)
