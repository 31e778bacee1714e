"""Whether two numbers go together: few pairs, without trend and weekdays, and held over two weeks.

Two things that both rise go together without anything to do with each other: of eight unrelated numbers, a
test without detrending finds something false in three of four people.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import (
    Floats,
    autocorrelation,
    benjamini_hochberg,
    correlation,
    ranks,
    theil_sen,
    two_sided,
)
from tracker.frozen import frozen

WINDOW, FEWEST_DAYS, FEWEST_PAIRS, FEWEST_OF_A_KIND = 180, 56, 42, 10
LAGS = (0, 1)
"""The driver comes first."""
_Q, _LEAST_RHO = 0.05, 0.3
_MEMORY = 14
"""Days after which nothing is alike any more. Bartlett's formula counts what both remember: a level that
wanders under noise remembers longer than its neighbours show."""
_YES_AND_NO = 2
_LEAST_WORTH = 4
"""So many days that are not alike; with fewer the formula has no meaning."""


class Pair(NamedTuple):
    outcome: str
    driver: str


@frozen
class Together:
    pair: Pair
    lag: int
    rho: float
    p: float
    """For both lags together."""
    count: int


def together(
    outcomes: Mapping[str, DailySeries],
    drivers: Mapping[str, DailySeries],
    *,
    never: Sequence[frozenset[str]] = (),
) -> list[Together]:
    """What goes together, the strongest first. `never` are pairs of which one is made of the other."""
    looked: dict[str, _Level | None] = {name: _levelled(one) for name, one in {**drivers, **outcomes}.items()}
    tried: list[Together] = []
    for outcome in outcomes:
        for driver in drivers:
            one, other = looked[outcome], looked[driver]
            skipped = outcome == driver or (driver in outcomes and driver < outcome)
            if one is None or other is None or skipped or frozenset((outcome, driver)) in never:
                continue
            found = _best(Pair(outcome, driver), one, other)
            if found is not None:
                tried.append(found)
    believed = benjamini_hochberg([one.p for one in tried], _Q) if tried else []
    kept = [one for one, yes in zip(tried, believed, strict=True) if yes and abs(one.rho) >= _LEAST_RHO]
    return sorted(kept, key=lambda one: -abs(one.rho))


class _Level(NamedTuple):
    values: Floats
    """Without trend and weekdays."""
    alike: Floats
    """How alike days are to those one, two, … days before."""


def _levelled(series: DailySeries) -> _Level | None:
    recent = series.newest(WINDOW)
    known = recent.known
    if recent.span < FEWEST_DAYS or recent.count < FEWEST_PAIRS:
        return None
    some = recent.values[known]
    kinds, sizes = np.unique(some, return_counts=True)
    if len(kinds) == 1 or (len(kinds) == _YES_AND_NO and sizes.min() < FEWEST_OF_A_KIND):
        return None
    line = theil_sen(recent.times[known], some)
    left = recent.values - line.at(recent.times)
    for day in range(7):
        those = recent.weekdays == day
        if not np.isnan(left[those]).all():
            left[those] -= np.nanmean(left[those])
    return _Level(left, np.array([autocorrelation(left, lag) for lag in range(1, _MEMORY + 1)]))


def _best(pair: Pair, outcome: _Level, driver: _Level) -> Together | None:
    looks = [_at(pair, lag, outcome, driver) for lag in LAGS]
    there = [one for one in looks if one is not None]
    return min(there, key=lambda one: one.p, default=None)


def _at(pair: Pair, lag: int, outcome: _Level, driver: _Level) -> Together | None:
    """What the driver was so many days before, and the outcome then."""
    size = min(len(outcome.values), len(driver.values))
    after = outcome.values[-size:][lag:]
    before = driver.values[-size:][: size - lag]
    both = ~(np.isnan(after) | np.isnan(before))
    count = int(both.sum())
    if count < FEWEST_PAIRS:
        return None
    rho = correlation(ranks(after[both]), ranks(before[both]))
    alike = float(np.maximum(outcome.alike * driver.alike, 0.0).sum())
    worth = count / (1 + 2 * alike)
    if worth <= _LEAST_WORTH:
        return None
    bounded = min(max(rho, -0.999999), 0.999999)
    p = two_sided(math.atanh(bounded) * math.sqrt((worth - 3) / 1.06))
    return Together(pair, lag, rho, min(p * len(LAGS), 1.0), count)
