"""A value that stands out: a record of 60 days, far beyond all others. What made it so, nobody claims."""

import numpy as np

from tracker.analysis.series import DailySeries, Ints
from tracker.analysis.statistics import MAD_TO_SD, Floats, median, spread
from tracker.frozen import frozen

WINDOW, FEWEST = 60, 21
_LEAST_Z = 5.0
_LEAST_GAP = 1.0
"""To the next value, in median deviations."""
_SHRUNK_BY = 4


@frozen
class Anomaly:
    ago: int
    """So many days before the last one."""
    value: float
    highest: bool
    """Else it is the lowest."""
    z: float
    count: int


def anomaly_of(series: DailySeries, newest: int = 7) -> Anomaly | None:
    """The one of the newest days that stands out most from the 60 days until it."""
    days = len(series.values)
    looks = (_judged(series, ago) for ago in range(min(newest, days)))
    return max((one for one in looks if one is not None), key=lambda one: abs(one.z), default=None)


def _judged(series: DailySeries, ago: int) -> Anomaly | None:
    end = len(series.values) - ago
    values, weekdays = series.values[max(end - WINDOW, 0) : end], series.weekdays[max(end - WINDOW, 0) : end]
    known = ~np.isnan(values)
    if not known[-1] or int(known.sum()) < FEWEST:
        return None
    raw, days = values[known], weekdays[known]
    if raw[:-1].min() <= raw[-1] <= raw[:-1].max():  # no record, as nearly always: nothing else is worked out
        return None
    even = _less_by_weekday(_evened(raw), days)
    others, own = even[:-1], float(even[-1])
    deviation = spread(others)
    if deviation <= 0:
        return None
    z = (own - median(others)) / deviation
    highest = z > 0
    gap = own - float(others.max()) if highest else float(others.min()) - own
    beyond = raw[-1] > raw[:-1].max() if highest else raw[-1] < raw[:-1].min()
    if abs(z) <= _LEAST_Z or not beyond or gap < _LEAST_GAP * deviation / MAD_TO_SD:
        return None
    return Anomaly(ago, float(raw[-1]), highest, z, len(raw))


def _evened(values: Floats) -> Floats:
    """Amounts with a long tail upwards are compared by their order of magnitude."""
    low, middle, high = np.quantile(values[:-1], [0.1, 0.5, 0.9])
    long_tail = values.min() >= 0 and high - middle > 2 * (middle - low)
    return np.log1p(values) if long_tail else values


def _less_by_weekday(values: Floats, weekdays: Ints) -> Floats:
    left = values.copy()
    centre = median(values[:-1])
    for day in range(7):
        those = weekdays == day
        before = values[:-1][those[:-1]]
        if len(before):
            shift = median(before) - centre
            left[those] -= shift * len(before) / (len(before) + _SHRUNK_BY)
    return left
