"""However much hangs when the service is asked to stop, it has stopped within ten seconds, and in order.

The seconds are those that it waits, on a clock that nothing else moves: no busy machine changes them.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import structlog

from bot.app import WORK_SECONDS, serve
from scheduler.context import Context
from scheduler.jobs import Job, leases
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.hand_loop import StoppableLoop
from tests.fakes.phone import PUBLIC, SMS_SETTINGS
from tests.scheduler.triggers import at_once
from tracker.settings import Settings
from tracker.store.sqlite_worker import CLOSE_SECONDS

pytestmark = pytest.mark.usefixtures("set_aside_again")

LONGEST = 10.0
HALF = b"POST /sms/inbound HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"

Lines = list[dict[str, Any]]


class Stubborn:
    """Work that does not heed being cancelled, until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()

    async def __call__(self, _: Context) -> None:
        self.begun.set()
        while not self.let_go.is_set():
            try:
                await self.let_go.wait()
            except asyncio.CancelledError:
                continue


async def line(lines: Lines, event: str) -> dict[str, Any]:
    while not (found := [one for one in lines if one["event"].startswith(event)]):  # noqa: ASYNC110 - a log sets no event
        await asyncio.sleep(0.002)
    return found[0]


@asynccontextmanager
async def half_a_request(url: str) -> AsyncIterator[None]:
    """One whose rest never comes."""
    address = urlsplit(url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(HALF)
    await writer.drain()
    try:
        yield
    finally:
        writer.close()


async def seconds_of_a_stop(settings: Settings, lines: Lines, discord: FakeDiscord, work: Stubborn) -> float:
    """Discord says nothing any more, somebody else writes to the store, and so on: nothing ends by itself."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StoppableLoop)
    jobs = [Job("stubborn", at_once(), work), Job("leases", at_once(), leases)]
    task = asyncio.create_task(serve(settings, jobs=jobs))
    url = (await line(lines, "ready"))["url"]
    await line(lines, "discord ready")
    await line(lines, "leases taken")
    await work.begun.wait()
    with closing(sqlite3.connect(settings.store.path, isolation_level=None)) as other:
        async with half_a_request(url):
            other.execute("BEGIN IMMEDIATE")
            discord.gateway.fall_silent()
            loop.hurry()
            began = loop.time()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return loop.time() - began


async def stopped(folder: Path, lines: Lines) -> float:
    work = Stubborn()
    async with FakeDiscord.running() as discord:
        given = {
            "store": {"path": folder / "q.db"},
            "web": {"port": 0, "public_url": PUBLIC},
            "sms": SMS_SETTINGS,
            "discord": {
                "token": discord.token,
                "api_url": discord.api_url,
                "gateway_url": discord.gateway_url,
            },
        }
        try:
            return await seconds_of_a_stop(Settings.model_validate(given), lines, discord, work)
        finally:
            work.let_go.set()


def test_it_stops_within_ten_seconds_whatever_hangs(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as lines, asyncio.Runner(loop_factory=StoppableLoop) as runner:
        took = runner.run(stopped(tmp_path, lines))

    assert WORK_SECONDS < took <= LONGEST - CLOSE_SECONDS  # in the last one its threads leave the store
    said = [one["event"] for one in lines]
    places = [
        said.index("waiting for running jobs"),
        said.index("jobs do not stop"),
        said.index("polling not ended cleanly; its leases are taken over within a minute"),
        said.index("store not closed: another process holds the database; what waits was not acknowledged"),
    ]
    assert places == sorted(places)
