"""Points, achievements and leaderboards over HTTP."""

from bot.rewards import requests, there, usecases
from bot.web.part import Route, on_server

_EITHER = (
    Route("GET", "/leaderboard", requests.ShowLeaderboard, usecases.show_leaderboard),
    Route("DELETE", "/leaderboard", requests.LeaveLeaderboard, usecases.leave_leaderboard),
)

ROUTES = (
    Route("GET", "/points", requests.ShowPoints, usecases.show_points),
    Route("GET", "/achievements", requests.ListAchievements, usecases.list_achievements),
    Route("POST", "/leaderboard", requests.JoinLeaderboard, usecases.join_leaderboard),
    *_EITHER,
    on_server(Route("POST", "/leaderboard", requests.JoinLeaderboard, there.join_leaderboard)),
    *map(on_server, _EITHER),
)
