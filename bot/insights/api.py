"""Insights over HTTP."""

from bot.documents import Nothing
from bot.insights import usecases
from bot.insights.requests import HideInsight, ShowInsights, TellInsights
from bot.web.part import Route

ROUTES = (
    Route("GET", "/insights", ShowInsights, usecases.show),
    Route("PATCH", "/insights", TellInsights, usecases.choose),
    Route("POST", "/insights/hidden/show", Nothing, usecases.show_hidden),
    Route("POST", "/insights/{insight}/hide", HideInsight, usecases.hide),
)
