"""What the tests of Discord share: the bot on a stand-in, and two people who use it."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    async with BotWorld.on_discord(sqlite_table, clock) as world:
        yield world


@pytest.fixture
def ada(world: BotWorld) -> FakeUser:
    return world.discord.user("ada")


@pytest.fixture
def bob(world: BotWorld) -> FakeUser:
    return world.discord.user("bob")
