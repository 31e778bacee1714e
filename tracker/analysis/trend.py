"""Whether a number rises or falls: a slope that chance would hardly make, and that matters.

Days that are alike make a plain test see trends in noise (28 % of it, where a day is .6 like the one before);
so the variance is inflated by how alike neighbours are. A label is entered with little doubt and left with
much, so that it does not flicker.
"""

from typing import NamedTuple

import numpy as np

from tracker.analysis.series import DailySeries, Ints
from tracker.analysis.statistics import Floats, autocorrelation, mann_kendall, spread, theil_sen
from tracker.analysis.way import FEWEST, WINDOW, Way

ENTER, LEAVE = 0.01, 0.2
_MOST_ALIKE = 0.9
_WEEKDAYS_FROM = 28
"""Three values of a weekday say nothing of it: their median would take most of a trend away."""


class Slope(NamedTuple):
    per_day: float
    p: float
    matters: bool
    """Whether what it makes of the window is more than what days differ by anyhow."""
    known: int
    """How many days it follows from."""

    @property
    def way(self) -> Way:
        return Way.RISING if self.per_day > 0 else Way.FALLING


def slope_of(series: DailySeries, window: int = WINDOW) -> Slope | None:
    """None while there are too few values."""
    recent = series.newest(window)
    if recent.count < FEWEST:
        return None
    values = recent.values
    if recent.count >= _WEEKDAYS_FROM:
        values = without_weekdays(values, recent.weekdays)
    known = recent.known
    times, some = recent.times[known], values[known]
    line = theil_sen(times, some)
    left = values - line.at(recent.times)
    p = mann_kendall(some).p(_inflation(left, recent.count))
    matters = abs(line.slope) * window >= spread(left[known]) and line.slope != 0
    return Slope(line.slope, p, matters, recent.count)


def way_of(slope: Slope | None, before: Way = Way.STABLE, *, enter: float = ENTER) -> Way:
    """The label, given the one that it had."""
    if slope is None:
        return Way.STABLE
    if before is slope.way and slope.p <= LEAVE:
        return before
    return slope.way if slope.p < enter and slope.matters else Way.STABLE


def without_weekdays(values: Floats, weekdays: Ints) -> Floats:
    """Minus the median of its weekday: Sundays are no trend."""
    left = values.copy()
    for day in range(7):
        those = weekdays == day
        if not np.isnan(values[those]).all():
            left[those] -= np.nanmedian(values[those])
    return left


def _inflation(left: Floats, count: int) -> float:
    """By how much the variance is larger because neighbours are alike; their likeness without its bias."""
    alike = (autocorrelation(left) * count + 1) / (count - 4)
    alike = min(max(alike, 0.0), _MOST_ALIKE)
    return (1 + alike) / (1 - alike)
