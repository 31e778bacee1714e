"""A DynamoDB table that may hold items of an older schema: it is used at once, and renewed page by page.

Until all of it is, what is read is renewed on the way, and what is about to be changed is renewed before.
Only timelines and areas lack what is not renewed yet: an index finds nothing by a key that it does not have.
Each process that opens the table goes on where the last one ended, a few pages at a time; several at once
share the pages. An item is changed only while it is as the older schema left it, so that no change is lost.
Workers of an older version know none of this: they have to be stopped before.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Literal

from botocore.exceptions import ClientError

from tracker.clock import Clock
from tracker.logs import get_logger
from tracker.settings import StoreSettings
from tracker.store.capacity import Observe, unobserved
from tracker.store.conditions import ABSENT, eq
from tracker.store.dynamo import DynamoTable
from tracker.store.dynamo_calls import Caller
from tracker.store.entity import Entity, from_items, rewrite
from tracker.store.errors import ConditionFailed, StoreUnavailable
from tracker.store.keys import KeptKey
from tracker.store.migrations.renewal import SCHEMA, is_old, renewal, renewed
from tracker.store.query import Query, QueryPage
from tracker.store.segments import timestamp
from tracker.store.table import Delete, Operation, Put
from tracker.store.values import Item, Key

log = get_logger(__name__)

PAGE = 1000
"""Items that are looked at together."""
AT_START = 5
"""Pages that whoever opens the table waits for."""
AT_ONCE = 16

_KEY = KeptKey("schema")


class Migrated(Entity, frozen=True):
    """How far a table is."""

    type: Literal["kept"] = "kept"
    version: int = 1
    """All of it is at least of this schema."""
    pages: int = 0
    """How many were renewed towards the next one."""
    after: tuple[str, str] | None = None
    """The last key of these."""


def _unheard(_: int) -> None:
    pass


class MigratingTable(DynamoTable):
    page = PAGE

    def __init__(self, call: Caller, name: str, clock: Clock, stack: AsyncExitStack) -> None:
        super().__init__(call, name, clock, stack)
        self.is_whole = False
        """Whether all items are of the present schema: then it is a table as any other."""
        self.renewed = 0
        """Items that this process has brought up to date."""

    async def go_on(self, pages: int | None = None, told: Callable[[int], None] = _unheard) -> bool:
        """Renew so many pages, or all; whether none is left. `told` hears how many were renewed so far."""
        while not self.is_whole and (pages is None or pages > 0):
            pages = None if pages is None else pages - 1
            told(await self._next_page())
        return self.is_whole

    async def _next_page(self) -> int:
        found = (await super()._get_many([_KEY.key])).get(_KEY.key)
        known = next(from_items(Migrated, [found] if found else []), Migrated())
        if known.version > SCHEMA:
            raise StoreUnavailable(
                f"the table {self._name} was written by a newer Questlog (schema {known.version}; this one "
                f"knows {SCHEMA}); upgrade Questlog"
            )
        if known.version == SCHEMA:
            self.is_whole = True
            return known.pages
        items, after = await self.scan_page(Key(*known.after) if known.after else None, Limit=self.page)
        await self._renew(items)
        done = Migrated(version=known.version if after else SCHEMA, pages=known.pages + 1, after=after)
        unmoved = ABSENT if found is None else eq("pages", known.pages)
        with suppress(ConditionFailed):  # somebody else has done this page, too, and goes on from there
            await self.update(rewrite(done, _KEY, when=unmoved))
        if after is None:
            log.info("table migrated", table=self._name, schema=SCHEMA)
        return done.pages

    async def _renew(self, items: Iterable[Item]) -> None:
        gate, now = asyncio.Semaphore(AT_ONCE), timestamp(self._clock())

        async def write(item: Item) -> None:
            async with gate:
                # Alone, and so for half the price: who repeats it finds it done, which is as good.
                with suppress(ClientError):
                    await self._send_alone(renewal(item, now), self.now())
                    self.renewed += 1

        await asyncio.gather(*(write(item) for item in items if is_old(item)))

    # As if all items were of the present schema.

    def _as_renewed(self, item: Item) -> Item:
        return renewed(item, timestamp(self._clock())) if not self.is_whole and is_old(item) else item

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        found = await super()._get_many(keys)
        return {key: self._as_renewed(item) for key, item in found.items()}

    async def _query(self, query: Query) -> QueryPage:
        page = await super()._query(query)
        return QueryPage([*map(self._as_renewed, page.items)], page.cursor)

    async def scan(self) -> AsyncIterator[Item]:
        async for item in super().scan():
            yield self._as_renewed(item)

    async def _transact(self, operations: Sequence[Operation]) -> None:
        """A condition, or a change of some attributes, would meet the old names."""
        if not self.is_whole:
            keys = {one.key for one in operations if not (isinstance(one, Put | Delete) and one.when is None)}
            await self._renew((await super()._get_many([*keys])).values() if keys else ())
        await super()._transact(operations)

    async def sweep(self, limit: int = 1000) -> int:
        """DynamoDB removes what has expired by itself; the time is for pages that are left."""
        await self.go_on(AT_START)
        return await super().sweep(limit)


async def open_migrating(
    settings: StoreSettings, clock: Clock, observe: Observe = unobserved, pages: int = AT_START
) -> MigratingTable:
    """The table of these settings, with so many pages renewed. Raises StoreUnavailable with what to do."""
    table = await MigratingTable.open(
        table=settings.table,
        region=settings.region,
        endpoint_url=str(settings.endpoint_url) if settings.endpoint_url else None,
        clock=clock,
        observe=observe,
    )
    try:
        if not await table.go_on(pages):
            log.info("table half migrated; the rest goes on beside", table=settings.table)
    except BaseException:
        await table.close()
        raise
    return table
