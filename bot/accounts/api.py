"""Accounts over HTTP. Export and deletion stay with Discord and the terminal."""

from bot.accounts import usecases
from bot.accounts.requests import ChangeAccount
from bot.documents import Nothing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/account", Nothing, usecases.show),
    Route("PATCH", "/account", ChangeAccount, usecases.change),
)
