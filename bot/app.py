"""The composition root: builds the service from its settings, starts it in order and stops it in reverse."""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from importlib import metadata
from typing import TYPE_CHECKING, Any, TextIO

import structlog
from prometheus_client import CollectorRegistry
from ulid import ULID

from bot.memory import set_aside
from bot.metrics import StoreMetrics, new_registry
from bot.places import store_place
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.server import listening
from scheduler.context import Context, open_context
from scheduler.jobs import JOBS, Job
from scheduler.metrics import JobMetrics
from scheduler.pulse import Pulse
from scheduler.ticker import Ticker, ticking
from tracker.clock import system_clock
from tracker.settings import DiscordSettings, Settings
from tracker.store.opening import open_table

if TYPE_CHECKING:
    from bot.slash.client import QuestlogClient

log = structlog.stdlib.get_logger(__name__)

WORK_SECONDS = 5.0
"""How long running work may go on after the service was asked to stop. A stop takes at most 10 s: this, then
one second for cancelled work to end, one for Discord, one for the poller to give its leases back, one for
open web requests, and one for the store to close."""


async def serve(
    settings: Settings,
    *,
    jobs: Sequence[Job] = JOBS,
    work_seconds: float = WORK_SECONDS,
    out: TextIO | None = None,
) -> None:
    """Run until cancelled. Raises Unavailable or Refusal when it cannot start, or cannot go on.

    `out`, or else stdout, is the terminal on which the local person reads messages.
    """
    version = metadata.version("questlog")
    registry = new_registry(version)
    pulse = Pulse(time.monotonic)
    observe = StoreMetrics(registry).consumed
    log.info("starting", version=version)
    async with open_table(settings.store, clock=system_clock, observe=observe) as table:
        log.info("data", store=store_place(settings.store))
        client = _new_client(settings.discord, registry)
        readiness = Readiness(table, pulse, None if client is None else lambda: client.latency)
        async with (
            listening(new_app(readiness, registry, version), settings.web) as url,
            open_context(
                settings, table, out=out or sys.stdout, pulse=pulse, registry=registry, discord=client
            ) as context,
            _connected(client, settings, context) as lasting,
        ):
            counters = JobMetrics(registry, (job.name for job in jobs))
            ticker = Ticker(jobs, context, counters, monotonic=time.monotonic, new_id=lambda: str(ULID()))
            with set_aside():  # all is loaded: what comes from here on is what may become garbage
                async with ticking(ticker, work_seconds):
                    pulse.mark()  # it ticks: from here on silence counts
                    log.info("ready", url=url)
                    try:
                        await asyncio.shield(lasting)  # Discord stays until the jobs that use it have ended
                    finally:
                        readiness.stop()


def _new_client(settings: DiscordSettings, registry: CollectorRegistry) -> "QuestlogClient | None":
    if settings.token is None:
        log.info("discord off", turn_on="set discord.token, or QUESTLOG_DISCORD__TOKEN")
        return None
    from bot.slash.opening import new_client  # noqa: PLC0415 - it takes half a second, and not everybody has Discord

    return new_client(settings, registry=registry)


@asynccontextmanager
async def _connected(
    client: "QuestlogClient | None", settings: Settings, context: Context
) -> AsyncGenerator[asyncio.Future[Any]]:
    """What lasts until the service cannot go on. Discord may come and go meanwhile."""
    if client is None:
        yield asyncio.get_running_loop().create_future()
        return
    from bot.slash.connection import connected  # noqa: PLC0415
    from bot.slash.services import Services  # noqa: PLC0415

    client.serve(Services.of(settings, context))
    async with connected(client, settings.discord) as connection:
        yield connection
