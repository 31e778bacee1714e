"""Group goals over HTTP: those of a person, and those of a server."""

from bot.documents import Nothing
from bot.group_goals import usecases
from bot.group_goals.requests import (
    AddGroupGoal,
    EditGroupGoal,
    JoinGroupGoal,
    NameGroupGoal,
    ShowGroupGoal,
)
from bot.web.part import Route, on_server
from bot.web.there import setting_up

_EITHER = (
    Route("GET", "/groups", Nothing, usecases.list_goals),
    Route("GET", "/groups/{goal}", ShowGroupGoal, usecases.show),
    Route("PATCH", "/groups/{goal}", EditGroupGoal, usecases.edit),
    Route("DELETE", "/groups/{goal}", NameGroupGoal, usecases.remove),
    Route("POST", "/groups/{goal}/join", JoinGroupGoal, usecases.join),
    Route("POST", "/groups/{goal}/leave", NameGroupGoal, usecases.leave),
    Route("POST", "/groups/{goal}/end", NameGroupGoal, usecases.end),
)

ROUTES = (
    Route("POST", "/groups", AddGroupGoal, usecases.add),
    *_EITHER,
    on_server(Route("POST", "/groups", AddGroupGoal, setting_up(usecases.add))),
    *map(on_server, _EITHER),
)
