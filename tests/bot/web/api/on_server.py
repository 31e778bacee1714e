"""A server on a stand-in of Discord, and programs of its members, each with a token."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.bot.web.api_site import ApiSite, Said
from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.store.table import Table


@dataclass(frozen=True)
class Program:
    site: ApiSite
    token: str
    person: User

    async def asks(self, method: str, path: str, /, **fields: object) -> Said:
        """With fields in its body."""
        headers: dict[str, Any] = {"Authorization": f"Bearer {self.token}"}
        return await self.site.asks(method, f"/api/v1{path}", headers=headers, json=fields or None)


@dataclass(frozen=True)
class ServerByApi:
    clan: Clan
    ada: Program
    """Of somebody who manages it."""

    @property
    def path(self) -> str:
        return self.clan.path

    @property
    def channel(self) -> str:
        return f"{self.clan.guild.channel.id}"

    async def program(self, user: FakeUser, scope: TokenScope = TokenScope.WRITE) -> Program:
        site, person = self.clan.browser.site, await self.clan.account(user)
        made = await Tokens(site.services.table, site.clock).make(person.id, f"{scope}", scope)
        return Program(site, made.token, person)

    async def member(self, name: str) -> Program:
        user = self.clan.discord.user(name)
        self.clan.guild.join(user)
        return await self.program(user)


@asynccontextmanager
async def server_by_api(table: Table, clock: HandClock) -> AsyncGenerator[ServerByApi]:
    """It is called Run Club, and nobody has set it up."""
    async with clan_on_pages(table, clock) as clan:
        site, person = clan.browser.site, await clan.account(clan.ada)
        token = (await Tokens(table, clock).make(person.id)).token
        yield ServerByApi(clan, Program(site, token, person))
