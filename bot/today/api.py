"""A person's day over HTTP, and everything of theirs at a glance."""

from bot.documents import Nothing
from bot.today import usecases
from bot.today.requests import TickOff
from bot.web.part import Route

ROUTES = (
    Route("GET", "/today", Nothing, usecases.today),
    Route("POST", "/today", TickOff, usecases.tick_off),
    Route("GET", "/me", Nothing, usecases.glance),
)
