"""A person with metrics: rules are tested on the embedded engine, writes on both."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.metrics.people import Person
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def person(sqlite_table: SqliteTable, clock: HandClock) -> Person:
    return await Person(sqlite_table, clock).settle()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Person:
    """On both engines in turn."""
    return await Person(table, clock).settle()
