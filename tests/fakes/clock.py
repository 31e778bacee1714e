"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

# Far ahead of the real time: a server that removes expired items by its own clock never takes one of a test.
START = datetime(2100, 1, 1, tzinfo=UTC)


class HandClock:
    def __init__(self, start: datetime = START) -> None:
        self._now = start

    def __call__(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)

    def restart(self) -> None:
        self._now = START

    @property
    def second(self) -> int:
        """The present, as a `ttl` counts it."""
        return int(self._now.timestamp())
