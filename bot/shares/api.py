"""Links for strangers over HTTP: what they would see, made, listed and ended."""

from bot.documents import Nothing
from bot.shares import usecases
from bot.shares.requests import NameShareLink, ShareThing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/shares", Nothing, usecases.list_links),
    Route("GET", "/shares/{link}", NameShareLink, usecases.show),
    Route("DELETE", "/shares/{link}", NameShareLink, usecases.end),
    Route("GET", "/shares/of/{kind}/{thing}", ShareThing, usecases.preview),
    Route("POST", "/shares/of/{kind}/{thing}", ShareThing, usecases.share),
)
