"""A look back over HTTP."""

from bot.recap import requests, usecases
from bot.web.part import Route

ROUTES = (Route("GET", "/recap", requests.LookBack, usecases.look),)
