"""A tiny bot of the real library, and a way to run it against the stand-in."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.fakes.discord.news import News
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_commands import add_commands
from tests.fakes.discord.tiny_views import DoneButton, Panel


@contextmanager
def pointed_at(fake: FakeDiscord) -> Iterator[None]:
    """The library's three addresses, and back."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
    Route.BASE = fake.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(fake.gateway_url)
    discord.Asset.BASE = fake.cdn_url
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = before


class TinyBot(discord.Client):
    """What a command does can be replaced by a test: `bot.does["ping"] = …`."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - the library's
        settings = {"intents": discord.Intents.none(), "guild_ready_timeout": 0.01, **settings}
        super().__init__(**settings)
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.does: dict[str, Callable[[discord.Interaction], Any]] = {}
        self.failures: list[Exception] = []
        self.news = News()
        self.seen: list[discord.Interaction] = []
        self.running: asyncio.Task[None] | None = None
        self.tree.error(self._note)
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(DoneButton)
        self.add_view(Panel())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library waits five seconds here, out of courtesy to the real gateway."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        if interaction.type is discord.InteractionType.ping:
            await interaction.response.pong()

    async def _note(self, _interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.failures.append(getattr(error, "original", error))
        self.news.tell()


@asynccontextmanager
async def connected(
    fake: FakeDiscord,
    bot: TinyBot | None = None,
    **settings: Any,  # noqa: ANN401 - the library's
) -> AsyncGenerator[TinyBot]:
    """Log in, and out at the end."""
    with pointed_at(fake):
        bot = bot or TinyBot(**settings)
        bot.running = asyncio.create_task(bot.start(fake.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait([bot.running, ready], return_when=asyncio.FIRST_COMPLETED)
            if bot.running.done():
                await bot.running
            yield bot
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.wait([bot.running])
