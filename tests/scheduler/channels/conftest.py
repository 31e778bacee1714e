"""A stand-in of Discord, the real client on it, and somebody to write to."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser
from tests.scheduler.channels.discord_login import logged_in


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running(clock) as running:
        yield running


@pytest.fixture
async def client(fake: FakeDiscord) -> AsyncIterator[discord.Client]:
    async with logged_in(fake) as opened:
        yield opened


@pytest.fixture
def anna(fake: FakeDiscord) -> FakeUser:
    return fake.user("anna")
