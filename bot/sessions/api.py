"""Sessions over HTTP. A token gives no link to sign in by: it must not become more than it is."""

from bot.documents import Nothing
from bot.sessions import usecases
from bot.sessions.requests import NameSession
from bot.web.part import Route

ROUTES = (
    Route("GET", "/sessions", Nothing, usecases.list_sessions),
    Route("DELETE", "/sessions", Nothing, usecases.end_all),
    Route("GET", "/sessions/{session}", NameSession, usecases.show),
    Route("DELETE", "/sessions/{session}", NameSession, usecases.end),
)
