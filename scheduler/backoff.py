"""How long to wait before asking again after a failure that may be over in a moment."""

from tracker.frozen import frozen

_MOST_DOUBLINGS = 64
"""More than any wait needs, and fewer than a float bears: failures may go on for weeks."""


@frozen
class Backoff:
    """Doubling waits, shortened by chance so that those who failed together do not come back together."""

    first: float = 0.5
    longest: float = 8.0
    attempts: int = 3

    def wait(self, failed: int, chance: float) -> float:
        """Seconds to wait after that many failed attempts: from half of the doubling wait up to all of it."""
        most = min(self.longest, self.first * 2 ** min(failed - 1, _MOST_DOUBLINGS))
        return most * (1 + chance) / 2
