"""How many commands are worked on at once: of a thousand that come together, the first are answered first.

Without it all of them would be read, then all worked out, then all sent: the first answer would come when
nearly all of the work is done, and the promises of an answer would wait behind it.
"""

import asyncio
from typing import Any

AT_ONCE = 16
HELD_SECONDS = 0.25
"""Whoever waits for something else, such as a game, makes room for others after that."""


class Gate:
    def __init__(self, at_once: int = AT_ONCE, held_seconds: float = HELD_SECONDS) -> None:
        self._room, self._held_seconds = asyncio.Semaphore(at_once), held_seconds

    async def enter(self, task: asyncio.Task[Any]) -> None:
        """The task has its place until it ends, or for a while."""
        await self._room.acquire()
        left = False

        def leave(_task: asyncio.Task[Any] | None = None) -> None:
            nonlocal left
            if not left:
                left = True
                timer.cancel()
                self._room.release()

        timer = asyncio.get_running_loop().call_later(self._held_seconds, leave)
        task.add_done_callback(leave)
