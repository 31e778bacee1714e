"""Ids come in as an argument: `Ids` is any function that answers a new id at each call."""

from collections.abc import Callable
from typing import TypeAlias

from ulid import ULID

from tracker.clock import Clock, system_clock

Ids: TypeAlias = Callable[[], str]


def ulids(clock: Clock = system_clock) -> Ids:
    """ULIDs: unique without asking anybody, and sorted by the millisecond in which they were made."""
    return lambda: str(ULID.from_datetime(clock()))
