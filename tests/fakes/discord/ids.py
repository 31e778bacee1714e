"""Discord's ids: 64 bits that begin with the millisecond in which the thing was made."""

from itertools import count

from tracker.clock import Clock

_EPOCH_MS = 1_420_070_400_000
_OLD_MS = 180_000_000_000
"""September 2020: what was there long before a test began."""


class Snowflakes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._old = count(_OLD_MS)

    def new(self) -> int:
        """Made now; every one is greater than the one before."""
        now = int(self._clock().timestamp() * 1000) - _EPOCH_MS
        self._last = max(now << 22, self._last + 1)
        return self._last

    def old(self) -> int:
        """Of people, guilds and channels: the same in every run, and spread over shards."""
        return next(self._old) << 22
