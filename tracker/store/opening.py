"""From the settings to an open table: the one place that knows both engines."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tracker.clock import Clock, system_clock
from tracker.settings import StoreSettings
from tracker.store.table import Table


@asynccontextmanager
async def open_table(settings: StoreSettings, *, clock: Clock = system_clock) -> AsyncGenerator[Table]:
    """The table for as long as the block lasts. Raises Unavailable with what to do."""
    raise NotImplementedError
    yield
