"""Places for people who are being told: many for a moment each, and others for those whose channel is slow.

Whoever waits for a slow channel gives the quick place back, so that nobody waits behind it.
"""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

AT_ONCE = 64
SLOW_AT_ONCE = 256
"""Each waits for an answer, and costs little more than a connection."""
SLOW_SECONDS = 1.0
"""Who sends for longer than that is in the way of others."""


class LanePlace:
    """Of one person, who is told one thing after another."""

    def __init__(self, lanes: "Lanes") -> None:
        self._lanes = lanes
        self._room: asyncio.Semaphore | None = None

    async def take(self) -> None:
        await self._lanes.quick.acquire()
        self._room = self._lanes.quick

    def leave(self) -> None:
        if self._room is not None:
            self._room.release()
            self._room = None

    async def slow_down(self) -> None:
        """What comes now is known to be slow: wait for a slow place, and in no quick one."""
        if self._room is not self._lanes.slow:
            self.leave()
            await self._lanes.slow.acquire()
            self._room = self._lanes.slow

    @contextmanager
    def sending(self) -> Generator[None]:
        """What takes long in this block goes on in a slow place."""
        moving: asyncio.Task[None] | None = None

        def move() -> None:
            nonlocal moving
            moving = asyncio.create_task(self._move())

        timer = asyncio.get_running_loop().call_later(self._lanes.slow_seconds, move)
        try:
            yield
        finally:
            timer.cancel()
            if moving is not None:
                moving.cancel()

    async def _move(self) -> None:
        if self._room is self._lanes.quick:
            await self._lanes.slow.acquire()
            self.leave()
            self._room = self._lanes.slow


class Lanes:
    def __init__(
        self, at_once: int = AT_ONCE, slow_at_once: int = SLOW_AT_ONCE, slow_seconds: float = SLOW_SECONDS
    ) -> None:
        self.quick, self.slow = asyncio.Semaphore(at_once), asyncio.Semaphore(slow_at_once)
        self.slow_seconds = slow_seconds

    @asynccontextmanager
    async def place(self) -> AsyncGenerator[LanePlace]:
        place = LanePlace(self)
        await place.take()
        try:
            yield place
        finally:
            place.leave()
