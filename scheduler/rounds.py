"""Due work of features, of everybody, a few people at a time: digests, looks at habits."""

import asyncio
from collections.abc import Iterable

from tracker.due import Work, due_pages
from tracker.feature import DueWork, Hold, Tools
from tracker.logs import get_logger

log = get_logger(__name__)

PAGE = 400
"""So many people are listed at a time."""
AT_ONCE = 16
"""People whose work is done beside each other: enough that some are read while others are committed."""


async def run_due(work: DueWork[Work], tools: Tools, *, page: int = PAGE) -> int:
    """Does all of it that is due, however much that is; of how many people.

    What fails stays due, and is tried again by the next run.
    """
    hold, now, held = work.holder(tools), tools.clock().replace(microsecond=0), 0
    async for due in due_pages(tools.table, work.model, work.kind, now, page):
        held += await _hold_all(due, hold)
    return held


async def _hold_all(due: Iterable[Work], hold: Hold[Work]) -> int:
    left = iter(due)

    async def take_turns() -> int:
        return sum([await _is_held(one, hold) for one in left])

    async with asyncio.TaskGroup() as group:
        turns = [group.create_task(take_turns()) for _ in range(AT_ONCE)]
    return sum(turn.result() for turn in turns)


async def _is_held(work: Work, hold: Hold[Work]) -> bool:
    try:
        await hold(work)
    except Exception:  # one person's trouble must not keep the others waiting
        log.exception("round not held; it comes due again", user=work.user, kind=work.kind)
        return False
    return True
