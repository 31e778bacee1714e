"""The way to a server: breaker, a free slot, the pace, the request, and once more if that may help."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import TypeVar

from scheduler.backoff import Backoff
from scheduler.sources.breaker import Breaker
from scheduler.sources.source import Unavailable
from scheduler.sources.timing import Timing

_Answer = TypeVar("_Answer")

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


class SourceGate:
    def __init__(self, limiter: Limiter, timing: Timing, backoff: Backoff | None = None) -> None:
        self._limiter = limiter
        self._timing = timing
        self._backoff = backoff or Backoff()

    async def ask(self, request: Callable[[], Awaitable[_Answer]], breaker: Breaker | None) -> _Answer:
        """What `request` answers. It raises SourceFailure, and a breaker learns from it."""
        failed = 0
        while True:
            try:
                return await self._once(request, breaker)
            except Unavailable as failure:
                failed += 1
                if failed >= self._backoff.attempts or not failure.brief or failure.until:
                    raise
            await self._timing.sleep(self._backoff.wait(failed, self._timing.chance()))

    async def _once(self, request: Callable[[], Awaitable[_Answer]], breaker: Breaker | None) -> _Answer:
        """Checked before each wait: a queue of hundreds must not be led to a server that just blocked us."""
        if breaker:
            breaker.check()
        async with self._limiter.slots:
            if breaker:
                breaker.check()
            await self._limiter.spaced()
            with breaker.passage() if breaker else nullcontext():
                return await request()
