"""What jobs work with, built from the settings in one place and closed in reverse."""

import asyncio
import platform
import random
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TextIO

from prometheus_client import CollectorRegistry

from scheduler.alarms import Operators
from scheduler.challenges import Counters
from scheduler.channels.channel import OpenChannels
from scheduler.channels.opening import on_discord, open_channels, terminal
from scheduler.channels.picture import PictureOf, no_pictures
from scheduler.definitions import definitions_of
from scheduler.dispatch import Dispatcher
from scheduler.leases import Leases, steady_clock
from scheduler.poll import Poller
from scheduler.pulse import Pulse
from scheduler.room_relay import RoomRelay
from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.timing import Timing
from scheduler.work_telemetry import WorkMetrics
from tracker.clock import Clock, system_clock
from tracker.feature import Rules, Tools, still_true_checks, wordings_of
from tracker.frozen import frozen
from tracker.ids import ulids
from tracker.listeners import recorder_of
from tracker.logs import get_logger
from tracker.settings import Settings, StoreSettings
from tracker.signing import Signer
from tracker.store.table import Table

if TYPE_CHECKING:
    import discord

    from scheduler.channels.discord.channel import DiscordChannel
    from scheduler.channels.discord.servers import DiscordServers

log = get_logger(__name__)

CLOSE_SECONDS = 1.0
"""How long the poller may take to end its looks and give its leases back."""


@frozen
class Context:
    """What a job may use."""

    tools: Tools
    """For the due work of features."""
    pulse: Pulse
    sources: Sources
    challenges: Counters
    leases: Leases
    poller: Poller
    channels: OpenChannels
    signer: Signer
    dispatcher: Dispatcher
    room_relay: RoomRelay | None
    """None where there is no Discord."""
    servers: "DiscordServers | None"
    """The same."""
    metrics: WorkMetrics

    @property
    def table(self) -> Table:
        return self.tools.table

    @property
    def clock(self) -> Clock:
        return self.tools.clock


@asynccontextmanager
async def open_context(
    settings: Settings,
    table: Table,
    *,
    features: Sequence[Rules],
    out: TextIO,
    pulse: Pulse,
    clock: Clock = system_clock,
    timing: Timing | None = None,
    monotonic: Callable[[], float] = steady_clock,
    chance: Callable[[], float] = random.random,
    worker: str | None = None,
    registry: CollectorRegistry | None = None,
    discord: "discord.Client | None" = None,
    pictures: PictureOf = no_pictures,
) -> AsyncGenerator[Context]:
    """`features` bring what comes due for people; `out` is the terminal on which the local person reads
    messages, `discord` the client to write with, and `pictures` draws what goes with a message."""
    timing, recorder = timing or Timing(clock=clock, chance=chance), recorder_of(table, clock, settings)
    tools = Tools(table, clock, settings, features, recorder.record)
    operators = Operators(table, clock, settings.discord.owner_ids)
    leases = Leases(table, worker or worker_name(settings.store), monotonic=monotonic, new_version=ulids())
    new_poller = partial(Poller, monotonic=monotonic, chance=chance, alarm=operators.tell)
    async with _open_connections(tools, timing, out, discord, pictures) as there:
        poller = new_poller(table, clock, there.sources, recorder, leases, settings.poll)
        try:
            yield Context(
                tools=tools,
                pulse=pulse,
                sources=there.sources,
                challenges=Counters.of(table, clock, settings.challenges, there.sources.github),
                leases=leases,
                poller=poller,
                channels=there.channels,
                signer=await Signer.of(table),
                dispatcher=new_dispatcher(tools, there.channels, operators, chance),
                room_relay=RoomRelay(table, clock, chance, there.discord) if there.discord else None,
                servers=there.discord and there.discord.servers,
                metrics=WorkMetrics(registry or CollectorRegistry()),
            )
        finally:
            await _close(poller)


@frozen
class _Connections:
    """What reaches beyond this process, open as long as the context is."""

    sources: Sources
    channels: OpenChannels
    discord: "DiscordChannel | None"


@asynccontextmanager
async def _open_connections(
    tools: Tools, timing: Timing, out: TextIO, client: "discord.Client | None", pictures: PictureOf
) -> AsyncGenerator[_Connections]:
    settings, table, clock = tools.settings, tools.table, tools.clock
    async with (
        open_sources(settings.sources, timing=timing, definitions=definitions_of(table)) as sources,
        on_discord(client, pictures) as discord,
        open_channels(settings, table, clock, out, *discord, pictures=pictures) as channels,
    ):
        yield _Connections(sources, channels, next(iter(discord), None))


def new_dispatcher(
    tools: Tools,
    channels: OpenChannels,
    operators: Operators,
    chance: Callable[[], float] = random.random,
) -> Dispatcher:
    """The local person has the terminal, after their own channels."""
    return Dispatcher(
        tools.table,
        tools.clock,
        chance,
        channels,
        checks=still_true_checks(tools),
        wordings=wordings_of(tools),
        for_local=[terminal(tools.clock())],
        alarm=operators.tell,
        patience=timedelta(minutes=tools.settings.notify.patience_minutes),
    )


def worker_name(store: StoreSettings) -> str:
    """One process at a time runs on an embedded store, so it can have the name of the one before it.

    It then takes that one's leases at once, also after a crash. Elsewhere no two processes share a name.
    """
    if store.engine == "sqlite":
        return "embedded"
    return f"{platform.node() or 'worker'}-{secrets.token_hex(4)}"


async def _close(poller: Poller) -> None:
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await poller.close()
    except Exception:  # the end of everything: what is left is taken over by others, or at the next start
        log.exception("polling not ended cleanly; its leases are taken over within a minute")
