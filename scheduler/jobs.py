"""The one table of jobs: what runs on the clock, when, and the function that does it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

import structlog

from scheduler.aggregate import rebuild_weekly
from scheduler.clockwork import Trigger, every
from scheduler.context import Context
from scheduler.leases import TICK_SECONDS
from scheduler.rounds import run_habits, run_rounds
from scheduler.work_metrics import told_as

log = structlog.stdlib.get_logger(__name__)

HEARTBEAT_SECONDS = 5
POLL_SECONDS = 1
ROUNDS_SECONDS = 30
HABITS_SECONDS = 10
CHALLENGES_SECONDS = 60
AGGREGATE_SECONDS = 3600
DISPATCH_SECONDS = 5
DISPATCH_WITHIN = timedelta(seconds=20)
DISPATCH_AT_ONCE = 10
"""So many ticks find those before them waiting for somebody's channel, and do not wait for it, too."""
SWEEP_SECONDS = 60
SWEEP_SLICE = 1000


Work: TypeAlias = Callable[[Context], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Job:
    """`name` labels its log lines and metrics. A run may be cancelled at any await, and must bear it."""

    name: str
    trigger: Trigger
    work: Work
    at_once: int = 1
    """How many of its runs may go on beside each other."""


async def heartbeat(context: Context) -> None:
    context.pulse.mark()


async def leases(context: Context) -> None:
    """Which shards are ours, and what is in them."""
    try:
        await context.poller.tend()
    finally:
        context.metrics.holds(shards=len(context.leases.held()), subjects=context.poller.subjects())


async def poll(context: Context) -> None:
    """Start looking at what is due. The looks go on between two ticks."""
    await context.poller.tick()
    context.metrics.polled(context.poller.looks)


async def rounds(context: Context) -> None:
    """Digests, deadlines and changes of state, for everybody whose time it is."""
    held = await run_rounds(context.table, context.clock)
    if held:
        log.info("rounds held", people=held)


async def habits(context: Context) -> None:
    """Reminders, and days that are over, for everybody whose time it is."""
    held = await run_habits(context.table, context.clock, context.habits)
    if held:
        log.info("habits looked at", people=held)


async def challenges(context: Context) -> None:
    """Everybody in the challenges whose time it is."""
    await context.challenges.run()


async def aggregate(context: Context) -> None:
    """Statistics of the challenges that were not compared with their records for a week."""
    await rebuild_weekly(context.table, context.clock)


async def dispatch(context: Context) -> None:
    results = await context.dispatcher.run(within=DISPATCH_WITHIN)
    context.metrics.dispatched(results)
    if results:
        log.info("messages dispatched", **Counter(told_as(result.status) for result in results))


async def ttl_sweep(context: Context) -> None:
    """Remove what has expired, slice by slice, so that other writers get their turn between two."""
    total = removed = await context.table.sweep(SWEEP_SLICE)
    while removed == SWEEP_SLICE:
        removed = await context.table.sweep(SWEEP_SLICE)
        total += removed
    if total:
        log.info("expired items removed", items=total)


JOBS = (
    Job("heartbeat", every(HEARTBEAT_SECONDS), heartbeat),
    Job("leases", every(TICK_SECONDS), leases),
    Job("poll", every(POLL_SECONDS), poll),
    Job("rounds", every(ROUNDS_SECONDS), rounds),
    Job("habits", every(HABITS_SECONDS), habits),
    Job("challenges", every(CHALLENGES_SECONDS), challenges),
    Job("aggregate", every(AGGREGATE_SECONDS), aggregate),
    Job("dispatch", every(DISPATCH_SECONDS), dispatch, DISPATCH_AT_ONCE),
    Job("ttl-sweep", every(SWEEP_SECONDS), ttl_sweep),
)
