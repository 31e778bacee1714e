"""Leaves a server alone that blocks us or is down, and comes back with one request at a time."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

from scheduler.sources.source import Blocked, RateLimited, SourceFailure, Unavailable
from scheduler.sources.timing import Timing
from tracker.frozen import frozen
from tracker.logs import get_logger

log = get_logger(__name__)


@frozen
class Patience:
    """When to leave a server alone, and for how many seconds; the pause doubles when it was in vain."""

    blocked: float = 900.0
    limited: float = 60.0
    """After an answer to slow down that names no time."""
    down: float = 5.0
    longest_down: float = 15.0
    """One request every so often harms nobody, and all goals wait for the one that is answered again."""
    failures: int = 5
    """So many requests in a row must find it down."""
    longest: float = 7200.0
    calm: int = 10
    """So many answers in a row make the earlier pauses forgotten."""


class Breaker:
    """Closed: all pass. Open: nobody does. Once the pause is over: one request passes, and decides."""

    def __init__(self, name: str, patience: Patience, timing: Timing) -> None:
        self._name = name
        self._patience = patience
        self._timing = timing
        self._why: SourceFailure | None = None
        self._until = 0.0
        self._trying = False
        self._pauses = 0
        self._round = 0
        self._failures = 0
        self._answers = 0

    @property
    def is_calm(self) -> bool:
        """Whether it remembers nothing."""
        return self._why is None and not self._failures and not self._pauses

    def why_open(self) -> SourceFailure | None:
        """The failure that opened it; None while it lets requests pass."""
        try:
            self.check()
        except SourceFailure as failure:
            return failure
        return None

    def check(self) -> None:
        """Raises the failure that opened it, while it is open."""
        if self._why is None:
            return
        left = self._until - self._timing.monotonic()
        if left > 0 or self._trying:
            raise self._why.paused(self._timing.clock() + timedelta(seconds=max(left, 0)))

    @contextmanager
    def passage(self) -> Generator[None]:
        """Around one request. One that is cancelled decides nothing."""
        self.check()
        began, tries = self._round, self._why is not None
        self._trying = self._trying or tries
        try:
            yield
        except SourceFailure as failure:
            self._learn(failure, began)
            raise
        else:
            self._learn(None, began)
        finally:
            if tries:
                self._trying = False

    def _learn(self, failure: SourceFailure | None, began: int) -> None:
        if began != self._round:
            return  # it left before the breaker opened or closed, and says nothing about now
        match failure:
            case Blocked():
                self._open(failure, self._longer(self._patience.blocked))
            case RateLimited():
                self._open(failure, failure.retry_after or self._longer(self._patience.limited))
            case Unavailable():
                self._failed(failure)
            case _:  # an answer, or one such as NotFound or Malformed: the server is there
                self._answered()

    def _failed(self, failure: Unavailable) -> None:
        self._failures += 1
        self._answers = 0
        if self._why is not None or self._failures >= self._patience.failures:
            self._open(failure, min(self._longer(self._patience.down), self._patience.longest_down))

    def _answered(self) -> None:
        if self._why is not None:
            log.info("source answers again", source=self._name)
            self._why = None
            self._round += 1
        self._failures = 0
        self._answers += 1
        if self._answers >= self._patience.calm:
            self._pauses = 0

    def _open(self, failure: SourceFailure, seconds: float) -> None:
        seconds = min(seconds, self._patience.longest)
        self._why = failure
        self._until = self._timing.monotonic() + seconds
        self._pauses += 1
        self._round += 1
        self._failures = self._answers = 0
        log.warning("source is left alone", source=self._name, why=failure.code, seconds=round(seconds))

    def _longer(self, seconds: float) -> float:
        # 2**20 of any pause is beyond the longest; more could overflow a float in a very long block
        return seconds * 2 ** min(self._pauses, 20)
