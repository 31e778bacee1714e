"""Points for what is done: whole numbers, more for a long streak, less for more than a day's worth."""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple, Self

from tracker.frozen import frozen
from tracker.settings import HabitSettings

LEVEL_STEP = 100
"""Level n begins at (n - 1) squared times this: each takes a little longer than the one before."""
_MOST_CAPS = 60
"""More than anybody reaches on a day."""


class StreakBonus(NamedTuple):
    """From this streak on, so many percent of the base."""

    streak: int
    percent: int


@frozen
class Scale:
    base: int = 10
    steps: Sequence[StreakBonus] = (
        StreakBonus(3, 110),
        StreakBonus(7, 125),
        StreakBonus(14, 150),
        StreakBonus(30, 175),
        StreakBonus(60, 200),
        StreakBonus(100, 250),
        StreakBonus(365, 300),
    )
    daily_cap: int = 150
    """What a day gives in full; what goes beyond it is halved, beyond twice as much quartered, and so on."""

    @classmethod
    def of(cls, settings: HabitSettings) -> Self:
        steps = tuple(StreakBonus(*one) for one in sorted(settings.streak_percent.items()))
        return cls(settings.base_points, steps, settings.daily_cap)

    def award(self, streak: int, given_today: int) -> int:
        """For a habit, at this streak, on a day that has given so much already. Never nothing."""
        percent = max((step.percent for step in self.steps if step.streak <= streak), default=100)
        return max(self.given(self.base * percent // 100, given_today), 1)

    def given(self, worth: int, given_today: int) -> int:
        """What is given for so much, on a day that has given so much already.

        Each point beyond the cap costs two, beyond twice the cap four, and so on. The sum decides, not the
        parts: one large award and several small ones give the same.
        """
        if not self.daily_cap:
            return worth
        before = max(given_today, 0)
        return self._bought(self._price(before) + worth) - before

    def _price(self, points: int) -> int:
        """What so many points of one day cost: the cap for the first cap of them, twice that for the next."""
        caps, rest = divmod(points, self.daily_cap)
        caps = min(caps, _MOST_CAPS)
        return self.daily_cap * (2**caps - 1) + rest * 2**caps

    def _bought(self, price: int) -> int:
        """The other way round, rounded down."""
        caps = min((price // self.daily_cap + 1).bit_length() - 1, _MOST_CAPS)
        return self.daily_cap * caps + (price - self.daily_cap * (2**caps - 1)) // 2**caps


def level_of(points: int) -> int:
    """From 1 on."""
    return isqrt(max(points, 0) // LEVEL_STEP) + 1


def level_begins(level: int) -> int:
    return LEVEL_STEP * (level - 1) ** 2
