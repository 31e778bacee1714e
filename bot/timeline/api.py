"""The timeline and what is found over HTTP. Words go in a body: addresses are logged on the way."""

from bot.timeline import requests, usecases
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/timeline", requests.ShowTimeline, usecases.show),
    Route("POST", "/find", requests.FindThings, usecases.find, TokenScope.READ),
)
