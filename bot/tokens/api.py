"""Tokens over HTTP: seen and revoked. A token makes no other: whoever finds one would never lose it again."""

from bot.documents import Nothing
from bot.tokens import usecases
from bot.tokens.requests import NameToken, RevokeToken
from bot.web.part import Route

ROUTES = (
    Route("GET", "/account/tokens", Nothing, usecases.list_tokens),
    Route("DELETE", "/account/tokens/{token}", NameToken, usecases.revoke_named),
    Route("DELETE", "/account/token", RevokeToken, usecases.revoke),
)
