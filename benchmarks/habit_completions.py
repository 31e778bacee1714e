"""Completions of habits against the bare transaction with the same items.

Ours reads what a completion depends on, reckons streak, points, achievements and ranks, and writes. The bare
side is handed what ours has just written: it reads the same items by key, and writes them by hand in a
transaction with the same conditions, as durable, into a table of its own that was a copy of ours.

Several at once show the throughput, of which three fifths are wanted. One at a time shows what the rules
cost. That is counted in the processor's time: by the wall, a slow disk or other work on the machine makes
both sides alike (0.53 on a quiet machine whose disk answers at once, 0.8 beside other work), which says
nothing of the rules. Of the processor's time it is 0.51 to 0.55, and 0.43 with five times as much work on the
machine as it has cores; 0.4 is wanted. It cannot be 0.7: the bare side is handed what ours works out, and
spends 0.6 ms, nearly all of it in SQLite, so that the rules would have 0.27 ms. They have 0.6: five items
read in one round trip and three of them checked, the streak of the last nine days, points and achievements,
four items made with their keys and conditions. None of it is done twice, and no part takes more than two
fifths.
"""

import asyncio
import json
import os
import sqlite3
import time
import uuid
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import aioboto3
from pydantic import HttpUrl

from benchmarks.habit_past import Past
from benchmarks.measure import Measured, compare
from bot.memory import set_aside
from tests.fakes.clock import HandClock
from tests.servers.engines import SERVERS, absence
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.rewards.boards import GLOBAL
from tracker.rewards.leaderboard import Leaderboard
from tracker.settings import StoreSettings
from tracker.store.applying import apply
from tracker.store.conditions import holds
from tracker.store.dynamo import _ACTION, DynamoTable
from tracker.store.dynamo_admin import create_table
from tracker.store.dynamo_codec import decode_item, encode_key
from tracker.store.dynamo_expressions import request
from tracker.store.sqlite import _DELETE, _GET, _PUT, SqliteTable, _row
from tracker.store.sqlite_schema import open_file
from tracker.store.table import Check, Delete, Operation, Put, Table, Update

PEOPLE, DAYS = 192, 30
AT_ONCE = 16
WANTED = {1: (0.4, time.process_time), AT_ONCE: (0.6, time.perf_counter)}
"""By how many are under way: what part of the bare side's rate, and by which clock."""
BY_CLOCK = {time.perf_counter: "", time.process_time: ", of the processor"}
REGION = "us-east-1"
OURS, BARE = "ours", "bare"
AN_HOUR = 3600
A_DAY = 24 * AN_HOUR

ByHand: TypeAlias = Callable[[Sequence[Operation]], Awaitable[object]]


class Noting(Table):
    """Keeps what was written, in order."""

    written: deque[Sequence[Operation]]

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await super()._transact(operations)
        self.written.append(operations)


class NotingFile(Noting, SqliteTable):
    pass


class NotingServer(Noting, DynamoTable):
    pass


@dataclass
class Sides:
    """The same people in two tables: ours, and one that is written to by hand."""

    name: str
    clock: HandClock
    table: Noting
    bare: ByHand
    service: Habits
    habits: Sequence[Habit]
    """One of each person: nobody does two things at once."""
    told: int = field(default=0)

    async def complete(self, _: int) -> None:
        """By the next person; after the last one a day has passed."""
        number, self.told = self.told, self.told + 1
        if number and number % PEOPLE == 0:
            self.clock.advance(A_DAY)
        habit = self.habits[number % PEOPLE]
        told = DayReport(self.clock().date(), FrontEnd.DISCORD)
        assert await self.service.complete(habit.user, habit.id, told) is not None

    async def write(self, _: int) -> None:
        await self.bare(self.table.written.popleft())


async def completions() -> list[Measured]:
    print(f"{PEOPLE} people with a habit that was done for {DAYS} days", flush=True)
    found: list[Measured] = []
    for opened in (on_sqlite, on_dynamo):
        for on_board in (False, True):
            async with opened(on_board=on_board) as sides:
                found += await _measured(sides, on_board=on_board)
    return found


