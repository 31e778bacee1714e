"""A store in trouble, seen through the table's own interface."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from tracker.clock import system_clock
from tracker.store.query import Page, Query
from tracker.store.table import Operation, Table
from tracker.store.values import Item, Key


class FaultyTable(Table):
    """Every call ends as `fault` does."""

    def __init__(self, fault: Callable[[], Awaitable[None]]) -> None:
        super().__init__(system_clock)
        self.fault = fault

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        del keys
        await self.fault()
        return {}

    async def _query(self, query: Query) -> Page:
        del query
        await self.fault()
        return Page([], None)

    async def _transact(self, operations: Sequence[Operation]) -> None:
        del operations
        await self.fault()

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        del operations
        await self.fault()

    async def scan(self) -> AsyncIterator[Item]:
        await self.fault()
        return
        yield

    async def sweep(self, limit: int = 1000) -> int:
        del limit
        await self.fault()
        return 0

    async def check(self) -> None:
        await self.fault()

    async def close(self) -> None:
        pass
