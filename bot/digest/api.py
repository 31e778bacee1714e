"""The digest over HTTP."""

from bot.digest import usecases
from bot.digest.requests import ChangeDigest
from bot.documents import Nothing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/digest", Nothing, usecases.show),
    Route("PATCH", "/digest", ChangeDigest, usecases.change),
)
