"""Points, achievements and leaderboards over HTTP."""

from functools import wraps

from bot.rewards import requests, usecases
from bot.rewards.documents import BoardMembership
from bot.visit import Visit
from bot.web.part import Route, on_server
from bot.web.there import set_up_there
from tracker.rewards.boards import GLOBAL


@wraps(usecases.join_leaderboard)
async def _join_there(there: Visit, ask: requests.JoinLeaderboard) -> BoardMembership:
    """A server has no account before somebody needs it."""
    if ask.scope != GLOBAL:
        await set_up_there(there)
    return await usecases.join_leaderboard(there, ask)


_EITHER = (
    Route("GET", "/leaderboard", requests.ShowLeaderboard, usecases.show_leaderboard),
    Route("DELETE", "/leaderboard", requests.LeaveLeaderboard, usecases.leave_leaderboard),
)

ROUTES = (
    Route("GET", "/points", requests.ShowPoints, usecases.show_points),
    Route("GET", "/achievements", requests.ListAchievements, usecases.list_achievements),
    Route("POST", "/leaderboard", requests.JoinLeaderboard, usecases.join_leaderboard),
    *_EITHER,
    on_server(Route("POST", "/leaderboard", requests.JoinLeaderboard, _join_there)),
    *map(on_server, _EITHER),
)
