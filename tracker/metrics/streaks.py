"""How long a metric has been good: its good days in a row.

A day without a log does nothing for twice the usual gap between logs, at most a week, and then ends it. What
is usual follows from the logs before the gap, so that a later habit does not judge an earlier one.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple, Self

from tracker.store.entity import StoredValue

MOST_MISSED = 7
REMEMBERED = 15
"""So many gaps say what is usual."""
FEWEST = 3
"""With fewer gaps nothing is usual yet."""
RUNS = 5


class GoodDay(NamedTuple):
    """A day that has a log, and whether it was a good one."""

    day: date
    good: bool


class Run(StoredValue, frozen=True):
    """Good days in a row, as long as they lasted."""

    first: date
    count: int


class LogStreak(StoredValue, frozen=True):
    """Up to a day that has a log; no later day has one."""

    current: int
    day: date
    before: int
    """What it was before that day, which may still change."""
    gaps: tuple[int, ...] = ()
    """Days from one log to the next, the newest last."""
    runs: tuple[Run, ...] = ()
    """The last ones, the newest last: a day of one can change without a count of all its days."""

    @classmethod
    def begun(cls, first: GoodDay) -> Self:
        runs = (Run(first=first.day, count=1),) if first.good else ()
        return cls(current=int(first.good), day=first.day, before=0, runs=runs)

    @property
    def most_missed(self) -> int:
        """How many days without a log do nothing."""
        if len(self.gaps) < FEWEST:
            return MOST_MISSED
        return min(2 * median_low(self.gaps), MOST_MISSED)

    def on(self, today: date) -> int:
        """What is left of it when that day has no log yet."""
        return self.current if self._missed(today) <= self.most_missed else 0

    def with_day(self, new: GoodDay) -> Self:
        """With a later day, or with another judgement of the last one."""
        if new.day == self.day:
            carried, gaps, runs = self.before, self.gaps, self._runs_before
        else:
            carried, runs = self.on(new.day), self.runs
            gaps = (*self.gaps, (new.day - self.day).days)[-REMEMBERED:]
        return self.model_copy(
            update={
                "current": carried + 1 if new.good else 0,
                "day": new.day,
                "before": carried,
                "gaps": gaps,
                "runs": _longer(runs, new.day, carried) if new.good else runs,
            }
        )

    def known_from(self, day: date) -> Self:
        """Without the runs that began before."""
        return self.model_copy(update={"runs": tuple(one for one in self.runs if one.first >= day)})

    @property
    def _runs_before(self) -> tuple[Run, ...]:
        """Without the last day."""
        if not self.current or not self.runs:
            return self.runs
        *others, last = self.runs
        return (*others, Run(first=last.first, count=last.count - 1)) if last.count > 1 else tuple(others)

    def _missed(self, day: date) -> int:
        return max((day - self.day).days - 1, 0)


def _longer(runs: tuple[Run, ...], day: date, carried: int) -> tuple[Run, ...]:
    """With a good day more; where the run that it carries on is not known, none of them is."""
    if not carried:
        return (*runs, Run(first=day, count=1))[-RUNS:]
    return (*runs[:-1], Run(first=runs[-1].first, count=runs[-1].count + 1)) if runs else ()


def streak_of(days: Iterable[GoodDay], begun: LogStreak | None = None) -> LogStreak | None:
    """Of days in their order, which carry on what has begun; None where there are none."""
    streak = begun
    for one in days:
        streak = LogStreak.begun(one) if streak is None else streak.with_day(one)
    return streak


def streak_at(streak: LogStreak, days: Sequence[GoodDay], place: int) -> LogStreak | None:
    """As it was on one of its newest days, which are given in their order; None where that is not remembered.

    At least `REMEMBERED` of them lie before the place, and what was `before` is not told.
    """
    here, later = days[place], days[place + 1 :]
    runs = [one for one in streak.runs if one.first <= here.day]
    if here.good:
        if not runs:
            return None
        until = next((one.first for one in streak.runs if one.first > here.day), date.max)
        counted = sum(one.good and one.day < until for one in later)
        runs[-1] = Run(first=runs[-1].first, count=runs[-1].count - counted)
    gaps = tuple((after.day - before.day).days for before, after in pairwise(days[: place + 1]))
    current = runs[-1].count if here.good else 0
    return LogStreak(
        current=current, day=here.day, before=max(current - 1, 0), gaps=gaps[-REMEMBERED:], runs=tuple(runs)
    )
