"""A thousand messages due at once, while every second person's webhook hangs: how long the others wait."""

import asyncio
import random
import statistics
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from aiohttp import web
from pydantic import SecretStr

from benchmarks.measure import Limit, Measured
from scheduler.channels.channel import TEST, OpenChannels
from scheduler.channels.webhook import WebhookChannel
from scheduler.dispatch import Dispatcher
from scheduler.jobs import DISPATCH_AT_ONCE, DISPATCH_SECONDS, DISPATCH_WITHIN
from tracker.accounts.model import User
from tracker.clock import system_clock
from tracker.notify import outbox
from tracker.notify.model import Notification, PersonChannel
from tracker.settings import StoreSettings
from tracker.store.entity import to_item
from tracker.store.opening import open_table
from tracker.store.table import Table

PEOPLE = 1000
SECONDS = 90.0
MOST_SECONDS = 30.0
"""With the minute in which messages wait for company, everybody has theirs within 90 s."""


@dataclass
class Receiver:
    """Who asks for an even number hears nothing at all."""

    url: str = ""
    told: dict[str, float] = field(default_factory=dict[str, float])
    unanswered: int = 0

    async def receive(self, request: web.Request) -> web.Response:
        person = request.match_info["person"]
        if int(person) % 2 == 0:
            self.unanswered += 1
            await asyncio.Event().wait()
        self.told.setdefault(person, time.perf_counter())
        return web.Response(status=204)


async def deliver() -> Sequence[Measured]:
    with TemporaryDirectory() as folder:
        settings = StoreSettings(path=Path(folder) / "bench.db")
        async with open_table(settings, clock=system_clock) as table, _receiver() as receiver:
            await _people(table, receiver.url)
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
                channel = WebhookChannel(session, SecretStr("of a benchmark"), system_clock)
                dispatcher = Dispatcher(table, system_clock, random.random, OpenChannels(channel))
                started = time.perf_counter()
                await _tick(dispatcher)
    waits = [at - started for at in receiver.told.values()]
    lost = PEOPLE // 2 - len(waits)
    found = [
        Limit("people whose webhook answers, and who heard nothing", lost, 0),
        Limit("the others, median", statistics.median(waits), MOST_SECONDS, "s"),
        Limit("the others, last", max(waits), MOST_SECONDS, "s"),
        Limit(f"questions to each that hangs, in {SECONDS:g} s", 2 * receiver.unanswered / PEOPLE, 3),
    ]
    print(*found, sep="\n", flush=True)
    return found


async def _tick(dispatcher: Dispatcher) -> None:
    """As the scheduler does it: runs beside each other, as many as may be."""
    runs: set[asyncio.Task[object]] = set()
    ends = time.perf_counter() + SECONDS
    while time.perf_counter() < ends:
        if len(runs) < DISPATCH_AT_ONCE:
            run = asyncio.create_task(dispatcher.run(within=DISPATCH_WITHIN))
            runs.add(run)
            run.add_done_callback(runs.discard)
        await asyncio.sleep(DISPATCH_SECONDS)
    await asyncio.gather(*runs)


@asynccontextmanager
async def _receiver() -> AsyncGenerator[Receiver]:
    receiver = Receiver()
    app = web.Application()
    app.router.add_post("/{person}", receiver.receive)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=PEOPLE).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield receiver
    finally:
        await runner.cleanup()


async def _people(table: Table, url: str) -> None:
    now = system_clock().replace(microsecond=0)
    due = now - timedelta(minutes=1)
    for number in range(PEOPLE):
        user = User(id=f"person-{number}", created_at=now, local=None)
        way = PersonChannel(channel_type="webhook", identifier=f"{url}/{number}", verified_at=now)
        await table.write_many(puts=[to_item(user, user.key), to_item(way, way.key_of(user.id))])
        message = Notification(
            person=user.id,
            kind=TEST,
            entity="digest",
            period="today",
            title="Today",
            text="What is to be done today.",
            created_at=due,
            not_before=due,
            expires_at=now + timedelta(days=1),
        )
        await outbox.enqueue(table, message)
