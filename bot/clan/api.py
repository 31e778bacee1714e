"""What the members of a server gained together, over HTTP."""

from bot.clan.requests import ShowClan
from bot.clan.usecases import gains, top
from bot.web.part import Route

ROUTES = (
    Route("GET", "/servers/{guild}/gains", ShowClan, gains),
    Route("GET", "/servers/{guild}/top", ShowClan, top),
)
