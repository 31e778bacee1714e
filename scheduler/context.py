"""What jobs work with, built from the settings in one place and closed in reverse."""

import asyncio
import platform
import random
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
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
from tracker.goals.recording.recorder import Recorder
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.listeners import recorder_of
from tracker.logs import get_logger
from tracker.rewards.points import Scale
from tracker.settings import Settings, StoreSettings
from tracker.signing import Signer
from tracker.store.table import Table

if TYPE_CHECKING:
    import discord

    from scheduler.channels.discord.servers import DiscordServers

log = get_logger(__name__)

CLOSE_SECONDS = 1.0
"""How long the poller may take to end its looks and give its leases back."""


@frozen
class Context:
    """What a job may use."""

    table: Table
    clock: Clock
    tools: Tools
    """For the due work of features."""
    pulse: Pulse
    sources: Sources
    recorder: Recorder
    habits: Habits
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
    timing = timing or Timing(clock=clock, chance=chance)
    async with AsyncExitStack() as stack:
        enter, definitions = stack.enter_async_context, definitions_of(table)
        sources = await enter(open_sources(settings.sources, timing=timing, definitions=definitions))
        more = await enter(on_discord(discord, pictures))
        channels = await enter(open_channels(settings, table, clock, out, *more, pictures=pictures))
        habits = Habits(table, clock, ulids(clock), Scale.of(settings.habits))
        recorder = recorder_of(table, clock, settings)
        leases = Leases(
            table, worker or worker_name(settings.store), monotonic=monotonic, new_version=ulids()
        )
        operators = Operators(table, clock, settings.discord.owner_ids)
        new_poller = partial(Poller, monotonic=monotonic, chance=chance, alarm=operators.tell)
        poller = new_poller(table, clock, sources, recorder, leases, settings.poll)
        stack.push_async_callback(_close, poller)  # before the connections that its looks use
        tools = Tools(table, clock, settings, features, recorder.record)
        yield Context(
            table=table,
            clock=clock,
            tools=tools,
            pulse=pulse,
            sources=sources,
            recorder=recorder,
            habits=habits,
            challenges=Counters.of(table, clock, settings.challenges, sources.github),
            leases=leases,
            poller=poller,
            channels=channels,
            signer=await Signer.of(table),
            dispatcher=new_dispatcher(tools, channels, operators, chance),
            room_relay=RoomRelay(table, clock, chance, more[0]) if more else None,
            servers=more[0].servers if more else None,
            metrics=WorkMetrics(registry or CollectorRegistry()),
        )


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
