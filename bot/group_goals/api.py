"""Group goals over HTTP."""

from bot.documents import Nothing
from bot.group_goals import usecases
from bot.group_goals.requests import (
    AddGroupGoal,
    EditGroupGoal,
    JoinGroupGoal,
    NameGroupGoal,
    ShowGroupGoal,
)
from bot.web.part import Route

ROUTES = (
    Route("GET", "/groups", Nothing, usecases.list_goals),
    Route("POST", "/groups", AddGroupGoal, usecases.add),
    Route("GET", "/groups/{goal}", ShowGroupGoal, usecases.show),
    Route("PATCH", "/groups/{goal}", EditGroupGoal, usecases.edit),
    Route("DELETE", "/groups/{goal}", NameGroupGoal, usecases.remove),
    Route("POST", "/groups/{goal}/join", JoinGroupGoal, usecases.join),
    Route("POST", "/groups/{goal}/leave", NameGroupGoal, usecases.leave),
    Route("POST", "/groups/{goal}/end", NameGroupGoal, usecases.end),
)
