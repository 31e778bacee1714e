"""Pages that are open: what hundreds of them cost while nothing happens, and how soon one hears.

Each page listens at `/following`, as its script does, by the session of its browser.

The service and its clients are two processes, and the processor's time is that of the service alone. What is
heard is written by a third: another connection to the same file, as a command at the terminal has one.
"""

import asyncio
import json
import statistics
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from benchmarks.measure import Limit, Measured
from bot.web.site.place import SESSION, Place
from bot.web.site.serving import FOLLOW
from tests.bot.web.api_site import ApiSite, api_site
from tests.bot.web.pages.browsing import pages_of
from tracker.accounts.identity import parse_identity
from tracker.clock import system_clock
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

if TYPE_CHECKING:
    from tests.fakes.clock import HandClock

PAGES = 200
IDLE_SECONDS = 30.0
TICKS = 15
MOST_PERCENT, MOST_SECONDS = 1.0, 2.0

CLIENTS = """
import asyncio, json, sys
from aiohttp import ClientSession, ClientTimeout, TCPConnector

async def follow(client, url, cookie):
    async with client.get(url, headers={"Cookie": cookie}) as response:
        async for line in response.content:
            if line.startswith(b"event: habit"):
                print("heard", flush=True)

async def main():
    url, cookies = sys.argv[1], json.loads(sys.stdin.readline())
    async with ClientSession(connector=TCPConnector(limit=0), timeout=ClientTimeout(total=None)) as client:
        await asyncio.gather(*(follow(client, url, one) for one in cookies))

asyncio.run(main())
"""


async def following() -> list[Measured]:
    with TemporaryDirectory() as folder:
        path, clock = Path(folder) / "questlog.db", cast("HandClock", system_clock)
        table = await SqliteTable.open(path, clock)
        try:
            async with api_site(table, clock, more=pages_of(Settings())) as site, _clients(site) as clients:
                found = [await _idle(), await _heard(site, path, clients)]
                print(*found, sep="\n")
                return [*found]
        finally:
            await table.close()


@asynccontextmanager
async def _clients(site: ApiSite) -> AsyncGenerator[Process]:
    """The first is of the person who does something."""
    accounts, sessions, name = site.services.accounts, site.services.sessions, Place().cookie(SESSION)
    others = [await accounts.register(parse_identity(f"local:person{number}")) for number in range(1, PAGES)]
    begun = [await sessions.begin(one.id, "terminal", "a page") for one in (site.ada, *others)]
    made = [f"{name}={one.secret}" for one in begun]
    command = (sys.executable, "-c", CLIENTS, f"{site.url}{FOLLOW}")
    clients = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert clients.stdin is not None
    clients.stdin.write(json.dumps(made).encode() + b"\n")
    try:
        while site.running.watchers.count() < PAGES:  # noqa: ASYNC110 - another process connects
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        yield clients
    finally:
        clients.kill()
        await clients.wait()


async def _idle() -> Limit:
    worked, began = time.process_time(), time.monotonic()
    await asyncio.sleep(IDLE_SECONDS)
    percent = (time.process_time() - worked) / (time.monotonic() - began) * 100
    what = f"{PAGES} pages that {PAGES} people have open while nothing happens"
    return Limit(what, percent, MOST_PERCENT, "% of a core")


async def _heard(site: ApiSite, path: Path, clients: Process) -> Limit:
    """From before the write until the client has it; of the slowest of all."""
    habit = await site.services.habits.add_written(site.ada, "water 1000 glasses")
    other = await SqliteTable.open(path, system_clock)
    habits = Habits(other, system_clock, ulids(system_clock))
    taken: list[float] = []
    assert clients.stdout is not None
    try:
        for _ in range(TICKS):
            began = time.monotonic()
            told = DayReport(habits.today(site.ada), FrontEnd.TERMINAL, 1)
            await habits.complete(site.ada.id, habit.id, told)
            await clients.stdout.readline()
            taken.append(time.monotonic() - began)
            await asyncio.sleep(0.37)  # so that it comes at any moment between two looks
    finally:
        await other.close()
    what = (
        f"until what another process writes is heard, the slowest (median {statistics.median(taken):.2f} s)"
    )
    return Limit(what, max(taken), MOST_SECONDS, "s")
