"""The daily rounds that are due, of everybody, a few at a time."""

import asyncio

import structlog

from tracker.clock import Clock
from tracker.goals import rounds
from tracker.goals.rounds import Round
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

MOST_ROUNDS = 2000
"""In one run; the rest is taken up by the next."""
AT_ONCE = 8


async def run_rounds(table: Table, clock: Clock, *, most: int = MOST_ROUNDS) -> int:
    """Holds all that is due; of how many people."""
    due = await rounds.due(table, clock().replace(microsecond=0), most)
    gate = asyncio.Semaphore(AT_ONCE)
    async with asyncio.TaskGroup() as group:
        held = [group.create_task(_guarded(gate, table, clock, one)) for one in due]
    return sum(task.result() for task in held)


async def _guarded(gate: asyncio.Semaphore, table: Table, clock: Clock, due: Round) -> bool:
    async with gate:
        try:
            await rounds.hold(table, clock, due)
        except Exception:  # one person's trouble must not keep the others waiting
            log.exception("round not held; it comes due again", user=due.user)
            return False
        return True
