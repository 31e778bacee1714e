"""How many commands are worked on at once: of a thousand that come together, the first are answered first.

Without it all of them would be read, then all worked out, then all sent: the first answer would come when
nearly all of the work is done, and the promises of an answer would wait behind it.

Who comes when many are there already, or while the event loop lags, is promised an answer before anything
else is done: Discord waits three seconds for that, and long enough for the answer itself.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

AT_ONCE = 16
HELD_SECONDS = 0.25
"""Whoever waits for something else, such as a game, makes room for others after that."""
MANY = 16
"""So many are there when whoever comes next is promised an answer at once."""
CALM_SECONDS = 2.0
"""So long work waits for promises to others, at most."""
TICK_SECONDS = 0.05


class Gate:
    def __init__(self, at_once: int = AT_ONCE, held_seconds: float = HELD_SECONDS) -> None:
        self._room, self._held_seconds = asyncio.Semaphore(at_once), held_seconds
        self._there = self._promises = 0
        """Who is worked for or waits for that, and how many promises are on their way."""
        self._calm = asyncio.Event()
        """While no promise is on its way."""
        self._calm.set()

    @property
    def is_crowded(self) -> bool:
        return self._there >= MANY

    @contextmanager
    def promising(self) -> Generator[None]:
        """Meanwhile nobody's work is begun, for a while: a promise is short, and has to come in time."""
        self._promises += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._promises -= 1
            if not self._promises:
                self._calm.set()

    async def enter(self, task: asyncio.Task[Any]) -> None:
        """The task has its place until it ends, or for a while."""
        self._there += 1
        task.add_done_callback(self._gone)
        await self._room.acquire()
        try:
            with suppress(TimeoutError):
                if not self._calm.is_set():
                    await asyncio.wait_for(self._calm.wait(), CALM_SECONDS)
        except asyncio.CancelledError:
            self._room.release()
            raise
        left = False

        def leave(_task: asyncio.Task[Any] | None = None) -> None:
            nonlocal left
            if not left:
                left = True
                timer.cancel()
                self._room.release()

        timer = asyncio.get_running_loop().call_later(self._held_seconds, leave)
        task.add_done_callback(leave)

    def _gone(self, _task: asyncio.Task[Any]) -> None:
        self._there -= 1


class LoopLag:
    """How late the event loop is: by how much it missed the last tick, or is missing the one that is due."""

    def __init__(self) -> None:
        self._last, self._due = 0.0, 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def seconds(self) -> float:
        if self._timer is None:
            return 0.0
        return max(self._last, asyncio.get_running_loop().time() - self._due)

    def start(self) -> None:
        self.stop()
        self._last = 0.0
        self._plan(asyncio.get_running_loop())

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + TICK_SECONDS
        self._timer = loop.call_at(self._due, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._last = loop.time() - self._due
        self._plan(loop)
