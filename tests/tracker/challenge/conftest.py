"""A challenge and the people in it."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.challenge.club import Club, NotingTable
from tracker.store.table import Table


@pytest.fixture
async def club(table: Table, clock: HandClock) -> Club:
    club = Club(NotingTable(table), clock)
    await club.begin()
    return club
