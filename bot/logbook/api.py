"""The logbook over HTTP. A search is a POST: what stands in an address is logged by everybody on the way."""

from bot.documents import Nothing
from bot.logbook import requests, usecases
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/logbook", requests.NamePage, usecases.show),
    Route("POST", "/logbook", requests.AddEntry, usecases.add, TokenScope.TELL),
    Route("GET", "/logbook/week", requests.NamePage, usecases.week),
    Route("GET", "/logbook/month", requests.NamePage, usecases.month),
    Route("POST", "/logbook/search", requests.SearchPages, usecases.search, TokenScope.READ),
    Route("POST", "/logbook/undo", requests.UndoEntry, usecases.undo),
    Route("GET", "/logbook/prompt", Nothing, usecases.show_prompt),
    Route("POST", "/logbook/prompt", requests.SetPrompt, usecases.prompt),
    Route("GET", "/logbook/{day}", requests.NamePage, usecases.show),
    Route("PATCH", "/logbook/{day}", requests.EditPage, usecases.edit),
    Route("DELETE", "/logbook/{day}", requests.NamePage, usecases.remove),
)
