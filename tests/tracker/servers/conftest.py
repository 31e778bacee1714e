"""A server and its members."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.servers.halls import Hall
from tracker.store.table import Table


@pytest.fixture
def hall(table: Table, clock: HandClock) -> Hall:
    return Hall(table, clock)
