"""What the tests of the Discord stand-in share: one that runs, and a tiny bot of the real library in it."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot, connected


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running(clock) as running:
        yield running


@pytest.fixture
async def bot(fake: FakeDiscord) -> AsyncIterator[TinyBot]:
    async with connected(fake) as ready:
        yield ready
