"""Points for what is done: whole numbers, more for a long streak, less for more than a day's worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple, Self

from tracker.settings import HabitSettings

LEVEL_STEP = 100
"""Level n begins at (n - 1) squared times this: each takes a little longer than the one before."""


class StreakBonus(NamedTuple):
    """From this streak on, so many percent of the base."""

    streak: int
    percent: int


@dataclass(frozen=True, slots=True)
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
    """What a day gives in full; after that an award is halved, after as much again quartered, and so on."""

    @classmethod
    def of(cls, settings: HabitSettings) -> Self:
        steps = tuple(StreakBonus(*one) for one in sorted(settings.streak_percent.items()))
        return cls(settings.base_points, steps, settings.daily_cap)

    def award(self, streak: int, given_today: int) -> int:
        """For doing it, at this streak, on a day that has given so much already. Never nothing."""
        percent = max((step.percent for step in self.steps if step.streak <= streak), default=100)
        full = self.base * percent // 100
        over = max(given_today, 0) // self.daily_cap if self.daily_cap else 0
        return max(full >> min(over, 30), 1)


def level_of(points: int) -> int:
    """From 1 on."""
    return isqrt(max(points, 0) // LEVEL_STEP) + 1


def level_begins(level: int) -> int:
    return LEVEL_STEP * (level - 1) ** 2
