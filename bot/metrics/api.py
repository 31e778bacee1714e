"""Metrics over HTTP."""

from bot.metrics import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/metrics", requests.ListMetrics, usecases.list_metrics),
    Route("POST", "/metrics", requests.AddMetric, usecases.add),
    Route("POST", "/metrics/undo", requests.UndoMetric, usecases.undo),
    Route("GET", "/metrics/{metric}", requests.NameMetric, usecases.show),
    Route("PATCH", "/metrics/{metric}", requests.EditMetric, usecases.edit),
    Route("DELETE", "/metrics/{metric}", requests.NameMetric, usecases.remove),
    Route("POST", "/metrics/{metric}/logs", requests.LogMetric, usecases.log),
    Route("PATCH", "/metrics/{metric}/logs/{log}", requests.CorrectMetric, usecases.correct),
    Route("POST", "/metrics/{metric}/undo", requests.UndoMetric, usecases.undo),
)
