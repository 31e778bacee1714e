"""Areas of life over HTTP."""

from bot.areas import requests, usecases
from bot.documents import Nothing
from bot.web.part import Route

ROUTES = (
    Route("GET", "/areas", Nothing, usecases.list_areas),
    Route("POST", "/areas", requests.AddArea, usecases.add),
    Route("GET", "/areas/{area}", requests.NameArea, usecases.show),
    Route("PATCH", "/areas/{area}", requests.EditArea, usecases.edit),
    Route("DELETE", "/areas/{area}", requests.NameArea, usecases.remove),
)
