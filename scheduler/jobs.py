"""The one table of jobs: what runs on the clock, when, and the function that does it.

Due work of people is brought by features, each of which is a job of its own.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TypeAlias

from scheduler.aggregate import rebuild_weekly
from scheduler.clockwork import Trigger, every
from scheduler.context import Context
from scheduler.leases import TICK_SECONDS
from scheduler.rounds import run_due
from scheduler.work_telemetry import told_as
from tracker.due import Due
from tracker.feature import DueWork, Rules, work_of
from tracker.frozen import frozen
from tracker.logs import get_logger

log = get_logger(__name__)

HEARTBEAT_SECONDS = 5
POLL_SECONDS = 1
CHALLENGES_SECONDS = 60
AGGREGATE_SECONDS = 3600
DISPATCH_SECONDS = 5
DISPATCH_WITHIN = timedelta(seconds=20)
DISPATCH_AT_ONCE = 10
"""So many ticks find those before them waiting for somebody's channel, and do not wait for it, too."""
RELAY_SECONDS = 3
SWEEP_SECONDS = 60
SWEEP_SLICE = 1000


Work: TypeAlias = Callable[[Context], Awaitable[None]]


@frozen
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


async def room_relay(context: Context) -> None:
    """What is said in rooms that are shown on Discord."""
    if context.room_relay is not None and (done := await context.room_relay.run()):
        log.info("rooms shown", messages=done)


async def ttl_sweep(context: Context) -> None:
    """Remove what has expired, slice by slice, so that other writers get their turn between two."""
    total = removed = await context.table.sweep(SWEEP_SLICE)
    while removed == SWEEP_SLICE:
        removed = await context.table.sweep(SWEEP_SLICE)
        total += removed
    if total:
        log.info("expired items removed", items=total)


def due_job(work: DueWork[Due]) -> Job:
    """For everybody whose time it is."""

    async def hold(context: Context) -> None:
        if held := await run_due(work, context.tools):
            log.info("rounds held", job=work.name, people=held)

    return Job(work.name, every(work.seconds), hold)


JOBS = (
    Job("heartbeat", every(HEARTBEAT_SECONDS), heartbeat),
    Job("leases", every(TICK_SECONDS), leases),
    Job("poll", every(POLL_SECONDS), poll),
    Job("challenges", every(CHALLENGES_SECONDS), challenges),
    Job("aggregate", every(AGGREGATE_SECONDS), aggregate),
    Job("dispatch", every(DISPATCH_SECONDS), dispatch, DISPATCH_AT_ONCE),
    Job("room-relay", every(RELAY_SECONDS), room_relay),
    Job("ttl-sweep", every(SWEEP_SECONDS), ttl_sweep),
)
"""Those that are nobody's in particular."""


def jobs_of(features: Sequence[Rules]) -> tuple[Job, ...]:
    """All of them, with what features bring along."""
    return (*JOBS, *map(due_job, work_of(features)))
