"""Due work of features, of everybody, a few people at a time: digests, looks at habits."""

import asyncio
from collections.abc import Sequence

import structlog

from tracker.due import Work, due_now
from tracker.feature import DueWork, Hold, Tools

log = structlog.stdlib.get_logger(__name__)

MOST_ROUNDS = 2000
"""In one run; the rest is taken up by the next."""
AT_ONCE = 8


async def run_due(work: DueWork[Work], tools: Tools, *, most: int = MOST_ROUNDS) -> int:
    """Does all of it that is due; of how many people."""
    due = await due_now(tools.table, work.model, work.kind, tools.clock().replace(microsecond=0), most)
    return await _hold_all(due, work.holder(tools)) if due else 0


async def _hold_all(due: Sequence[Work], hold: Hold[Work]) -> int:
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
