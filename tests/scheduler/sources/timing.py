"""Time held in hand: sleeping moves the clock and takes no time."""

import asyncio
from datetime import UTC, datetime, timedelta

from scheduler.sources.timing import Timing

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


class HandTime:
    def __init__(self) -> None:
        self.seconds = 0.0
        self.slept: list[float] = []
        self.chance = 0.0

    def clock(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)

    @property
    def timing(self) -> Timing:
        return Timing(self.clock, lambda: self.seconds, self.sleep, lambda: self.chance)
