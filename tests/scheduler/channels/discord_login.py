"""The real client, logged in to a stand-in of Discord."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at


@asynccontextmanager
async def logged_in(fake: FakeDiscord, **settings: Any) -> AsyncGenerator[discord.Client]:  # noqa: ANN401 - the library's
    with pointed_at(fake):
        client = discord.Client(intents=discord.Intents.none(), guild_ready_timeout=0.01, **settings)
        ready = asyncio.Event()

        async def on_ready() -> None:
            ready.set()

        client.event(on_ready)
        session = asyncio.create_task(client.start(fake.token))
        try:
            async with asyncio.timeout(fake.patience):
                await ready.wait()
            yield client
        finally:
            await client.close()
            with suppress(asyncio.CancelledError):
                await session
