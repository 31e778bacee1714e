"""Who the bot is, where the gateway is, and who the people are."""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.forms import Form
from tests.fakes.discord.refusals import INVALID_RECIPIENT, UNKNOWN_USER, Refused
from tests.fakes.discord.requests import Asked, reply

if TYPE_CHECKING:
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord


class Identity:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        return [
            rest.route("GET /users/@me", self._me),
            rest.route("POST /users/@me/channels", self._open_dm),
            rest.route("GET /users/{user}", self._user),
            rest.route("GET /oauth2/applications/@me", self._application),
            rest.route("GET /gateway/bot", self._gateway),
        ]

    async def _me(self, _asked: Asked) -> web.Response:
        more = {"flags": 0, "mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
        return reply({**self._discord.bot.payload, **more})

    async def _user(self, _asked: Asked, user: str) -> web.Response:
        found = self._discord.users.get(int(user))
        if found is None:
            raise Refused(UNKNOWN_USER)
        return reply(found.payload)

    async def _open_dm(self, asked: Asked) -> web.Response:
        form, recipient = Form(), asked.form.get("recipient_id")
        if recipient is None:
            form.at("recipient_id").missing()
        form.accept()
        person = self._discord.users.get(int(str(recipient)))
        if person is None or person.is_bot:
            raise Refused(INVALID_RECIPIENT)
        return reply(self._discord.dm_with(person).payload)

    async def _application(self, _asked: Asked) -> web.Response:
        return reply(
            {
                "id": str(self._discord.application_id),
                "name": self._discord.bot.name,
                "icon": None,
                "description": "",
                "summary": "",
                "bot": self._discord.bot.payload,
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": self._discord.owner.payload,
                "team": None,
                "verify_key": "00" * 32,
                "flags": 0,
                "hook": True,
                "is_monetized": False,
                "redirect_uris": [],
                "interactions_endpoint_url": self._discord.interactions_url,
                "role_connections_verification_url": None,
                "approximate_guild_count": len(self._discord.guilds),
                "approximate_user_install_count": len(self._discord.users),
                "integration_types_config": {"0": {}, "1": {}},
            }
        )

    async def _gateway(self, _asked: Asked) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
        return reply(
            {"url": self._discord.gateway_url, "shards": self._discord.shards, "session_start_limit": limit}
        )
