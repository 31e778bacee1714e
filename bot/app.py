"""The composition root: builds the service from its settings, starts it in order and stops it in reverse."""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import metadata
from typing import TYPE_CHECKING, Any, TextIO

from aiohttp import web
from prometheus_client import CollectorRegistry
from ulid import ULID

import bot.late_answer  # noqa: F401 # pyright: ignore[reportUnusedImport] - so that such messages are known
from bot.charts.drawing import Drawings
from bot.charts.message_pictures import MessagePictures
from bot.documents import Ask, Document
from bot.email import events, unsubscribe
from bot.feature import rules_of
from bot.features import FEATURES
from bot.memory import build_models, set_aside
from bot.places import store_place
from bot.services import Services
from bot.sms.status import status_routes
from bot.telemetry import RefusalMetrics, StoreMetrics, new_registry
from bot.web.http_api.serving import api_routes
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.running import RunningServices
from bot.web.server import listening
from bot.web.site.place import Place
from bot.web.site.routes import site_routes
from scheduler.clockwork import new_clockwork
from scheduler.context import Context, open_context
from scheduler.jobs import Job, jobs_of
from scheduler.leases import steady_clock
from scheduler.proving import EVEN_SECONDS
from scheduler.pulse import Pulse
from scheduler.telemetry import JobMetrics
from scheduler.ticker import Ticker, ticking
from tracker.accounts.identity import LOCAL_PERSON
from tracker.clock import system_clock
from tracker.front_ends import FrontEnd
from tracker.logs import get_logger
from tracker.refusals import Refused
from tracker.settings import DiscordSettings, Settings
from tracker.store.entity import Entity
from tracker.store.opening import open_table

if TYPE_CHECKING:
    from bot.slash.client import QuestlogClient

log = get_logger(__name__)

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WORK_SECONDS = 4.5
"""How long running work may go on after the service was asked to stop. A stop takes at most 10 s: this, then
one second for cancelled work to end, one for Discord, half a second for answers by SMS, one for the poller to
give its leases back, one for open web requests, and one for the store to close."""


async def serve(
    settings: Settings,
    *,
    jobs: Sequence[Job] = jobs_of(rules_of(FEATURES)),
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
        running = RunningServices()
        readiness = Readiness(table, pulse, None if client is None else lambda: client.latency)
        async with (
            listening(_new_app(running, settings, readiness, registry), settings.web) as url,
            _drawing(warm=client is not None) as drawings,
            open_context(
                settings,
                table,
                features=rules_of(FEATURES),
                out=out or sys.stdout,
                pulse=pulse,
                registry=registry,
                discord=client,
                pictures=MessagePictures(table, system_clock, drawings, FEATURES),
            ) as context,
            _at_work(running, settings, context, drawings, registry) as services,
            _connected(client, settings.discord, services) as lasting,
        ):
            ticker = _new_ticker(jobs, context, registry)
            for kind in (Ask, Document, Entity):
                build_models(kind)
            with set_aside():  # all is loaded: what comes from here on is what may become garbage
                async with ticking(ticker, work_seconds):
                    pulse.mark()  # it ticks: from here on silence counts
                    log.info("ready", url=url)
                    await _say_way_in(services, url, out or sys.stdout)
                    try:
                        await asyncio.shield(lasting)  # Discord stays until the jobs that use it have ended
                    finally:
                        readiness.stop()


def _new_client(settings: DiscordSettings, registry: CollectorRegistry) -> "QuestlogClient | None":
    if settings.token is None:
        log.info("discord off", turn_on="set discord.token, or QUESTLOG_DISCORD__TOKEN")
        return None
    from bot.slash.opening import new_client  # noqa: PLC0415 - it takes half a second, and not everybody has Discord
    from bot.slash.own_part import slash_parts  # noqa: PLC0415

    return new_client(settings, slash_parts(FEATURES), registry=registry)


def _new_ticker(jobs: Sequence[Job], context: Context, registry: CollectorRegistry) -> Ticker:
    counters = JobMetrics(registry, (job.name for job in jobs))
    clockwork, new_id = new_clockwork(steady_clock), lambda: str(ULID())
    return Ticker(jobs, context, counters, clockwork, monotonic=time.monotonic, new_id=new_id)


def _new_app(
    running: RunningServices, settings: Settings, readiness: Readiness, registry: CollectorRegistry
) -> web.Application:
    return new_app(readiness, registry, routes(running, settings), Place.of(settings.web).root)


def routes(running: RunningServices, settings: Settings) -> list[web.RouteDef]:
    """The addresses of features, beside those that watch the service."""
    return [
        web.post("/sms/inbound", _sms_inbound(running) if settings.sms.is_on else _off),
        *status_routes(running),
        *unsubscribe.routes(running, Place.of(settings.web)),
        *events.routes(running),
        *site_routes(running, FEATURES, settings.web),
        *api_routes(running, FEATURES),
    ]


def _sms_inbound(running: RunningServices) -> Callable[[web.Request], Awaitable[web.Response]]:
    from bot.sms.inbound import Inbound  # noqa: PLC0415 - not everybody has SMS

    return Inbound(running, FEATURES).receive


async def _say_way_in(services: Services, url: str, out: TextIO) -> None:
    """Where nobody has set anything up, whoever sits at this machine signs in to the pages by a link."""
    settings = services.settings
    others = settings.web.public_url or settings.discord.token or settings.sms.is_on
    if others or settings.web.host not in LOOPBACK:
        return
    person = await services.accounts.get_or_register(LOCAL_PERSON)
    with suppress(Refused):  # too many in an hour: `questlog web` says so
        link = await services.sessions.new_link(person.id, FrontEnd.TERMINAL)
        print(f"Your pages, for the next 10 minutes: {url}/login?link={link.secret}", file=out, flush=True)


async def _off(_: web.Request) -> web.Response:
    raise web.HTTPForbidden(text="This is switched off here.\n")


@asynccontextmanager
async def _drawing(*, warm: bool) -> AsyncGenerator[Drawings]:
    """What draws until the service stops; `warm` where people wait for charts."""
    with Drawings() as drawings:
        if warm:
            drawings.warm()
        yield drawings


@asynccontextmanager
async def _at_work(
    running: RunningServices,
    settings: Settings,
    context: Context,
    drawings: Drawings,
    registry: CollectorRegistry,
) -> AsyncGenerator[Services]:
    count = RefusalMetrics(registry).count
    services = Services.of(
        settings, context, FEATURES, drawings=drawings, count_refusal=count, even_seconds=EVEN_SECONDS
    )
    async with running.opened(services):
        yield services


@asynccontextmanager
async def _connected(
    client: "QuestlogClient | None", settings: DiscordSettings, services: Services
) -> AsyncGenerator[asyncio.Future[Any]]:
    """What lasts until the service cannot go on. Discord may come and go meanwhile."""
    if client is None:
        yield asyncio.get_running_loop().create_future()
        return
    from bot.slash.connection import connected  # noqa: PLC0415

    client.serve(services)
    async with connected(client, settings) as connection:
        yield connection
