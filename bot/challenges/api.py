"""Challenges over HTTP."""

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
from bot.web.part import Route

ROUTES = (
    Route("GET", "/challenges", Nothing, usecases.list_challenges),
    Route("POST", "/challenges", CreateChallenge, usecases.create),
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
