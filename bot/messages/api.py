"""Messages over HTTP."""

from bot.messages import usecases
from bot.messages.requests import ListMessages, NameMessage
from bot.web.part import Route

ROUTES = (
    Route("GET", "/messages", ListMessages, usecases.list_messages),
    Route("GET", "/messages/{message}", NameMessage, usecases.show),
    Route("POST", "/messages/{message}/retry", NameMessage, usecases.retry),
)
