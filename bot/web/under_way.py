"""Work that goes on after a request was answered: it ends while the store is still open, or is ended."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tracker.logs import get_logger

log = get_logger(__name__)

Answer = TypeVar("Answer")

CLOSE_SECONDS = 0.5


class UnderWay:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Whoever begins it waits for it, and hears of what it raises."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def leave(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Nobody waits for it: what it raises is logged."""
        self.begin(_logged(work, name))

    async def close(self) -> None:
        """What is under way ends, or is ended."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also where nobody waits any more


async def _logged(work: Coroutine[Any, Any, None], name: str) -> None:
    try:
        await work
    except Exception:  # the border of a task
        log.exception("work failed after its request was answered", work=name)
