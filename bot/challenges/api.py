"""Challenges over HTTP: those of a person, and those of a server."""

from bot.challenges import managing, usecases
from bot.challenges.requests import (
    CreateChallenge,
    EditChallenge,
    JoinChallenge,
    NameChallenge,
    ShowStandings,
    ShowWeeks,
)
from bot.documents import Nothing
from bot.web.part import Route, on_server
from bot.web.there import setting_up

_EITHER = (
    Route("GET", "/challenges", Nothing, usecases.list_challenges),
    Route("GET", "/challenges/{challenge}", NameChallenge, usecases.show),
    Route("PATCH", "/challenges/{challenge}", EditChallenge, managing.edit),
    Route("DELETE", "/challenges/{challenge}", NameChallenge, managing.remove),
    Route("POST", "/challenges/{challenge}/end", NameChallenge, managing.end),
    Route("POST", "/challenges/{challenge}/count", NameChallenge, managing.count),
    Route("POST", "/challenges/{challenge}/join", JoinChallenge, usecases.join),
    Route("POST", "/challenges/{challenge}/leave", NameChallenge, usecases.leave),
    Route("GET", "/challenges/{challenge}/standings", ShowStandings, usecases.standings),
    Route("GET", "/challenges/{challenge}/weeks", ShowWeeks, usecases.weeks),
)

ROUTES = (
    Route("POST", "/challenges", CreateChallenge, usecases.create),
    *_EITHER,
    on_server(Route("POST", "/challenges", CreateChallenge, setting_up(usecases.create))),
    *map(on_server, _EITHER),
)
