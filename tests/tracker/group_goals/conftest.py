"""A clan on the embedded engine, and one on both in turn, for writers that meet."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.group_goals.clans import Clan
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> Clan:
    return Clan(sqlite_table, clock)


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Clan:
    return Clan(table, clock)
