"""The way to a server: breaker, a free slot, the pace, the request, and once more if that may help."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import TypeVar

from scheduler.backoff import Backoff
from scheduler.sources.breaker import Breaker
from scheduler.sources.limiter import Limiter
from scheduler.sources.source import Unavailable
from scheduler.sources.timing import Timing

_Answer = TypeVar("_Answer")


class Gate:
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
