"""What a day of a habit was: from what was logged, what is wanted, and what is excused."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from tracker.days import Days
from tracker.frozen import frozen
from tracker.readings import Number


class DayState(StrEnum):
    DONE = "done"
    PARTIAL = "partial"
    SKIPPED = "skipped"
    FROZEN = "frozen"
    AWAY = "away"
    MISSED = "missed"
    UNKNOWN = "unknown"
    """The source that tells could not be read: nobody's fault."""
    OPEN = "open"
    """There is still time."""

    @property
    def is_excused(self) -> bool:
        return self in _EXCUSED


UNDONE = (DayState.OPEN, DayState.PARTIAL)
"""There is still something to do."""

_EXCUSED = (DayState.SKIPPED, DayState.FROZEN, DayState.AWAY, DayState.UNKNOWN)


class Logged(StrEnum):
    """What a log can say of a day."""

    DONE = "done"
    SKIPPED = "skipped"
    FROZEN = "frozen"
    UNKNOWN = "unknown"


@frozen
class DayEntry:
    """One day in the log. What is done twice is done once, and amounts add up."""

    state: Logged
    amount: Number | None = None


@frozen
class DayTarget:
    """How much makes a day a good one. Without an amount, doing it at all does, or not doing it at all."""

    amount: Number | None = None
    at_most: bool = False
    """Less is better: a day without an entry is a good one once it is over."""

    @property
    def limit(self) -> Number:
        return self.amount if self.amount is not None else (0 if self.at_most else 1)


StateOf: TypeAlias = Callable[[date], DayState]


@frozen
class Log:
    """All that is known of a habit's days. `settled` is the last day of which nothing more is expected."""

    entries: Mapping[date, DayEntry]
    target: DayTarget
    settled: date
    away: Sequence[Days] = ()
    former: Sequence[tuple[date, DayTarget]] = ()
    """What was wanted before, each up to a last day, in the order of time."""

    def target_of(self, day: date) -> DayTarget:
        if not self.former or day > self.former[-1][0]:
            return self.target
        return next(target for through, target in self.former if day <= through)

    def state_of(self, day: date) -> DayState:
        entry = self.entries.get(day)
        if entry is not None and entry.state is not Logged.DONE:
            saved_for_nothing = entry.state is Logged.FROZEN and self._is_away(day)
            return DayState.AWAY if saved_for_nothing else DayState(entry.state.value)
        target = self.target_of(day)
        found = self._kept_low(target, day, entry) if target.at_most else self._reached(target, day, entry)
        if not self.away:
            return found
        counts = found is DayState.DONE and entry is not None  # what is said of a holiday counts
        is_away = not counts and not _is_over(found, entry) and self._is_away(day)
        return DayState.AWAY if is_away else found

    def share_of(self, day: date) -> float:
        """How much of what was wanted, from 0 to 1."""
        state = self.state_of(day)
        if state is DayState.PARTIAL:
            return float(self.entries[day].amount or 0) / float(self.target_of(day).limit)
        return 1.0 if state is DayState.DONE else 0.0

    def _reached(self, target: DayTarget, day: date, entry: DayEntry | None) -> DayState:
        if entry is None:
            return DayState.OPEN if day > self.settled else DayState.MISSED
        if entry.amount is None or target.amount is None or entry.amount >= target.amount:
            return DayState.DONE
        return DayState.PARTIAL

    def _kept_low(self, target: DayTarget, day: date, entry: DayEntry | None) -> DayState:
        amount = 0 if entry is None else 1 if entry.amount is None else entry.amount
        if amount > target.limit:
            return DayState.MISSED  # at once: what is over the limit cannot be undone by waiting
        return DayState.OPEN if day > self.settled else DayState.DONE

    def _is_away(self, day: date) -> bool:
        return any(days.first <= day <= days.last for days in self.away)


def _is_over(state: DayState, entry: DayEntry | None) -> bool:
    """Whether it was missed by doing too much, which is so on a holiday, too."""
    return state is DayState.MISSED and entry is not None
