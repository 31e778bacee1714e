"""A person with goals of parts: rules are tested on the embedded engine, writers that meet on both."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.goal_parts.workshops import Workshop
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def shop(sqlite_table: SqliteTable, clock: HandClock) -> Workshop:
    return await Workshop(sqlite_table, clock).settle()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Workshop:
    """On both engines in turn."""
    return await Workshop(table, clock).settle()
