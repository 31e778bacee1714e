"""A terminal in an empty folder."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.cli.terminal import Terminal
from tests.fakes.hiscores import FakeHiscores


@pytest.fixture
async def terminal(tmp_path: Path) -> AsyncIterator[Terminal]:
    async with FakeHiscores.running() as game:
        yield Terminal(tmp_path, game)
