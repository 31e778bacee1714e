"""The one table of jobs: what runs on the clock, when, and the function that does it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import structlog

from scheduler.clockwork import Trigger, every
from scheduler.pulse import Pulse
from tracker.clock import Clock
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

HEARTBEAT_SECONDS = 5
SWEEP_SECONDS = 60
SWEEP_SLICE = 1000


@dataclass(frozen=True, slots=True)
class Context:
    """What a job may use."""

    table: Table
    clock: Clock
    pulse: Pulse


Work: TypeAlias = Callable[[Context], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Job:
    """`name` labels its log lines and metrics. A run may be cancelled at any await, and must bear it."""

    name: str
    trigger: Trigger
    work: Work


async def heartbeat(context: Context) -> None:
    context.pulse.mark()


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
    Job("ttl-sweep", every(SWEEP_SECONDS), ttl_sweep),
)
