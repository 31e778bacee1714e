"""The timeline over HTTP."""

from bot.timeline import requests, usecases
from bot.web.part import Route

ROUTES = (Route("GET", "/timeline", requests.ShowTimeline, usecases.show),)
