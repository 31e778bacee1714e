"""The leaderboard of a server, joined from elsewhere than Discord."""

from functools import wraps

from bot.rewards import requests, usecases
from bot.rewards.documents import BoardMembership
from bot.visit import Visit
from bot.web.there import set_up_there
from tracker.rewards.boards import GLOBAL


@wraps(usecases.join_leaderboard)
async def join_leaderboard(there: Visit, ask: requests.JoinLeaderboard) -> BoardMembership:
    """A server has no account before somebody needs it."""
    if ask.scope != GLOBAL:
        await set_up_there(there)
    return await usecases.join_leaderboard(there, ask)
