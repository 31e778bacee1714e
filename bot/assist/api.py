"""Asking for help over HTTP: where one is known, and on a server."""

from bot.assist import requests, usecases
from bot.documents import Nothing
from bot.web.part import Route, on_server

_EITHER = (
    Route("GET", "/assist", Nothing, usecases.list_threads),
    Route("POST", "/assist", requests.AskHelp, usecases.ask),
    Route("POST", "/assist/volunteer", requests.Volunteer, usecases.volunteer),
    Route("GET", "/assist/{thread}", requests.NameThread, usecases.show),
    Route("POST", "/assist/{thread}/answer", requests.AnswerQuestion, usecases.answer),
    Route("POST", "/assist/{thread}/solved", requests.Solve, usecases.solved),
    Route("POST", "/assist/{thread}/leave", requests.NameThread, usecases.leave),
    Route("POST", "/assist/{thread}/block", requests.NameSpeaker, usecases.block),
    Route("POST", "/assist/{thread}/report", requests.ReportInThread, usecases.report),
)

ROUTES = (*_EITHER, *map(on_server, _EITHER))
