"""A table whose process dies at a chosen write: that write is lost, or half of a batch of them is."""

from collections.abc import AsyncIterator, Sequence

from tracker.clock import Clock
from tracker.store.query import Query, QueryPage
from tracker.store.table import Operation, Table
from tracker.store.values import Item, Key


class Killed(BaseException):
    """The process is gone; nothing of ours could catch this."""


class DyingTable(Table):
    def __init__(self, inner: Table, clock: Clock, writes: int) -> None:
        super().__init__(clock)
        self._inner, self._left = inner, writes

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        return await self._inner.get_many(keys)

    async def _query(self, query: Query) -> QueryPage:
        return await self._inner._query(query)

    async def _tally(self, query: Query) -> int:
        return await self._inner._tally(query)

    async def _transact(self, operations: Sequence[Operation]) -> None:
        self._count()
        await self._inner.transact(operations)

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        for operation in reversed(operations):  # a batch has no order
            self._count()
            await self._inner.transact([operation])

    def _count(self) -> None:
        if self._left == 0:
            raise Killed
        self._left -= 1

    def scan(self) -> AsyncIterator[Item]:
        return self._inner.scan()

    async def sweep(self, limit: int = 1000) -> int:
        return await self._inner.sweep(limit)

    async def purge(self) -> None:
        await self._inner.purge()

    async def check_place(self) -> None:
        await self._inner.check_place()

    async def check(self) -> None:
        await self._inner.check()

    async def close(self) -> None:
        await self._inner.close()
