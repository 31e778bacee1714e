"""A person with tasks."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import Desk
from tracker.store.table import Table


@pytest.fixture
async def desk(table: Table, clock: HandClock) -> Desk:
    desk = Desk(table, clock)
    await desk.settle()
    return desk
