"""The digests of 5,000 people that are due in one minute, from their rounds to their webhooks, as one run.

The work is real: each person has a goal with ten days of progress and a habit, and their digest is posted
to a receiver in a process of its own. Only waiting is left out: the clock leaps where nothing is to do.
"""

import asyncio
import json
import random
import re
import statistics
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

import aiohttp
from pydantic import SecretStr

from benchmarks.measure import Limit, Measured
from scheduler.channels.channel import OpenChannels
from scheduler.channels.webhook import WebhookChannel
from scheduler.dispatch import Dispatcher
from scheduler.jobs import DISPATCH_AT_ONCE, DISPATCH_SECONDS, DISPATCH_WITHIN
from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.tracker.goals.scenes import ANNA, person, record, settle, steady, woodcutting
from tracker.digest.feature import ROUNDS
from tracker.digest.planning import first_round
from tracker.feature import Tools, still_true_checks, wordings_of
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import SHARDS, DeliveryStatus, OutboxItem, PersonChannel, shard_of
from tracker.sections import DIGEST
from tracker.settings import StoreSettings
from tracker.store.entity import to_item
from tracker.store.opening import open_table
from tracker.store.sqlite_codec import decode, encode
from tracker.store.table import Table
from tracker.store.values import Item

PEOPLE = 5_000
MOST_SECONDS = 75.0
EIGHT = datetime(2100, 1, 11, 8, tzinfo=UTC)
"""When all of them are due: after ten days of progress, as `steady` has them."""
_TOGETHER = 500
_SHARD = re.compile(r"(DUE#\w+#)\d+")


class LeapingClock:
    """As fast as the real one, but for what it leaps over."""

    def __init__(self, now: datetime) -> None:
        self._base, self._began = now, time.perf_counter()

    def __call__(self) -> datetime:
        return self._base + timedelta(seconds=time.perf_counter() - self._began)

    def leap_to(self, there: datetime) -> None:
        self._base += max(there - self(), timedelta())


async def digests() -> Sequence[Measured]:
    with TemporaryDirectory() as folder, _receiver() as url:
        clock = LeapingClock(EIGHT - timedelta(hours=1))
        settings = StoreSettings(path=Path(folder) / "bench.db")
        async with open_table(settings, clock=clock) as table:
            await _people(table, clock, url)
            tools = tools_at(table, clock)
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
                channel = WebhookChannel(session, SecretStr("of a benchmark"), clock)
                spent = time.process_time()
                rounds = await _rounds(tools, clock)
                await _dispatch(_dispatcher(tools, channel), clock)
                spent = time.process_time() - spent
            told = await _told(table)
    waits = [(one - EIGHT).total_seconds() for one in told]
    print(f"rounds of {PEOPLE:,} people {rounds:.1f} s, all of it {spent:.1f} s of CPU here", flush=True)
    found = [
        Limit("people without their digest", PEOPLE - len(told), 0),
        Limit("digests after their minute, median", statistics.median(waits), MOST_SECONDS, "s"),
        Limit("digests after their minute, last", max(waits), MOST_SECONDS, "s"),
    ]
    print(*found, sep="\n", flush=True)
    return found


async def _rounds(tools: Tools, clock: LeapingClock) -> float:
    """At the tick that comes latest; until nothing is due. How long they took."""
    clock.leap_to(EIGHT + timedelta(seconds=ROUNDS.seconds))
    began = time.perf_counter()
    assert await run_due(ROUNDS, tools) == PEOPLE
    return time.perf_counter() - began


async def _dispatch(dispatcher: Dispatcher, clock: LeapingClock) -> None:
    """From the tick that comes latest after the minute of grouping on, as the scheduler does it."""
    clock.leap_to(EIGHT + timedelta(minutes=1, seconds=DISPATCH_SECONDS))
    runs: set[asyncio.Task[object]] = set()
    while not runs or await _is_left(dispatcher.table, clock()):
        if len(runs) < DISPATCH_AT_ONCE:
            runs.add(asyncio.create_task(dispatcher.run(within=DISPATCH_WITHIN)))
        await asyncio.wait(runs, timeout=DISPATCH_SECONDS)
        runs = {one for one in runs if not one.done()} or runs
    await asyncio.gather(*runs)


async def _is_left(table: Table, now: datetime) -> bool:
    return bool(await outbox.suggested(table, range(SHARDS), now))


def _dispatcher(tools: Tools, channel: WebhookChannel) -> Dispatcher:
    return Dispatcher(
        tools.table,
        tools.clock,
        random.random,
        OpenChannels(channel),
        checks=still_true_checks(tools),
        wordings=wordings_of(tools),
    )


async def _told(table: Table) -> list[datetime]:
    """When each digest was delivered."""
    found = [
        OutboxItem.model_validate(item)
        async for item in table.scan()
        if item["type"] == "outbox" and item["kind"] == DIGEST.name
    ]
    return [one.delivered_at for one in found if one.status is DeliveryStatus.DELIVERED and one.delivered_at]


async def _people(table: Table, clock: LeapingClock, url: str) -> None:
    """One is settled, and all others are copies of them."""
    goal = woodcutting()
    user = await settle(table, person(local=None), goal)
    await record(table, goal, steady(10, 120_000))
    await Habits(table, clock, lambda: f"{ANNA}-gym").add_written(user, "Gym")
    way = PersonChannel(channel_type="webhook", identifier=f"{url}/{ANNA}", verified_at=clock())
    await table.put(to_item(way, way.key_of(ANNA)))
    await table.update(first_round(user, clock()))
    first = [encode(item) async for item in table.scan()]
    copies = (_copy(item, number) for number in range(1, PEOPLE) for item in first)
    while some := list(islice(copies, _TOGETHER)):
        await table.write_many(puts=some)


def _copy(item: str, number: int) -> Item:
    """What is due stands in the shard of its person."""
    name = f"{ANNA}{number}"
    return decode(_SHARD.sub(rf"\g<1>{shard_of(name)}", item.replace(ANNA, name)))


# The receiver, in a process of its own


class Receiver(asyncio.Protocol):
    """Takes everything: a request is its head, and as much more as that says."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.rest = transport, b""

    def data_received(self, data: bytes) -> None:
        self.rest += data
        while (end := self.rest.find(b"\r\n\r\n")) >= 0:
            head = self.rest[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
            if len(self.rest) < end + 4 + length:
                return
            json.loads(self.rest[end + 4 : end + 4 + length])
            self.rest = self.rest[end + 4 + length :]
            self.transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")  # pyright: ignore[reportAttributeAccessIssue]


async def receive() -> None:
    server = await asyncio.get_running_loop().create_server(Receiver, "127.0.0.1", 0, backlog=1000)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await asyncio.to_thread(sys.stdin.read)  # until whoever started us is gone


@contextmanager
def _receiver() -> Generator[str]:
    command = [sys.executable, "-m", "benchmarks.digests"]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.stdin.close()


if __name__ == "__main__":
    asyncio.run(receive())
