"""The rounds that are due, of everybody, a few at a time: digests, and looks at habits."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from tracker.clock import Clock
from tracker.due import Work
from tracker.goals.rounds import daily as rounds
from tracker.habits.rounds import daily as habit_rounds
from tracker.habits.rounds import planning
from tracker.habits.service import Habits
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

MOST_ROUNDS = 2000
"""In one run; the rest is taken up by the next."""
AT_ONCE = 8


async def run_rounds(table: Table, clock: Clock, *, most: int = MOST_ROUNDS) -> int:
    """Holds all digests that are due; of how many people."""
    due = await rounds.due(table, clock().replace(microsecond=0), most)
    return await _hold_all(due, lambda one: rounds.hold(table, clock, one))


async def run_habits(table: Table, clock: Clock, habits: Habits, *, most: int = MOST_ROUNDS) -> int:
    """Looks at the habits of everybody whose time it is; of how many people."""
    due = await planning.due(table, clock().replace(microsecond=0), most)
    return await _hold_all(due, lambda one: habit_rounds.hold(table, clock, habits, one))


async def _hold_all(due: Sequence[Work], hold: Callable[[Work], Awaitable[object]]) -> int:
    gate = asyncio.Semaphore(AT_ONCE)

    async def guarded(one: Work) -> bool:
        async with gate:
            try:
                await hold(one)
            except Exception:  # one person's trouble must not keep the others waiting
                log.exception("round not held; it comes due again", user=one.user, kind=one.kind)
                return False
            return True

    async with asyncio.TaskGroup() as group:
        held = [group.create_task(guarded(one)) for one in due]
    return sum(task.result() for task in held)
