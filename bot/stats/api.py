"""What a person has done in all, over HTTP."""

from bot.documents import Nothing
from bot.stats import usecases
from bot.web.part import Route

ROUTES = (Route("GET", "/stats", Nothing, usecases.show_stats),)
