"""Goals over HTTP."""

from bot.goal_parts.requests import LinkPart, NamePart, Tick
from bot.goals import gains_usecases, series, usecases
from bot.goals.requests import AddGoal, EditGoal, ListGoals, NameGoal, ShowGains, ShowGoalSeries, ShowHistory
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/goals", ListGoals, usecases.list_goals),
    Route("POST", "/goals", AddGoal, usecases.add),
    Route("GET", "/goals/{goal}", NameGoal, usecases.show),
    Route("GET", "/goals/{goal}/series", ShowGoalSeries, series.series),
    Route("PATCH", "/goals/{goal}", EditGoal, usecases.edit),
    Route("POST", "/goals/{goal}/link", LinkPart, usecases.link),
    Route("POST", "/goals/{goal}/unlink", NamePart, usecases.unlink),
    Route("POST", "/goals/{goal}/tick", Tick, usecases.tick, TokenScope.TELL),
    Route("POST", "/goals/{goal}/pause", NameGoal, usecases.pause),
    Route("POST", "/goals/{goal}/resume", NameGoal, usecases.resume),
    Route("POST", "/goals/{goal}/archive", NameGoal, usecases.archive),
    Route("DELETE", "/goals/{goal}", NameGoal, usecases.remove),
    Route("GET", "/goals/{goal}/history", ShowHistory, usecases.history),
    Route("GET", "/gains", ShowGains, gains_usecases.gains),
)
