"""The embedded engine: the table in one SQLite file, durable, off the event loop.

One thread reads and one writes, with a connection each; the writer is `sqlite_writer`.
Other processes (the CLI beside a running service) use the same file at the same time.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextvars import copy_context
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from tracker.clock import Clock
from tracker.logs import get_logger
from tracker.store.applying import apply, check_size
from tracker.store.conditions import holds
from tracker.store.errors import ConditionFailed, FailedCondition, StoreUnavailable
from tracker.store.query import Query, QueryPage, after_prefix
from tracker.store.schema import INDEXES
from tracker.store.sqlite_codec import decode, decode_again, encode
from tracker.store.sqlite_schema import connect_reader, empty_log, failure, open_file
from tracker.store.sqlite_worker import Outcome, Work, Worker
from tracker.store.sqlite_writer import Writer
from tracker.store.steps import Lookup, ReadSteps, StepResult, all_pages, checked_lookup, walked
from tracker.store.table import Check, Delete, Operation, Put, Table, Update
from tracker.store.values import PK, SK, TTL, Item, Key, Value

log = get_logger(__name__)

T = TypeVar("T")

_PAGE = 500
_BYTES_FOR_A_LETTER = 4
"""At most, of a document: letters have up to four, and numbers in a list, as DynamoDB counts them, three."""
_INDEX_COLUMNS = tuple(name for index in INDEXES.values() for name in (index.pk, index.sk))
_COLUMNS = ("pk", "sk", "doc", TTL, *_INDEX_COLUMNS)
_ITEM_ATTRIBUTES = (TTL, *_INDEX_COLUMNS)

_LIVE = "(ttl IS NULL OR ttl > ?)"
_GET = f"SELECT doc FROM item WHERE pk = ? AND sk = ? AND {_LIVE}"
_PUT = (
    f"INSERT INTO item ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (pk, sk) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[2:])}"
)
# A join, and in this order: `(pk, sk) IN (VALUES …)` would walk through the whole table.
_GET_MANY = (
    "WITH wanted (number, p, s) AS (VALUES {}) "
    f"SELECT number, doc FROM wanted CROSS JOIN item ON pk = p AND sk = s AND {_LIVE}"
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
        self._file = _file_at(path)
        # One thread reads. A second one was measured slower: they wait for the interpreter's lock.
        self._reader = Worker("sqlite-reader", reader, lambda group: _read_all(reader, group, path))
        self._writer = Worker("sqlite-writer", writer, Writer(writer, lambda error: failure(error, path)))

    @classmethod
    async def open(cls, path: Path, clock: Clock) -> "SqliteTable":
        """Make or migrate the file, and open it. Raises Unavailable with what to do."""
        return cls(path, *await asyncio.to_thread(_connect, path, clock), clock)

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        now = self.now()
        return await self._reader.submit(lambda connection: _items(connection, keys, now))

    async def _query(self, query: Query) -> QueryPage:
        now = self.now()
        return await self._reader.submit(lambda connection: _page(connection, query, now))

    async def _read(
        self, keys: Sequence[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[QueryPage]]:
        now = self.now()

        return await self._reader.submit(lambda connection: _found(connection, keys, queries, now))

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        """The thread is visited once for all of them: that takes longer than most reads do.

        What is worded there is for whoever is answered here (`tracker/locales.py`)."""
        now, here = self.now(), copy_context()

        def read(connection: sqlite3.Connection, lookup: Lookup) -> StepResult:
            (keys, queries), askable = checked_lookup(lookup)
            items, pages = _found(connection, keys, queries, now)
            return StepResult(items, all_pages(pages, askable))

        return await self._reader.submit(
            lambda connection: here.run(walked, steps, partial(read, connection))
        )

    async def _tally(self, query: Query) -> int:
        statement, values = _count(query, self.now())
        return await self._reader.submit(lambda c: c.execute(statement, values).fetchone()[0])

    async def _transact(self, operations: Sequence[Operation]) -> None:
        now = self.now()
        await self._writer.submit(lambda connection: _transact(connection, operations, now))

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        now = self.now()
        for start in range(0, len(operations), _PAGE):  # in slices, so that other writers get their turn
            part = operations[start : start + _PAGE]
            await self._writer.submit(lambda connection, part=part: _transact(connection, part, now))

    async def version(self) -> int | None:
        """SQLite counts what other connections commit, also those of other processes."""
        return await self._reader.submit(lambda c: c.execute("PRAGMA data_version").fetchone()[0])

    async def size(self) -> int:
        """Of the file, without what is written behind it for a moment."""
        pages, bytes_each = await self._reader.submit(
            lambda c: (
                c.execute("PRAGMA page_count").fetchone()[0],
                c.execute("PRAGMA page_size").fetchone()[0],
            )
        )
        return pages * bytes_each

    async def scan(self) -> AsyncIterator[Item]:
        last, now = 0, self.now()

        def read(connection: sqlite3.Connection) -> list[tuple[int, str]]:
            return connection.execute(_SCAN, (last, now)).fetchall()

        while rows := await self._reader.submit(read):
            for last, doc in rows:  # noqa: B007 - the next read begins after it
                yield decode(doc)

    async def sweep(self, limit: int = 1000) -> int:
        now = self.now()
        return await self._writer.submit(lambda connection: connection.execute(_SWEEP, (now, limit)).rowcount)

    async def check_place(self) -> None:
        """SQLite goes on with a file that was moved, deleted or replaced; its data would be lost."""
        if await asyncio.to_thread(_file_at, self._path) != self._file:
            raise StoreUnavailable(
                f"the database {self._path} was moved, deleted or replaced while it was open; "
                "put it back, or restart Questlog to use what is there now"
            )

    async def check(self) -> None:
        problem = await self._reader.submit(lambda c: c.execute("PRAGMA quick_check(1)").fetchone()[0])
        if problem != "ok":
            detail = problem.splitlines()[-1]
            raise StoreUnavailable(f"the database {self._path} is damaged ({detail}); restore a backup")

    async def purge(self) -> None:
        """Deleted content is overwritten with zeros; here the log goes that still holds what it was."""
        if not await asyncio.to_thread(empty_log, self._path):
            log.warning("what was deleted stays in the write-ahead log for now: somebody else reads the file")

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


def _read_all(connection: sqlite3.Connection, group: Sequence[Work], path: Path) -> list[Outcome]:
    return [_read(connection, work, path) for work in group]


def _read(connection: sqlite3.Connection, work: Work, path: Path) -> Outcome:
    try:
        return work.function(connection), None
    except sqlite3.Error as error:
        return None, failure(error, path)
    except Exception as error:  # noqa: BLE001 - the border of a unit of work: its caller gets it
        return None, error


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _connect(path: Path, clock: Clock) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    writer = open_file(path, clock=clock)
    try:
        return writer, connect_reader(path)
    except sqlite3.Error as error:
        writer.close()
        raise failure(error, path) from error


def _found(
    connection: sqlite3.Connection, keys: Sequence[Key], queries: Sequence[Query], now: int
) -> tuple[dict[Key, Item], list[QueryPage]]:
    pages = [_page(connection, query, now) for query in queries]
    return _items(connection, keys, now), pages


def _items(connection: sqlite3.Connection, keys: Sequence[Key], now: int) -> dict[Key, Item]:
    parts = (keys[start : start + _PAGE] for start in range(0, len(keys), _PAGE))
    return {key: item for part in parts for key, item in _load_many(connection, part, now)}


def _page(connection: sqlite3.Connection, query: Query, now: int) -> QueryPage:
    statement, values = select(query, now)
    return query.page([decode(doc) for (doc,) in connection.execute(statement, values)])


def select(query: Query, now: int) -> tuple[str, list[str | int]]:
    """The statement for a query, and its values. It walks an index in order and stops at the limit."""
    ends, values = _between(query)
    position = query.position() or ()
    statement = _select(query.index, ends, is_further=bool(position), reverse=query.reverse)
    return statement, [*values, *position, now, query.limit + 1]


@lru_cache(_PAGE)
def _select(index: str | None, there: str, *, is_further: bool, reverse: bool) -> str:
    order = [SK] if index is None else [INDEXES[index].sk, PK, SK]
    further = ""
    if is_further:
        further = f" AND ({', '.join(order)}) {'<' if reverse else '>'} ({', '.join('?' * len(order))})"
    way = " DESC" if reverse else ""
    return (
        f"SELECT doc FROM item WHERE {there}{further} AND {_LIVE} "
        f"ORDER BY {', '.join(name + way for name in order)} LIMIT ?"
    )


def _between(query: Query) -> tuple[str, list[str]]:
    """The conditions of its partition and range, and their values."""
    pk, sk = query.key_names
    there, values = f"{pk} = ? AND {sk} IS NOT NULL", [query.pk]
    upper = after_prefix(query.prefix) if query.prefix else None
    for bound, operator in ((query.prefix or query.lo, ">="), (upper, "<"), (query.hi, "<=")):
        if bound:
            there += f" AND {sk} {operator} ?"
            values.append(bound)
    return there, values


def _count(query: Query, now: int) -> tuple[str, list[str | int]]:
    """What an index counts by itself, less what has expired: only those few rows are looked at."""
    there, values = _between(query)
    statement = (
        f"SELECT (SELECT count(*) FROM item WHERE {there}) - "
        f"(SELECT count(*) FROM item INDEXED BY item_ttl WHERE ttl <= ? AND {there})"
    )
    return statement, [*values, now, *values]


def _load_many(connection: sqlite3.Connection, keys: Sequence[Key], now: int) -> list[tuple[Key, Item]]:
    """By one statement, and so all as they were at one moment."""
    if len(keys) == 1:
        item = _load(connection, keys[0], now)
        return [] if item is None else [(keys[0], item)]
    rows = connection.execute(_get_many(len(keys)), [*chain.from_iterable(keys), now]).fetchall()
    return [(keys[number], decode_again(doc)) for number, doc in rows]


@lru_cache(_PAGE)
def _get_many(count: int) -> str:
    return _GET_MANY.format(", ".join(f"({number}, ?, ?)" for number in range(count)))


def _load(connection: sqlite3.Connection, key: Key, now: int) -> Item | None:
    row = connection.execute(_GET, (*key, now)).fetchone()
    return None if row is None else decode(row[0])


def _transact(connection: sqlite3.Connection, operations: Sequence[Operation], now: int) -> None:
    """Judge every condition first, then write; the writer rolls back when this raises."""
    currents = _currents(connection, operations, now)
    failures = [
        FailedCondition(position, operation.key, current)
        for position, (operation, current) in enumerate(zip(operations, currents, strict=True))
        if not holds(operation.when, current)
    ]
    if failures:
        raise ConditionFailed(failures)
    for operation, current in zip(operations, currents, strict=True):
        _write(connection, operation, current)


def _currents(connection: sqlite3.Connection, operations: Sequence[Operation], now: int) -> list[Item | None]:
    """The items as they are, where operations depend on them."""
    keys = [one.key for one in operations if one.when is not None or isinstance(one, Update)]
    found = dict(_load_many(connection, keys, now)) if keys else {}
    return [found.get(one.key) for one in operations]


def _write(connection: sqlite3.Connection, operation: Operation, current: Item | None) -> None:
    match operation:
        case Put(item):
            connection.execute(_PUT, _row(operation.key, item))
        case Update(key):
            connection.execute(_PUT, _row(key, apply(operation, current)))
        case Delete(key):
            connection.execute(_DELETE, key)
        case Check():
            pass


def _row(key: Key, item: Item) -> list[Value]:
    doc = encode(item)
    check_size(key, item, at_most=_BYTES_FOR_A_LETTER * len(doc))
    return [*key, doc, *map(item.get, _ITEM_ATTRIBUTES)]
