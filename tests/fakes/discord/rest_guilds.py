"""The servers that the bot is a member of."""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.refusals import UNKNOWN_GUILD, Refused
from tests.fakes.discord.requests import Asked, reply

if TYPE_CHECKING:
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord

_ONLY_BY_EVENT = ("channels", "threads", "members", "presences", "voice_states", "joined_at", "unavailable")
"""What GUILD_CREATE brings, and this does not."""


class Guilds:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        return [rest.route("GET /guilds/{guild}", self._get)]

    async def _get(self, _asked: Asked, guild: str) -> web.Response:
        found = self._discord.guilds.get(int(guild))
        if found is None or not found.installed:
            raise Refused(UNKNOWN_GUILD)
        return reply({key: value for key, value in found.payload.items() if key not in _ONLY_BY_EVENT})
