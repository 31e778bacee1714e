"""A server on a stand-in of Discord, and Ada, who manages it and is signed in to the pages."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.slash.login import logged_in
from tests.bot.slash.bot_world import with_discord
from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.bot.web.pages.world import World
from tests.fakes.clock import HandClock
from tests.fakes.discord.places import FakeGuild
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.servers.model import Announces, Server
from tracker.settings import Settings
from tracker.store.table import Table


@dataclass(frozen=True)
class Clan:
    browser: Browser
    discord: FakeDiscord
    guild: FakeGuild
    ada: FakeUser

    @property
    def path(self) -> str:
        return f"/servers/{self.guild.id}"

    async def account(self, user: FakeUser) -> User:
        return await self.browser.site.services.accounts.get_or_register(parse_identity(f"discord:{user.id}"))

    @asynccontextmanager
    async def somebody(self, name: str, *, member: bool) -> AsyncGenerator[Browser]:
        """In a browser of their own."""
        user = self.discord.user(name)
        if member:
            self.guild.join(user)
        async with another(self.browser) as theirs:
            await theirs.sign_in(await self.account(user))
            yield theirs

    async def set_up(self) -> Server:
        """As `/server announce-channel` does."""
        services = self.browser.site.services
        server = await services.servers.set_up(self.guild.id, self.guild.name)
        await services.channels.add(server.account, "discord", f"channel:{self.guild.channel.id}")
        return await services.servers.announce(server, Announces.REACHED)


@asynccontextmanager
async def clan_on_pages(table: Table, clock: HandClock, name: str = "Run Club") -> AsyncGenerator[Clan]:
    async with FakeDiscord.running(clock) as discord:
        settings = with_discord(Settings(), discord).discord
        with pointed_at(discord):
            async with (
                logged_in(settings) as client,
                World.running(clock) as world,
                browsing(table, clock, client=client, more=world.settings()) as opened,
            ):
                browser = replace(opened, world=world)
                ada, guild = discord.user("ada"), discord.guild(name)
                guild.permit(ada, "manage_guild")
                clan = Clan(browser, discord, guild, ada)
                await browser.sign_in(await clan.account(ada))
                yield clan
