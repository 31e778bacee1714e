"""How often and how many at once a server is asked."""

import asyncio

from scheduler.sources.timing import Timing

_SHORTEST = (
    0.001  # a shorter wait costs more than it spaces; it is owed, and waited for with those that follow
)


class Limiter:
    """Evenly spaced starts, never a burst, and a number of requests under way."""

    def __init__(self, per_second: float, concurrency: int, timing: Timing) -> None:
        self._spacing = 1 / per_second
        self._timing = timing
        self._next = timing.monotonic()
        self.slots = asyncio.Semaphore(concurrency)
        """Taken for as long as a request is under way; those who wait get their turn in order."""

    async def spaced(self) -> None:
        """Return when the next request may start."""
        now = self._timing.monotonic()
        start = max(now, self._next)
        self._next = start + self._spacing
        if start - now >= _SHORTEST:
            await self._timing.sleep(start - now)
