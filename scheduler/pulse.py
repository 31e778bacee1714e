"""The heartbeat's mark: how long ago the scheduler last ticked."""

from collections.abc import Callable


class Pulse:
    """In memory and on a monotonic clock: a change of the wall clock neither hides nor fakes silence."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._last: float | None = None

    def mark(self) -> None:
        self._last = self._monotonic()

    def age(self) -> float | None:
        """Seconds since the last mark; None before the first."""
        return None if self._last is None else self._monotonic() - self._last
