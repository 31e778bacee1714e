"""Time that passes only when the demo says so. Waiting takes none of it."""

import random
from datetime import datetime, timedelta

from scheduler.sources.timing import Timing


class HandTime:
    def __init__(self, start: datetime, chance: random.Random) -> None:
        self._start = start
        self._now = start
        self._chance = chance

    def clock(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return (self._now - self._start).total_seconds()

    def chance(self) -> float:
        return self._chance.random()

    def advance(self, length: timedelta) -> None:
        self._now += length

    async def sleep(self, seconds: float) -> None:
        """Who waits here waits a moment between two requests, and the demo has no moments."""

    @property
    def timing(self) -> Timing:
        return Timing(self.clock, self.monotonic, self.sleep, self.chance)
