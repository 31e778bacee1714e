"""Waiting for something to become true, without looking again and again."""

import asyncio
from collections.abc import Callable


class News:
    """Whoever changes something tells; whoever waits looks again after each telling."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def tell(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def until(self, reached: Callable[[], bool], patience: float) -> None:
        async with asyncio.timeout(patience):
            while not reached():
                await self._event.wait()
