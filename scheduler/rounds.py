"""Due work of features, of everybody, a few people at a time: digests, looks at habits."""

import asyncio
from collections.abc import Sequence

from tracker.due import Work, due_pages
from tracker.feature import DueWork, Hold, Tools
from tracker.logs import get_logger

log = get_logger(__name__)

PAGE = 400
"""So many people are listed at a time."""
AT_ONCE = 8


async def run_due(work: DueWork[Work], tools: Tools, *, page: int = PAGE) -> int:
    """Does all of it that is due, however much that is; of how many people.

    What fails stays due, and is tried again by the next run.
    """
    hold, now, held = work.holder(tools), tools.clock().replace(microsecond=0), 0
    async for due in due_pages(tools.table, work.model, work.kind, now, page):
        held += await _hold_all(due, hold)
    return held


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
