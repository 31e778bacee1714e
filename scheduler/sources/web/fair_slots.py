"""Slots for requests to anybody's servers: the slow numbers of one person, or of one host, stop nobody else.

Whoever has as many under way as are left has to wait. One who wants all of them gets half, two get a third
each, and whoever has none gets one as long as one is left.
"""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from scheduler.sources.source import SourceFailure


class Busy(SourceFailure):
    """Nobody was asked: it is the turn of others. It says nothing about the subject or its server."""

    code = "busy"


class FairSlots:
    def __init__(self, slots: int) -> None:
        self._left = slots
        self._taken = Counter[str]()

    @property
    def are_taken(self) -> bool:
        """Whether there is room for nobody."""
        return self._left == 0

    def has_room(self, *takers: str) -> bool:
        """Takers are whose request it is, and to which host it goes."""
        return all(self._taken[taker] < self._left for taker in takers)

    @contextmanager
    def taken(self, *takers: str) -> Generator[None]:
        """For as long as the block lasts. Right before it, there must be room."""
        self._left -= 1
        self._taken.update(takers)
        try:
            yield
        finally:
            self._left += 1
            self._taken.subtract(takers)
            for taker in takers:
                if not self._taken[taker]:
                    del self._taken[taker]
