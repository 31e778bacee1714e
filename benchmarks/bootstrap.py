"""The forecast that Questlog made before, a double bootstrap of daily gains: the new one is compared with it.

Each of 1,000 paths first draws a history of its own from the days that were (how well the pace is known), and
then draws its future from that history day by day (how uneven days are), until the goal is reached.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

PATHS = 1_000
_DRAWN_DAYS = 60
_STANDSTILL = 1e-100  # a pace that arrives nowhere; squares of its inverse are still numbers

_Floats = NDArray[np.float64]


def arrivals(rates: Sequence[float], remaining: float, seed: int, left_of_today: float) -> _Floats:
    """For each path the day it arrives on, in order; today is 1, and never is infinity."""
    recent, rng = np.asarray(rates, dtype=np.float64), np.random.default_rng(seed)
    return np.sort(_arrivals(recent, remaining, rng, left_of_today))


def _arrivals(rates: _Floats, remaining: float, rng: np.random.Generator, left_of_today: float) -> _Floats:
    # One day less than there are makes the variance of their mean the unbiased one.
    n = len(rates) - 1
    histories = rates.take(rng.integers(0, len(rates), (PATHS, n), dtype=np.uint16))
    rows = np.arange(PATHS)[:, np.newaxis] * n
    drawn = histories.ravel().take(rows + rng.integers(0, n, (PATHS, _DRAWN_DAYS), dtype=np.uint16))
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
