"""The few statistics that insights are made of. Each equals scipy's, which is too heavy to ship."""

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

MAD_TO_SD = 1.4826
"""The median distance from the median, of a normal distribution, times this is its deviation."""
MEAN_TO_SD = 1.2533
"""The same for the mean distance."""
_FEWEST_PAIRS = 4


class FittedLine(NamedTuple):
    slope: float
    intercept: float

    def at(self, times: Floats) -> Floats:
        return self.slope * times + self.intercept


def median(values: Floats) -> float:
    """Of what is known. numpy's own first looks at shapes and for NaN, ten times as long as at few values."""
    middle = len(values) // 2
    if len(values) % 2:
        return float(np.partition(values, middle)[middle])
    low, high = np.partition(values, (middle - 1, middle))[middle - 1 : middle + 1].tolist()
    return (low + high) / 2


def theil_sen(times: Floats, values: Floats) -> FittedLine:
    """The line by the median of the slopes between all pairs: a few wild values do not move it."""
    first, second = np.triu_indices(len(values), 1)
    apart = times[second] - times[first]
    slope = median((values[second] - values[first])[apart != 0] / apart[apart != 0])
    return FittedLine(slope, median(values) - slope * median(times))


class MannKendall(NamedTuple):
    """How far values follow their order: the sum of the signs of all pairs, and its variance by chance."""

    rise: int
    variance: float

    def p(self, inflation: float = 1.0) -> float:
        """How often chance does as much. Neighbours that are alike are fewer than they seem: `inflation`."""
        if self.variance <= 0:
            return 1.0
        return two_sided(self.rise / math.sqrt(self.variance * inflation))


def mann_kendall(values: Floats) -> MannKendall:
    count = len(values)
    first, second = np.triu_indices(count, 1)
    rise = int(np.sign(values[second] - values[first]).sum())
    ties = np.unique(values, return_counts=True)[1].astype(np.float64)
    variance = count * (count - 1) * (2 * count + 5) - float((ties * (ties - 1) * (2 * ties + 5)).sum())
    return MannKendall(rise, variance / 18)


def two_sided(z: float) -> float:
    """The chance that a standard normal number is at least so far from zero."""
    return math.erfc(abs(z) / math.sqrt(2))


def ranks(values: Floats) -> Floats:
    """From 1 on; equal values share the mean of theirs."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts).astype(np.float64)
    return (last - (counts - 1) / 2)[which]


def correlation(first: Floats, second: Floats) -> float:
    """Pearson's; 0 where one of them is constant. Of ranks it is Spearman's."""
    one, other = first - first.mean(), second - second.mean()
    size = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / size if size > 0 else 0.0


class KruskalWallis(NamedTuple):
    h: float
    p: float


def kruskal_by_weekday(values: Floats, weekdays: npt.NDArray[np.int64]) -> KruskalWallis:
    """Whether some weekdays rank higher than others. All seven must be there."""
    count, placed = len(values), ranks(values)
    sums, sizes = np.bincount(weekdays, placed, 7), np.bincount(weekdays, minlength=7)
    h = 12 / (count * (count + 1)) * float((sums**2 / sizes).sum()) - 3 * (count + 1)
    ties = np.unique(values, return_counts=True)[1].astype(np.float64)
    alike = 1 - float((ties**3 - ties).sum()) / (count**3 - count)
    if alike <= 0:
        return KruskalWallis(0.0, 1.0)
    half = max(h / alike, 0.0) / 2
    return KruskalWallis(h / alike, math.exp(-half) * (1 + half + half * half / 2))  # chi², 6 degrees


def benjamini_hochberg(ps: Sequence[float], q: float) -> list[bool]:
    """Which of many finds to believe, so that at most the share `q` of those is false."""
    order = sorted(range(len(ps)), key=lambda place: ps[place])
    believed = max(
        (k for k, place in enumerate(order, 1) if ps[place] <= q * k / len(ps)),
        default=0,
    )
    chosen = set(order[:believed])
    return [place in chosen for place in range(len(ps))]


def autocorrelation(values: Floats, lag: int = 1) -> float:
    """How alike days are to those so long before, where both have a value (NaN is none); 0 where few have."""
    known = values - np.nanmean(values)
    before, after = known[:-lag], known[lag:]
    both = ~(np.isnan(before) | np.isnan(after))
    if int(both.sum()) < _FEWEST_PAIRS:
        return 0.0
    size = float(np.nanmean(known**2))
    return float((before[both] * after[both]).mean()) / size if size > 0 else 0.0


def spread(values: Floats) -> float:
    """A standard deviation that a few wild values do not move; 0 where all are the same."""
    apart = np.abs(values - median(values))
    middle = median(apart)
    return MAD_TO_SD * middle if middle > 0 else MEAN_TO_SD * float(apart.mean())
