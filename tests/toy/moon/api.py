"""The moon over HTTP."""

from bot.web.part import Route
from tests.toy.moon import usecases
from tests.toy.moon.requests import LookUp

ROUTES = (Route("GET", "/moon", LookUp, usecases.look_up),)
