"""When a goal will be reached at the person's own pace: a range, by a double bootstrap of daily gains.

A trend line through the cumulative xp is no forecast: many days are zero, and the error of a sum grows with
time, so that an interval around the line is far too narrow. Here each of many paths first draws a history of
its own from the days that were (how well the pace is known), then draws its future from that history day by
day (how uneven days are), until the goal is reached.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.goals.pace.gains import MOST_DAYS

FEWEST_DAYS = 3
"""With fewer whole days there is no forecast."""
HORIZON = 5 * 365 + 1
"""Beyond so many days a date says nothing: "more than 5 years"."""

_PATHS = 1_000
_DRAWN_DAYS = 60
_STANDSTILL = 1e-100  # a pace that arrives nowhere; squares of its inverse are still numbers

_Floats = NDArray[np.float64]


class Eta(NamedTuple):
    """The days by which the goal is reached with 10, 50 and 90 %; None is beyond the horizon."""

    early: date | None
    middle: date | None
    late: date | None


@dataclass(frozen=True, slots=True)
class Forecast:
    per_day: float
    """The own pace: what a day brought on average."""
    days: int
    """How many days that is the average of."""
    arrivals: tuple[float, ...] = field(repr=False)
    """For each path the day it arrives on, in order; today is 1, and never is infinity."""

    def eta(self, today: date) -> Eta:
        return Eta(*(_date(self._quantile(share), today) for share in (0.1, 0.5, 0.9)))

    def chance(self, due: date, today: date) -> float:
        """How many of the paths arrive by the end of a day."""
        days = (due - today).days + 1
        return sum(arrival <= days for arrival in self.arrivals) / len(self.arrivals)

    def _quantile(self, share: float) -> float:
        return self.arrivals[math.ceil(share * len(self.arrivals)) - 1]


def forecast(
    rates: Sequence[float], remaining: float, seed: int, left_of_today: float = 1.0, paths: int = _PATHS
) -> Forecast | None:
    """What the gains of whole days promise for what remains, or None while there are too few of them."""
    recent = np.asarray(rates[-MOST_DAYS:], dtype=np.float64)
    if len(recent) < FEWEST_DAYS:
        return None
    arrivals = _arrivals(recent, remaining, np.random.default_rng(seed), left_of_today, paths)
    within = np.where(arrivals <= HORIZON, arrivals, np.inf)
    return Forecast(float(recent.mean()), len(recent), tuple(np.sort(within).tolist()))


def seed_of(goal_id: str) -> int:
    """The same for the same goal, so that a forecast changes only when the numbers do."""
    return int.from_bytes(blake2b(goal_id.encode(), digest_size=8).digest())


def _arrivals(
    rates: _Floats, remaining: float, rng: np.random.Generator, left_of_today: float, paths: int
) -> _Floats:
    # One day less than there are makes the variance of their mean the unbiased one.
    n = len(rates) - 1
    histories = rates.take(rng.integers(0, len(rates), (paths, n), dtype=np.uint16))
    rows = np.arange(paths)[:, np.newaxis] * n
    drawn = histories.ravel().take(rows + rng.integers(0, n, (paths, _DRAWN_DAYS), dtype=np.uint16))
    drawn[:, 0] *= left_of_today
    sums = drawn.cumsum(axis=1)
    before = np.maximum.accumulate(sums, axis=1) < remaining
    far = _DRAWN_DAYS + _later(histories, remaining - sums[:, -1], rng)
    return np.where(before[:, -1], far, 1.0 + before.sum(axis=1))


def _later(histories: _Floats, left: _Floats, rng: np.random.Generator) -> _Floats:
    """After many days the sum of a path is as good as normal: mean * t + z * deviation * sqrt(t) = left.

    Solved for sqrt(t), with one z for each path; drawing the days would take ten times as long.
    """
    mean = histories.mean(axis=1)
    variance = np.maximum(np.einsum("ij,ij->i", histories, histories) / histories.shape[1] - mean**2, 0.0)
    spread = rng.standard_normal(len(left)) * np.sqrt(variance)
    moves = mean > _STANDSTILL
    pace = np.where(moves, mean, 1.0)
    root = (-spread + np.sqrt(spread**2 + 4 * pace * np.maximum(left, 0.0))) / (2 * pace)
    # A whole number of days stays one, whatever the last bit of the root says.
    return np.where(moves, np.ceil(root**2 * (1 - 1e-9)), np.inf)


def _date(days: float, today: date) -> date | None:
    return today + timedelta(days=int(days) - 1) if math.isfinite(days) else None
