"""Putting and reading application commands, of all the world or of one guild."""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.refusals import MISSING_ACCESS, UNKNOWN_APPLICATION, Refused
from tests.fakes.discord.requests import Asked, reply

if TYPE_CHECKING:
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord


class Commands:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        world = "/applications/{application}/commands"
        local = "/applications/{application}/guilds/{guild}/commands"
        return [
            rest.route(f"GET {world}", self._get),
            rest.route(f"PUT {world}", self._put),
            rest.route(f"GET {local}", self._get),
            rest.route(f"PUT {local}", self._put),
        ]

    async def _get(self, _asked: Asked, application: str, guild: str | None = None) -> web.Response:
        return reply(self._discord.commands.of(self._scope(application, guild)))

    async def _put(self, asked: Asked, application: str, guild: str | None = None) -> web.Response:
        return reply(self._discord.commands.put(self._scope(application, guild), asked.body))

    def _scope(self, application: str, guild: str | None) -> int | None:
        if application != str(self._discord.application_id):
            raise Refused(UNKNOWN_APPLICATION)
        if guild is None:
            return None
        known = self._discord.guilds.get(int(guild))
        if known is None or not known.installed:
            raise Refused(MISSING_ACCESS)
        return known.id
