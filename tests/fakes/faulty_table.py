"""A table with bad days: failures at a chosen call, before or after it took effect; an index that lags."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from tracker.store.errors import Throttled
from tracker.store.query import Query, QueryPage
from tracker.store.steps import ReadSteps
from tracker.store.table import Operation, Table
from tracker.store.values import PK, SK, Item, Key, expired

T = TypeVar("T")


@dataclass
class _Fault:
    calls_left: int
    error: Exception
    when: Literal["before", "after"]


class FaultyTable(Table):
    """Does what `inner` does, but for the faults that a test asks for."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner._clock)
        self._inner = inner
        self._faults: list[_Fault] = []
        self._snapshot: list[Item] | None = None
        self.calls = 0
        """How many reads and writes there were, failed ones too."""

    def fail(
        self,
        *,
        at: int = 1,
        error: Exception | None = None,
        when: Literal["before", "after"] = "before",
    ) -> None:
        """Raise at the `at`-th call from now, with the call not done at all, or done and its answer lost."""
        self._faults.append(_Fault(at, error or Throttled("injected"), when))

    async def freeze_indexes(self) -> None:
        """From now on, queries of an index see the table as it is at this moment."""
        self._snapshot = [item async for item in self._inner.scan()]

    def release_indexes(self) -> None:
        self._snapshot = None

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        return await self._call(lambda: self._inner._get_many(keys))

    async def _query(self, query: Query) -> QueryPage:
        if query.index is not None and self._snapshot is not None:
            stale = _answer(query, [item for item in self._snapshot if not expired(item, self.now())])
            return await self._call(lambda: _ready(stale))
        return await self._call(lambda: self._inner._query(query))

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        """One call, as it is one visit on SQLite; step by step while indexes are frozen."""
        if self._snapshot is not None:
            return await super().read_in_steps(steps)
        return await self._call(lambda: self._inner.read_in_steps(steps))

    async def _tally(self, query: Query) -> int:
        if query.index is not None and self._snapshot is not None:
            live = [item for item in self._snapshot if not expired(item, self.now())]
            stale = len(_answer(replace(query, limit=len(live) + 1), live).items)
            return await self._call(lambda: _ready(stale))
        return await self._call(lambda: self._inner._tally(query))

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await self._call(lambda: self._inner._transact(operations))

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        await self._call(lambda: self._inner._write_many(operations))

    async def scan(self) -> AsyncIterator[Item]:
        async for item in self._inner.scan():
            yield item

    async def sweep(self, limit: int = 1000) -> int:
        return await self._call(lambda: self._inner.sweep(limit))

    async def purge(self) -> None:
        await self._inner.purge()

    async def check_place(self) -> None:
        await self._inner.check_place()

    async def check(self) -> None:
        await self._call(self._inner.check)

    async def close(self) -> None:
        await self._inner.close()

    async def _call(self, action: Callable[[], Awaitable[T]]) -> T:
        self.calls += 1
        due = self._due()
        if due is not None and due.when == "before":
            raise due.error
        result = await action()
        if due is not None:
            raise due.error
        return result

    def _due(self) -> _Fault | None:
        for fault in self._faults:
            fault.calls_left -= 1
        due = next((fault for fault in self._faults if fault.calls_left == 0), None)
        self._faults = [fault for fault in self._faults if fault.calls_left > 0]
        return due


async def _ready(answer: T) -> T:
    return answer


def _answer(query: Query, items: Sequence[Item]) -> QueryPage:
    """What an index that held these items would answer."""
    pk, sk = query.key_names

    def place(item: Item) -> tuple[Any, ...]:
        return (item[sk], item[PK], item[SK])

    inside = [item for item in items if item.get(pk) == query.pk and _within(query, item.get(sk))]
    inside.sort(key=place, reverse=query.reverse)
    if (position := query.position()) is not None:
        inside = [
            item for item in inside if (place(item) < position if query.reverse else place(item) > position)
        ]
    return query.page(inside[: query.limit + 1])


def _within(query: Query, sort_key: object) -> bool:
    if not isinstance(sort_key, str):
        return False
    if query.prefix:
        return sort_key.startswith(query.prefix)
    return (query.lo is None or query.lo <= sort_key) and (query.hi is None or sort_key <= query.hi)