async def _measured(sides: Sides, *, on_board: bool) -> list[Measured]:
    whose = "on a board, " if on_board else ""
    with set_aside():
        return [
            await compare(
                f"completion ({sides.name}), {whose}{at_once} at once{BY_CLOCK[clock]}",
                sides.complete,
                sides.write,
                count=PEOPLE,
                concurrency=at_once,
                wanted=wanted,
                clock=clock,
            )
            for at_once, (wanted, clock) in WANTED.items()
        ]


@asynccontextmanager
async def on_sqlite(*, on_board: bool) -> AsyncGenerator[Sides]:
    with TemporaryDirectory() as folder:
        clock = HandClock()
        ours, copy = [await NotingFile.open(Path(folder) / name, clock) for name in (OURS, BARE)]
        sides = await _settled("sqlite", clock, ours, copy, on_board=on_board)
        await copy.close()
        bare = BareFile(Path(folder) / BARE)
        sides.bare = bare.complete
        yield sides
        bare.close()
        await ours.close()


class BareFile:
    """One connection, one thread, one commit for each transaction."""

    def __init__(self, path: Path) -> None:
        self._connection = open_file(path)
        self._thread = ThreadPoolExecutor(1)

    async def complete(self, operations: Sequence[Operation]) -> None:
        """In two steps, as somebody reckons in between."""
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
        row = connection.execute(_GET, (*one.key, 0)).fetchone()
        current = json.loads(row[0]) if row else None
        assert holds(one.when, current), f"{one.key} is not as it was on our side"
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


@asynccontextmanager
async def on_dynamo(*, on_board: bool) -> AsyncGenerator[Sides]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_EC2_METADATA_DISABLED"):
        os.environ[name] = "true"
    server = "dynoxide" if absence("dynoxide") is None else "ministack"
    clock = HandClock()
    with SERVERS[server]() as url:
        ours, copy = [await _dynamo_table(name, url, clock) for name in (OURS, BARE)]
        sides = await _settled(server, clock, ours, copy, on_board=on_board)
        async with aioboto3.Session().client("dynamodb", region_name=REGION, endpoint_url=url) as client:
            sides.bare = lambda operations: _send(client, operations)
            yield sides
        await copy.close()
        await ours.close()


async def _dynamo_table(name: str, url: str, clock: HandClock) -> Noting:
    settings = StoreSettings(engine="dynamodb", table=name, endpoint_url=HttpUrl(url))
    await create_table(settings, lambda _: None)
    return await NotingServer.open(table=name, region=REGION, endpoint_url=url, clock=clock)


async def _send(client: Any, operations: Sequence[Operation]) -> list[object]:  # noqa: ANN401 - aioboto3 has no types
    keys = [encode_key(one.key) for one in operations]
    answer = await client.batch_get_item(RequestItems={BARE: {"Keys": keys, "ConsistentRead": True}})
    found = [decode_item(item) for item in answer["Responses"][BARE]]
    items = [{_ACTION[type(one)]: {"TableName": BARE, **request(one, 0)}} for one in operations]
    await client.transact_write_items(TransactItems=items, ClientRequestToken=uuid.uuid4().hex)
    return [*found]


async def _settled(name: str, clock: HandClock, ours: Noting, copy: Noting, *, on_board: bool) -> Sides:
    """Everybody lives in our table, and the other is a copy of it. It is noon: yesterday is over."""
    clock.advance(12 * AN_HOUR)
    people, habits = count(), count()
    ours.written, copy.written = deque(), deque()
    service = Habits(ours, clock, lambda: f"habit{next(habits):06}")
    accounts = Accounts(ours, clock, lambda: f"person{next(people):06}")
    past, boards, made = Past(ours, clock, service), Leaderboard(ours), list[Habit]()
    for number in range(PEOPLE):
        user = await accounts.get_or_register(parse_identity(f"local:p{number}"))
        made += await past.of(user, 1, DAYS)
        if on_board:
            await boards.join(user.id, GLOBAL, service.today(user), name=f"P {number}")
    await copy.write_many(puts=[item async for item in ours.scan()])
    ours.written.clear()
    return Sides(name, clock, ours, ours.transact, service, made)
