"""Completions of habits against the bare transaction with the same items.

Ours reads all that a completion depends on, reckons streak, points, achievements and places, and writes. The
bare side is handed what ours has just written, and does nothing but write it too: in a transaction with the
same conditions, as durable, in a table of its own that is as ours was before.
"""

import asyncio
import json
import os
import sqlite3
import uuid
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import aioboto3
from pydantic import HttpUrl

from benchmarks.habit_past import A_DAY, Town
from benchmarks.measure import Measured, compare
from bot.memory import set_aside
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.servers.engines import SERVERS, absence
from tracker.habits.changing import Told
from tracker.habits.model import Habit
from tracker.settings import StoreSettings
from tracker.store.conditions import holds
from tracker.store.dynamo import _ACTION, DynamoTable
from tracker.store.dynamo_admin import create_table
from tracker.store.dynamo_codec import decode_item, encode_key
from tracker.store.dynamo_expressions import request
from tracker.store.sqlite import _DELETE, _GET, _PUT, SqliteTable, _row
from tracker.store.sqlite_schema import open_file
from tracker.store.table import Check, Delete, Operation, Put, Table, Update, apply

PEOPLE, DAYS = 192, 30
WANTED = 0.5
REGION = "us-east-1"
OURS, BARE = "ours", "bare"

Transact: TypeAlias = Callable[[Sequence[Operation]], Awaitable[object]]


class NotingTable(FaultyTable):
    """Keeps what was written, in order."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.written: deque[Sequence[Operation]] = deque()

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await self._inner._transact(operations)
        self.written.append(operations)


class BareFile:
    """One connection, one thread, one commit for each transaction."""

    def __init__(self, path: Path) -> None:
        self._connection = open_file(path)
        self._thread = ThreadPoolExecutor(1)

    async def complete(self, operations: Sequence[Operation]) -> None:
        """Read, and then write: in between somebody reckons."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, _read_all, self._connection, operations)
        await loop.run_in_executor(self._thread, _write_all, self._connection, operations)

    def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()


def _read_all(connection: sqlite3.Connection, operations: Sequence[Operation]) -> list[object]:
    rows = [connection.execute(_GET, (*one.key, 0)).fetchone() for one in operations]
    return [json.loads(row[0]) for row in rows if row]


def _write_all(connection: sqlite3.Connection, operations: Sequence[Operation]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for one in operations:
        row = connection.execute(_GET, (*one.key, 0)).fetchone() if one.when is not None else None
        current = json.loads(row[0]) if row else None
        assert holds(one.when, current), f"{one.key} is not as it was on the other side"
        match one:
            case Put(item):
                connection.execute(_PUT, _row(one.key, item))
            case Update(key):
                connection.execute(_PUT, _row(key, apply(one, current)))
            case Delete(key):
                connection.execute(_DELETE, key)
            case Check():
                pass
    connection.execute("COMMIT")


@dataclass
class Sides:
    """The same people in two tables: one for us, and one that is written to by hand."""

    name: str
    town: Town
    table: NotingTable
    bare: Transact
    habits: Sequence[Habit]
    """One of each person: nobody does two things at once."""
    told: int = field(default=0)

    async def complete(self, _: int) -> None:
        """The next person; after the last one a day has passed."""
        number, self.told = self.told, self.told + 1
        if number and number % PEOPLE == 0:
            self.town.clock.advance(A_DAY)
        habit = self.habits[number % PEOPLE]
        day = self.town.clock().date()
        assert await self.town.habits.complete(habit.user, habit.id, Told(day, "discord")) is not None

    async def write(self, _: int) -> None:
        await self.bare(self.table.written.popleft())


async def completions() -> list[Measured]:
    print(f"{PEOPLE} people with a habit that was done for {DAYS} days", flush=True)
    found: list[Measured] = []
    for opened in (on_sqlite, on_dynamo):
        for on_board in (False, True):
            async with opened(on_board=on_board) as sides:
                with set_aside():
                    found += [await measured(sides, at_once, on_board=on_board) for at_once in (1, 16)]
    return found


async def measured(sides: Sides, at_once: int, *, on_board: bool) -> Measured:
    whose = "on a board" if on_board else "on none"
    name = f"completion, {sides.name}, {whose}, {at_once} at once"
    return await compare(
        name, sides.complete, sides.write, count=PEOPLE, concurrency=at_once, wanted=WANTED
    )


@asynccontextmanager
async def on_sqlite(*, on_board: bool) -> AsyncGenerator[Sides]:
    with TemporaryDirectory() as folder:
        clock = HandClock()
        tables = [await SqliteTable.open(Path(folder) / f"{name}.db", clock) for name in (OURS, BARE)]
        town, noting, habits = await settled(*tables, clock, on_board=on_board)
        await tables[1].close()
        bare = BareFile(Path(folder) / f"{BARE}.db")
        yield Sides("sqlite", town, noting, bare.complete, habits)
        bare.close()
        await tables[0].close()


@asynccontextmanager
async def on_dynamo(*, on_board: bool) -> AsyncGenerator[Sides]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_EC2_METADATA_DISABLED"):
        os.environ[name] = "true"
    server = "dynoxide" if absence("dynoxide") is None else "ministack"
    clock = HandClock()
    with SERVERS[server]() as url:
        tables = [await _dynamo_table(name, url, clock) for name in (OURS, BARE)]
        town, noting, habits = await settled(*tables, clock, on_board=on_board)
        async with aioboto3.Session().client("dynamodb", region_name=REGION, endpoint_url=url) as client:

            async def bare(operations: Sequence[Operation]) -> None:
                await _send(client, operations)

            yield Sides(server, town, noting, bare, habits)
        for table in tables:
            await table.close()


async def _dynamo_table(name: str, url: str, clock: HandClock) -> DynamoTable:
    settings = StoreSettings(engine="dynamodb", table=name, endpoint_url=HttpUrl(url))
    await create_table(settings, lambda _: None)
    return await DynamoTable.open(table=name, region=REGION, endpoint_url=url, clock=clock)


async def _send(client: Any, operations: Sequence[Operation]) -> None:  # noqa: ANN401 - aioboto3 has no types
    keys = [encode_key(one.key) for one in operations]
    answer = await client.batch_get_item(RequestItems={BARE: {"Keys": keys, "ConsistentRead": True}})
    _ = [decode_item(item) for item in answer["Responses"][BARE]]
    items = [{_ACTION[type(one)]: {"TableName": BARE, **request(one, 0)}} for one in operations]
    await client.transact_write_items(TransactItems=items, ClientRequestToken=uuid.uuid4().hex)


async def settled(
    ours: Table, bare: Table, clock: HandClock, *, on_board: bool
) -> tuple[Town, NotingTable, list[Habit]]:
    """Everybody lives in our table, and the other is a copy of it."""
    noting = NotingTable(ours)
    town = Town(noting, clock)
    homes = [await town.move_in(f"p{n}", 1, DAYS, on_board=on_board) for n in range(PEOPLE)]
    await bare.write_many(puts=[item async for item in ours.scan()])
    noting.written.clear()
    return town, noting, [habit for (habit,) in homes]
