"""Whether weekdays differ: some are higher than others, more than chance would make them."""

import numpy as np

from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import Floats, kruskal_by_weekday, median, ranks
from tracker.frozen import frozen

SPAN, FEWEST = 84, 42
WINDOW = 182
_WEEK = 7
_AROUND = 10
"""The mean of so many days on either side is taken away: a trend is no weekday."""
_MOST_P = 0.01
_LEAST_GAP = 0.5
"""Between the best and the worst weekday, in quartile ranges."""


@frozen
class Pattern:
    high: int
    """The weekday with the highest median; Monday is 0."""
    low: int
    gap: float
    """Between their medians."""
    p: float
    count: int
    span: int


def pattern_of(series: DailySeries, metrics: int = 1) -> Pattern | None:
    """`metrics` are as many as the person has: each is one more chance to be wrong."""
    recent = series.newest(WINDOW)
    known = recent.known
    if recent.span < SPAN or recent.count < FEWEST or len(set(recent.weekdays[known])) < _WEEK:
        return None
    values, days = (recent.values - _level(recent.values))[known], recent.weekdays[known]
    found = kruskal_by_weekday(ranks(values), days)
    if found.p >= _MOST_P / max(metrics, 1):
        return None
    medians = [median(values[days == day]) for day in range(7)]
    low, high = int(np.argmin(medians)), int(np.argmax(medians))
    gap, quartiles = medians[high] - medians[low], np.quantile(values, [0.25, 0.75])
    if gap < _LEAST_GAP * float(quartiles[1] - quartiles[0]):
        return None
    return Pattern(high, low, gap, found.p, recent.count, recent.span)


def _level(values: Floats) -> Floats:
    """The mean of the days around each."""
    known = ~np.isnan(values)
    window = np.ones(2 * _AROUND + 1)
    sums = np.convolve(np.where(known, values, 0.0), window, "same")
    return sums / np.maximum(np.convolve(known.astype(np.float64), window, "same"), 1)
