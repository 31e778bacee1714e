"""The servers that the bot is a member of."""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.refusals import MISSING_ACCESS, UNKNOWN_GUILD, UNKNOWN_MEMBER, Refused
from tests.fakes.discord.requests import Asked, reply

if TYPE_CHECKING:
    from tests.fakes.discord.places import FakeGuild
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord

_ONLY_BY_EVENT = ("channels", "threads", "members", "presences", "voice_states", "joined_at", "unavailable")
"""What GUILD_CREATE brings, and this does not."""


class Guilds:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        return [
            rest.route("GET /guilds/{guild}", self._get),
            rest.route("GET /guilds/{guild}/members/{user}", self._member),
            rest.route("GET /guilds/{guild}/channels", self._channels),
            rest.route("GET /guilds/{guild}/threads/active", self._threads),
        ]

    async def _member(self, _asked: Asked, guild: str, user: str) -> web.Response:
        """Of one member, which takes no intent."""
        found, person = self._entered(guild), self._discord.users.get(int(user))
        if person is None or (person not in found.members and not person.is_bot):
            raise Refused(UNKNOWN_MEMBER)
        return reply(found.fetched_member(person))

    async def _channels(self, _asked: Asked, guild: str) -> web.Response:
        """All but threads."""
        return reply([one.payload for one in self._entered(guild).channels if not one.deleted])

    async def _threads(self, _asked: Asked, guild: str) -> web.Response:
        """Those that the bot sees, and in which it is: of private ones, all."""
        return reply({"threads": [one.payload for one in self._entered(guild).active_threads], "members": []})

    def _entered(self, guild: str) -> "FakeGuild":
        found = self._discord.guilds.get(int(guild))
        if found is None or not found.installed:
            raise Refused(MISSING_ACCESS)
        return found

    async def _get(self, _asked: Asked, guild: str) -> web.Response:
        found = self._discord.guilds.get(int(guild))
        if found is None or not found.installed:
            raise Refused(UNKNOWN_GUILD)
        return reply({key: value for key, value in found.payload.items() if key not in _ONLY_BY_EVENT})
