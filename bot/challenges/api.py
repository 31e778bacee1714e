"""Challenges over HTTP."""

from bot.challenges import usecases
from bot.challenges.requests import CreateChallenge, JoinChallenge, NameChallenge, ShowStandings, ShowWeeks
from bot.documents import Nothing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/challenges", Nothing, usecases.list_challenges),
    Route("POST", "/challenges", CreateChallenge, usecases.create),
    Route("GET", "/challenges/{challenge}", NameChallenge, usecases.show),
    Route("POST", "/challenges/{challenge}/join", JoinChallenge, usecases.join),
    Route("POST", "/challenges/{challenge}/leave", NameChallenge, usecases.leave),
    Route("GET", "/challenges/{challenge}/standings", ShowStandings, usecases.standings),
    Route("GET", "/challenges/{challenge}/weeks", ShowWeeks, usecases.weeks),
)
