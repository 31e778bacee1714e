"""A person with habits."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.habits.homes import Home
from tracker.store.table import Table


@pytest.fixture
async def home(table: Table, clock: HandClock) -> Home:
    home = Home(table, clock)
    await home.settle()
    return home
