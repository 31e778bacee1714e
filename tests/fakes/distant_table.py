"""A table that is far away: it answers all questions that are under way together, and counts round trips."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tests.fakes.faulty_table import FaultyTable
from tracker.store.table import Table

T = TypeVar("T")


class DistantTable(FaultyTable):
    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self._asked: list[asyncio.Event] = []

    async def round_trips(self, work: Awaitable[T]) -> tuple[T, int]:
        """What the work gives, and how often it had to wait for an answer."""
        task, trips = asyncio.ensure_future(work), 0
        while True:
            while not self._asked and not task.done():  # noqa: ASYNC110 - one of two things
                await asyncio.sleep(0)
            for _ in range(50):
                await asyncio.sleep(0)  # until everybody who asks together has asked
            if task.done():
                return task.result(), trips
            asked, self._asked, trips = self._asked, [], trips + 1
            for one in asked:
                one.set()

    async def _call(self, action: Callable[[], Awaitable[T]]) -> T:
        answer = asyncio.Event()
        self._asked.append(answer)
        await answer.wait()
        return await super()._call(action)
