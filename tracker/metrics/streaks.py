"""How long a metric has been good: its good days in a row.

A day without a log does nothing for twice the usual gap between logs, at most a week, and then ends it. What
is usual follows from the logs before the gap, so that a later habit does not judge an earlier one.
"""

from collections.abc import Iterable
from datetime import date
from statistics import median_low
from typing import NamedTuple, Self

from pydantic import BaseModel

from tracker.store.entity import stored_as

MOST_MISSED = 7
REMEMBERED = 15
"""So many gaps say what is usual."""
FEWEST = 3
"""With fewer gaps nothing is usual yet."""


class GoodDay(NamedTuple):
    """A day that has a log, and whether it was a good one."""

    day: date
    good: bool


class Streak(BaseModel, frozen=True):
    """Up to a day that has a log; no later day has one."""

    model_config = stored_as()

    current: int
    day: date
    before: int
    """What it was before that day, which may still change."""
    gaps: tuple[int, ...] = ()
    """Days from one log to the next, the newest last."""

    @classmethod
    def begun(cls, first: GoodDay) -> Self:
        return cls(current=int(first.good), day=first.day, before=0)

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
            return self.model_copy(update={"current": self.before + 1 if new.good else 0})
        carried = self.on(new.day)
        return self.model_copy(
            update={
                "current": carried + 1 if new.good else 0,
                "day": new.day,
                "before": carried,
                "gaps": (*self.gaps, (new.day - self.day).days)[-REMEMBERED:],
            }
        )

    def _missed(self, day: date) -> int:
        return max((day - self.day).days - 1, 0)


def streak_of(days: Iterable[GoodDay]) -> Streak | None:
    """Of days in their order; None where there are none."""
    streak: Streak | None = None
    for one in days:
        streak = Streak.begun(one) if streak is None else streak.with_day(one)
    return streak
