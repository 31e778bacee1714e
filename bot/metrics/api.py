"""Metrics over HTTP."""

from bot.metrics import requests, series, usecases
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/metrics", requests.ListMetrics, usecases.list_metrics),
    Route("POST", "/metrics", requests.AddMetric, usecases.add),
    Route("POST", "/metrics/undo", requests.UndoMetric, usecases.undo),
    Route("GET", "/metrics/{metric}", requests.ShowMetric, usecases.show),
    Route("GET", "/metrics/{metric}/series", requests.ShowMetricSeries, series.series),
    Route("PATCH", "/metrics/{metric}", requests.EditMetric, usecases.edit),
    Route("DELETE", "/metrics/{metric}", requests.NameMetric, usecases.remove),
    Route("POST", "/metrics/{metric}/logs", requests.LogMetric, usecases.log, TokenScope.TELL),
    Route("PATCH", "/metrics/{metric}/logs/{log}", requests.CorrectMetric, usecases.correct),
    Route("POST", "/metrics/{metric}/undo", requests.UndoMetric, usecases.undo),
)
