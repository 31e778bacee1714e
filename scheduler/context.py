"""What jobs work with, built from the settings in one place and closed in reverse."""

import asyncio
import platform
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TextIO

import structlog
from prometheus_client import CollectorRegistry

from scheduler.alarms import Operators
from scheduler.challenges import Counters
from scheduler.channels.opening import on_discord, open_channels, terminal
from scheduler.channels.picture import PictureOf, no_pictures
from scheduler.channels.registry import Channels
from scheduler.definitions import definitions_of
from scheduler.dispatch import Dispatcher
from scheduler.leases import Leases, steady_clock
from scheduler.poll import Poller
from scheduler.pulse import Pulse
from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.timing import Timing
from scheduler.work_metrics import WorkMetrics
from tracker.accounts.service import Accounts
from tracker.challenge import still_true as challenge_still_true
from tracker.clock import Clock, system_clock
from tracker.goals import still_true
from tracker.goals.recording.recorder import Recorder
from tracker.habits.feeding import Feeder
from tracker.habits.rounds import still_true as habits_still_true
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.notify import way_back
from tracker.rewards.points import Scale
from tracker.servers import membership
from tracker.settings import NotifySettings, Settings, StoreSettings
from tracker.signing import Signer
from tracker.store.table import Table

if TYPE_CHECKING:
    import discord

log = structlog.stdlib.get_logger(__name__)

CLOSE_SECONDS = 1.0
"""How long the poller may take to end its looks and give its leases back."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a job may use."""

    table: Table
    clock: Clock
    pulse: Pulse
    sources: Sources
    recorder: Recorder
    habits: Habits
    challenges: Counters
    leases: Leases
    poller: Poller
    channels: Channels
    signer: Signer
    dispatcher: Dispatcher
    metrics: WorkMetrics


@asynccontextmanager
async def open_context(
    settings: Settings,
    table: Table,
    *,
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
    """`out` is the terminal on which the local person reads messages; `discord` the client to write with.

    `pictures` draws what goes with a message, where a channel shows pictures.
    """
    timing = timing or Timing(clock=clock, chance=chance)
    async with AsyncExitStack() as stack:
        sources = await stack.enter_async_context(
            open_sources(settings.sources, timing=timing, definitions=definitions_of(table))
        )
        more = await stack.enter_async_context(on_discord(discord, pictures))
        channels = await stack.enter_async_context(
            open_channels(settings, table, clock, out, *more, pictures=pictures)
        )
        habits = Habits(table, clock, ulids(clock), Scale.of(settings.habits))
        feed = Feeder(table, habits).feed
        recorder = Recorder(table, clock, keep_days=settings.history.keep_days, feed=feed)
        name = worker or worker_name(settings.store)
        leases = Leases(table, name, monotonic=monotonic, new_version=ulids())
        operators = Operators(table, clock, settings.discord.owner_ids)
        poller = Poller(
            table,
            clock,
            sources,
            recorder,
            leases,
            settings.poll,
            monotonic=monotonic,
            chance=chance,
            alarm=operators.tell,
        )
        stack.push_async_callback(_close, poller)  # before the connections that its looks use
        dispatcher = new_dispatcher(
            table, clock, channels, operators, settings=settings.notify, chance=chance
        )
        yield Context(
            table=table,
            clock=clock,
            pulse=pulse,
            sources=sources,
            recorder=recorder,
            habits=habits,
            challenges=Counters(
                table,
                clock,
                Accounts(table, clock, ulids(clock)),
                sources.github,
                timedelta(minutes=settings.challenges.poll_minutes),
            ),
            leases=leases,
            poller=poller,
            channels=channels,
            signer=await Signer.of(table),
            dispatcher=dispatcher,
            metrics=WorkMetrics(registry or CollectorRegistry()),
        )


def new_dispatcher(
    table: Table,
    clock: Clock,
    channels: Channels,
    operators: Operators,
    *,
    settings: NotifySettings,
    chance: Callable[[], float] = random.random,
) -> Dispatcher:
    """The local person has the terminal, after their own channels."""
    checks = {
        **still_true.checks(table),
        **habits_still_true.checks(table, clock),
        **challenge_still_true.checks(table),
        **membership.checks(table),
        **way_back.checks(table),
    }
    return Dispatcher(
        table,
        clock,
        chance,
        channels,
        checks=checks,
        for_local=[terminal(clock())],
        alarm=operators.tell,
        patience=timedelta(minutes=settings.patience_minutes),
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
