"""Where a number will be: its last week, and how much weeks have changed so far.

A line through the past with the spread around it holds in one case of three only; a person's own changes hold
four times of five as they promise (`python -m benchmarks insights`).
"""

import numpy as np

from tracker.analysis.anomaly import anomaly_of
from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import Floats
from tracker.frozen import frozen

FEWEST, WINDOW = 56, 180
WEEK = 7
_FEWEST_IN_WEEK = 3
_LOW, _HIGH = 0.1, 0.9
_MORE_WEEKS = 18
"""There must be so many more means than days ahead: changes that overlap are few."""


@frozen
class Prediction:
    """The mean of the week that ends so many days from now: between these, four times of five."""

    ahead: int
    low: float
    middle: float
    high: float
    count: int


def prediction_of(series: DailySeries, ahead: int) -> Prediction | None:
    recent = series.newest(WINDOW)
    if recent.span < FEWEST or recent.count < FEWEST // 2:
        return None
    if (
        anomaly_of(recent, WEEK) is not None
    ):  # the week that has it is like no other, and was perhaps mistyped
        return None
    means = weekly_means(recent.values)
    known = ~np.isnan(means)
    count = int(known.sum())
    if count <= ahead + _MORE_WEEKS or not known[-1]:
        return None
    changes = means[ahead:] - means[:-ahead]
    changes = changes[~np.isnan(changes)]
    if not len(changes):
        return None
    wider = min(1.5, 1 + (ahead + 13) / count)
    both = np.concatenate([changes, -changes])
    low, high = (float(one) * wider for one in np.quantile(both, [_LOW, _HIGH]))
    last = float(means[-1])
    least = (
        0.0 if recent.values[recent.known].min() >= 0 else -np.inf
    )  # what was never below nothing will not be
    return Prediction(ahead, max(last + low, least), last, last + high, recent.count)


def weekly_means(values: Floats) -> Floats:
    """Of the seven days that end with each; NaN where less than three are known."""
    known = ~np.isnan(values)
    window = np.ones(WEEK)
    count = np.convolve(known.astype(np.float64), window)[: len(values)]
    sums = np.convolve(np.where(known, values, 0.0), window)[: len(values)]
    means = np.full(len(values), np.nan)
    enough = count >= _FEWEST_IN_WEEK
    enough[: WEEK - 1] = False
    means[enough] = sums[enough] / count[enough]
    return means
