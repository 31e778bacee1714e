"""The embedded engine: the table in one SQLite file, durable, off the event loop.

One thread reads and one writes, with a connection each; the writer is `sqlite_writer`.
Other processes (the CLI beside a running service) use the same file at the same time.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from tracker.clock import Clock
from tracker.store.conditions import holds
from tracker.store.errors import ConditionFailed, FailedCondition, Unavailable
from tracker.store.query import Page, Query, after_prefix
from tracker.store.schema import INDEXES
from tracker.store.sqlite_codec import decode, encode
from tracker.store.sqlite_schema import connect_reader, failure, open_file
from tracker.store.sqlite_writer import Writer
from tracker.store.table import Check, Delete, Operation, Put, Table, Update, apply, check_size
from tracker.store.values import PK, SK, TTL, Item, Key, Value

T = TypeVar("T")

_PAGE = 500
_INDEX_COLUMNS = tuple(name for index in INDEXES.values() for name in (index.pk, index.sk))
_COLUMNS = ("pk", "sk", "doc", TTL, *_INDEX_COLUMNS)
_ITEM_ATTRIBUTES = (TTL, *_INDEX_COLUMNS)

_LIVE = "(ttl IS NULL OR ttl > ?)"
_GET = f"SELECT doc FROM item WHERE pk = ? AND sk = ? AND {_LIVE}"
_PUT = (
    f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (pk, sk) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[2:])}"
)
_DELETE = "DELETE FROM item WHERE pk = ? AND sk = ?"
_SCAN = f"SELECT rowid, doc FROM item WHERE rowid > ? AND {_LIVE} ORDER BY rowid LIMIT {_PAGE}"
_SWEEP = "DELETE FROM item WHERE rowid IN (SELECT rowid FROM item WHERE ttl <= ? LIMIT ?)"


class SqliteTable(Table):
    """Open with `SqliteTable.open`; close when done."""

    def __init__(
        self, path: Path, writer: sqlite3.Connection, reader: sqlite3.Connection, clock: Clock
    ) -> None:
        super().__init__(clock)
        self._path = path
        self._writer = Writer(writer, lambda error: failure(error, path))
        self._reader = _Reader(reader, path)

    @classmethod
    async def open(cls, path: Path, clock: Clock) -> "SqliteTable":
        """Make or migrate the file, and open it. Raises Unavailable with what to do."""
        return cls(path, *await asyncio.to_thread(_connect, path), clock)

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        now = self.now()

        def read(connection: sqlite3.Connection) -> dict[Key, Item]:
            found = ((key, _load(connection, key, now)) for key in keys)
            return {key: item for key, item in found if item is not None}

        return await self._reader.run(read)

    async def _query(self, query: Query) -> Page:
        statement, values = select(query, self.now())

        def read(connection: sqlite3.Connection) -> Page:
            return query.page([decode(doc) for (doc,) in connection.execute(statement, values)])

        return await self._reader.run(read)

    async def _transact(self, operations: Sequence[Operation]) -> None:
        now = self.now()
        await self._writer.submit(lambda connection: _transact(connection, operations, now))

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        now = self.now()
        for start in range(0, len(operations), _PAGE):  # in slices, so that other writers get their turn
            part = operations[start : start + _PAGE]
            await self._writer.submit(lambda connection, part=part: _transact(connection, part, now))

    async def scan(self) -> AsyncIterator[Item]:
        last, now = 0, self.now()
        while rows := await self._reader.run(lambda c, last=last: c.execute(_SCAN, (last, now)).fetchall()):
            for rowid, doc in rows:
                last = rowid
                yield decode(doc)

    async def sweep(self, limit: int = 1000) -> int:
        now = self.now()
        return await self._writer.submit(lambda connection: connection.execute(_SWEEP, (now, limit)).rowcount)

    async def check(self) -> None:
        problem = await self._reader.run(lambda c: c.execute("PRAGMA quick_check(1)").fetchone()[0])
        if problem != "ok":
            detail = problem.splitlines()[-1]
            raise Unavailable(f"the database {self._path} is damaged ({detail}); restore a backup")

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


class _Reader:
    """One thread that reads. A second one was measured slower: they wait for the interpreter's lock."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._thread = ThreadPoolExecutor(1, "sqlite-reader")
        self._closed = False

    def run(self, function: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        if self._closed:
            raise Unavailable("the store is closed")
        return asyncio.get_running_loop().run_in_executor(self._thread, self._call, function)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    def _call(self, function: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return function(self._connection)
        except sqlite3.Error as error:
            raise failure(error, self._path) from error


def _connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    writer = open_file(path)
    try:
        return writer, connect_reader(path)
    except sqlite3.Error as error:
        writer.close()
        raise failure(error, path) from error


def select(query: Query, now: int) -> tuple[str, list[str | int]]:
    """The statement for a query, and its values. It walks an index in order and stops at the limit."""
    pk, sk = query.key_names
    order = [sk] if query.index is None else [sk, PK, SK]
    parts, values = [f"{pk} = ?", f"{sk} IS NOT NULL"], [query.pk]
    upper = after_prefix(query.prefix) if query.prefix else None
    for bound, operator in ((query.prefix or query.lo, ">="), (upper, "<"), (query.hi, "<=")):
        if bound:
            parts.append(f"{sk} {operator} ?")
            values.append(bound)
    if (position := query.position()) is not None:
        parts.append(f"({', '.join(order)}) {'<' if query.reverse else '>'} ({', '.join('?' * len(order))})")
        values.extend(position)
    way = " DESC" if query.reverse else ""
    statement = (
        f"SELECT doc FROM item WHERE {' AND '.join(parts)} AND {_LIVE} "
        f"ORDER BY {', '.join(name + way for name in order)} LIMIT ?"
    )
    return statement, [*values, now, query.limit + 1]


def _load(connection: sqlite3.Connection, key: Key, now: int) -> Item | None:
    row = connection.execute(_GET, (*key, now)).fetchone()
    return None if row is None else decode(row[0])


def _transact(connection: sqlite3.Connection, operations: Sequence[Operation], now: int) -> None:
    """Judge every condition first, then write; the writer rolls back when this raises."""
    currents = [_current(connection, operation, now) for operation in operations]
    failures = [
        FailedCondition(position, operation.key, current)
        for position, (operation, current) in enumerate(zip(operations, currents, strict=True))
        if not holds(operation.when, current)
    ]
    if failures:
        raise ConditionFailed(failures)
    for operation, current in zip(operations, currents, strict=True):
        _write(connection, operation, current)


def _current(connection: sqlite3.Connection, operation: Operation, now: int) -> Item | None:
    """The item as it is, where the operation depends on it."""
    if operation.when is None and not isinstance(operation, Update):
        return None
    return _load(connection, operation.key, now)


def _write(connection: sqlite3.Connection, operation: Operation, current: Item | None) -> None:
    match operation:
        case Put(item):
            connection.execute(_PUT, _row(operation.key, item))
        case Update(key):
            changed = apply(operation, current)
            check_size(key, changed)
            connection.execute(_PUT, _row(key, changed))
        case Delete(key):
            connection.execute(_DELETE, key)
        case Check():
            pass


def _row(key: Key, item: Item) -> list[Value]:
    return [*key, encode(item), *(item.get(name) for name in _ITEM_ATTRIBUTES)]
