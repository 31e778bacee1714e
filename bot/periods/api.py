"""A period over HTTP."""

from bot.periods import usecases
from bot.periods.requests import ShowPeriod
from bot.web.part import Route

ROUTES = (Route("GET", "/period", ShowPeriod, usecases.show),)
"""All numbers of a week, a month or a year."""
