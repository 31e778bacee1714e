"""How long `questlog run` takes on an empty store from its start to the first answer on Discord."""

import asyncio
import signal
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Limit, Measured
from tests.bot.service import addresses, service
from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tracker.clock import system_clock

STARTS = 5
MOST_SECONDS = 5.0


async def start() -> list[Measured]:
    taken = [await _answered() for _ in range(STARTS)]
    print(f"{STARTS} starts: {', '.join(f'{one:.2f} s' for one in taken)}", flush=True)
    found = Limit("from the start to the first answer", statistics.median(taken), MOST_SECONDS, "s")
    print(found, flush=True)
    return [found]


async def _answered() -> float:
    with TemporaryDirectory() as folder:
        async with FakeDiscord.running(HandClock(system_clock())) as discord:
            ada, started = discord.user("ada"), time.perf_counter()
            with service(Path(folder), **addresses(discord)) as running:
                await asyncio.to_thread(running.until, "discord ready")
                await ada.slash("settings show")
                taken = time.perf_counter() - started
                running.signal(signal.SIGTERM)
                await asyncio.to_thread(running.process.wait)
    return taken
