"""Accounts with ids that count."""

from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tracker.accounts.service import Accounts
from tracker.ids import Ids
from tracker.store.table import Table


@pytest.fixture
def ids() -> Ids:
    numbers = count(1)
    return lambda: f"person-{next(numbers)}"


@pytest.fixture
def accounts(table: Table, clock: HandClock, ids: Ids) -> Accounts:
    return Accounts(table, clock, ids)
