"""Somebody with a logbook: rules are tested on the embedded engine, writes on both."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.logbook.writers import Writer
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock) -> Writer:
    return await Writer(sqlite_table, clock).settle()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Writer:
    """On both engines in turn."""
    return await Writer(table, clock).settle()
