"""Points, achievements and leaderboards over HTTP."""

from bot.rewards import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/points", requests.ShowPoints, usecases.show_points),
    Route("GET", "/achievements", requests.ListAchievements, usecases.list_achievements),
    Route("GET", "/leaderboard", requests.ShowLeaderboard, usecases.show_leaderboard),
    Route("POST", "/leaderboard", requests.JoinLeaderboard, usecases.join_leaderboard),
    Route("DELETE", "/leaderboard", requests.LeaveLeaderboard, usecases.leave_leaderboard),
)
