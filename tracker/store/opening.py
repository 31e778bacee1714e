"""From the settings to an open table: the one place that knows both engines."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tracker.clock import Clock, system_clock
from tracker.settings import StoreSettings
from tracker.store.capacity import Observe, unobserved
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@asynccontextmanager
async def open_table(
    settings: StoreSettings,
    *,
    clock: Clock = system_clock,
    observe: Observe = unobserved,
) -> AsyncGenerator[Table]:
    """The table for as long as the block lasts. Raises Unavailable with what to do."""
    table = await _open(settings, clock, observe)
    try:
        yield table
    finally:
        await table.close()


async def _open(settings: StoreSettings, clock: Clock, observe: Observe) -> Table:
    if settings.engine == "sqlite":
        return await SqliteTable.open(settings.path, clock)
    # Imported here: botocore takes half a second, which the embedded engine need not pay.
    from tracker.store.migrations.dynamo import open_migrating  # noqa: PLC0415

    return await open_migrating(settings, clock, observe)
