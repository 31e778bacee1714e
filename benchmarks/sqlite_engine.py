"""The SQLite engine against the same statements on bare sqlite3 in a thread, with the same durability.

The bare side is what one would write by hand for one process: a connection in WAL mode with
synchronous=FULL, one thread, one hop for each piece of work, JSON in and out, one commit for each write.
"""

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, compare
from tracker.clock import system_clock
from tracker.store.conditions import ABSENT
from tracker.store.query import Query
from tracker.store.sqlite import _GET, _PUT, SqliteTable, _row, select
from tracker.store.sqlite_schema import open_file
from tracker.store.table import Put, Update
from tracker.store.values import Item, Key

FILLER = "x" * 900  # with its keys and attributes an item is about 1 KB


def item(pk: str, number: int, note: str = FILLER) -> dict[str, Any]:
    return {
        "PK": pk,
        "SK": f"ITEM#{number:08}",
        "type": "benchmark",
        "count": number,
        "note": note,
        "GSI1PK": f"{pk}#INDEX",
        "GSI1SK": f"{number:08}",
    }


class Bare:
    """One connection, one thread."""

    def __init__(self, path: Path) -> None:
        self._connection = open_file(path)
        self._thread = ThreadPoolExecutor(1)

    async def run(self, function: Callable[[sqlite3.Connection], object]) -> object:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, self._connection)

    async def get(self, key: Key) -> object:
        return await self.run(lambda c: json.loads(c.execute(_GET, (*key, 0)).fetchone()[0]))

    async def query(self, question: Query) -> object:
        statement, values = select(question, 0)
        return await self.run(lambda c: [json.loads(doc) for (doc,) in c.execute(statement, values)])

    async def put(self, new: Item) -> object:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_PUT, _row(Key(new["PK"], new["SK"]), new))
            connection.execute("COMMIT")

        return await self.run(write)

    async def transact(self, new: Item, counter: Key, other: Item) -> object:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_GET, (new["PK"], new["SK"], 0)).fetchone()
            count = json.loads(connection.execute(_GET, (*counter, 0)).fetchone()[0])
            count["count"] += 1
            connection.execute(_PUT, _row(Key(new["PK"], new["SK"]), new))
            connection.execute(_PUT, _row(counter, count))
            connection.execute(_PUT, _row(Key(other["PK"], other["SK"]), other))
            connection.execute("COMMIT")

        return await self.run(write)

    def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()


async def engine() -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "ours.db", system_clock)
        bare = Bare(Path(folder) / "bare.db")
        seed = [item("SEED", number) for number in range(1000)]
        await table.write_many(puts=seed)
        for start in seed:
            await bare.put(start)
        found = [one for part in (_reads, _writes) async for one in part(table, bare)]
        bare.close()
        await table.close()
        return found


async def _reads(table: SqliteTable, bare: Bare) -> AsyncIterator[Measured]:
    def key(number: int) -> Key:
        return Key("SEED", f"ITEM#{number % 1000:08}")

    for concurrency, wanted in ((1, 0.7), (16, None)):
        yield await compare(
            f"sqlite get, {concurrency} at once",
            lambda n: table.get(key(n)),
            lambda n: bare.get(key(n)),
            count=2000,
            concurrency=concurrency,
            wanted=wanted,
        )
        yield await compare(
            f"sqlite query 100 of 1 KB, {concurrency} at once",
            lambda n: table.query("SEED", prefix=f"ITEM#00000{n % 10}", limit=100),
            lambda n: bare.query(Query("SEED", prefix=f"ITEM#00000{n % 10}", limit=100)),
            count=300,
            concurrency=concurrency,
            wanted=wanted,
        )


async def _writes(table: SqliteTable, bare: Bare) -> AsyncIterator[Measured]:
    serial = iter(range(1 << 40))

    async def transact_ours(_: int) -> None:
        n = next(serial)
        await table.transact(
            [
                Put(item("NEW", n), when=ABSENT),
                Update(Key("SEED", "ITEM#00000000"), add={"count": 1}),
                Put(item("OTHER", n % 500)),
            ]
        )

    async def transact_bare(_: int) -> None:
        n = next(serial)
        await bare.transact(item("NEW", n), Key("SEED", "ITEM#00000000"), item("OTHER", n % 500))

    for concurrency, wanted in ((1, 0.7), (16, 2.0)):
        yield await compare(
            f"sqlite put, {concurrency} at once",
            lambda n: table.put(item("PUT", n % 500)),
            lambda n: bare.put(item("PUT", n % 500)),
            count=800,
            concurrency=concurrency,
            wanted=wanted,
        )
        yield await compare(
            f"sqlite transact of 3, {concurrency} at once",
            transact_ours,
            transact_bare,
            count=400,
            concurrency=concurrency,
            wanted=0.7 if concurrency == 1 else None,
        )
