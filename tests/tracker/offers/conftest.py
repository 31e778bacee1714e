"""A server that offers things."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.offers.fair import Fair
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def fair(sqlite_table: SqliteTable, clock: HandClock) -> Fair:
    return await Fair(sqlite_table, clock).open()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Fair:
    """On both engines in turn."""
    return await Fair(table, clock).open()
