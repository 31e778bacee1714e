"""The characters of a table."""

import pytest

from tests.fakes.clock import HandClock
from tracker.goals.characters.service import Characters
from tracker.listeners import character_listeners
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
def characters(table: Table, clock: HandClock) -> Characters:
    return Characters(table, clock, character_listeners(table))


@pytest.fixture
def on_sqlite(sqlite_table: SqliteTable, clock: HandClock) -> Characters:
    return Characters(sqlite_table, clock, character_listeners(sqlite_table))
