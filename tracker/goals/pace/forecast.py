"""When a goal will be reached at the person's own pace: a range, by what days bring and how uneven they are.

A trend line through the cumulative xp is no forecast: many days are zero, and the error of a sum grows with
time, so that an interval around the line is far too narrow. Here the sum of the days to come is uncertain in
two ways: days are uneven, and the pace is only known from the days that were. The formulas are explained in
docs/goals.md, and `python -m benchmarks forecast` shows how often they are right.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import field
from datetime import date, timedelta
from operator import mul
from typing import NamedTuple, Protocol

from tracker.frozen import frozen
from tracker.goals.pace.gains import MOST_DAYS

FEWEST_DAYS = 3
"""With fewer whole days there is no forecast."""
HORIZON = 5 * 365 + 1
"""Beyond so many days a date says nothing: "more than 5 years"."""

_LATER = range(HORIZON)
"""Days after today."""
_EVEN = 1e-7
"""Days that differ by less than this part are the same: rounding must not make a whole day one more."""
_STANDSTILL = 1e-9
"""Who does less than this part of the way in a day does not arrive."""
_LAGS = 3
"""Each day is compared with so many before it: gains come in bursts."""
_OVERSHOOT = 0.5826
"""By so many deviations of a day a walk in daily steps passes its target on average (Siegmund 1979)."""
_FAR_TAIL = 30
"""From so many deviations on, the exact term is a huge number times a tiny one."""


class Eta(NamedTuple):
    """The days by which the goal is reached with 10, 50 and 90 %; None is beyond the horizon."""

    early: date | None
    middle: date | None
    late: date | None


class Arrival(Protocol):
    """How likely the way is done in a given time."""

    @property
    def way(self) -> float:
        """Its length in days at the own pace; infinity where there is none."""
        ...

    def chance(self, days: float, /) -> float:
        """To be there after so many days from now, which need not be whole ones."""
        ...


@frozen
class Forecast:
    per_day: float
    """The own pace: what a day brought on average."""
    days: int
    """How many days that is the average of."""
    arrival: Arrival = field(repr=False)
    left_of_today: float = field(default=1.0, repr=False)

    def eta(self, today: date) -> Eta:
        middle = self._days(0.5)
        early = bisect_left(_LATER, 0.1, hi=middle, key=self._later)
        late = bisect_left(_LATER, 0.9, lo=middle, key=self._later)
        return Eta(_date(early, today), _date(middle, today), _date(late, today))

    def expected(self, today: date) -> date | None:
        """The likely day, by which the goal is reached with 50 %; None beyond the horizon."""
        return _date(self._days(0.5), today)

    def chance(self, due: date, today: date) -> float:
        """To arrive by the end of a day."""
        days = (due - today).days
        return self.arrival.chance(days + self.left_of_today) if days >= 0 else 0.0

    def _later(self, days: int) -> float:
        return self.arrival.chance(days + self.left_of_today)

    def _days(self, share: float) -> int:
        """After how many days it is as likely: not far from where the own pace alone would lead."""
        if not self.arrival.way < HORIZON:
            return bisect_left(_LATER, share, key=self._later)
        low, high, step = 0, HORIZON, 2
        near = int(self.arrival.way)
        while low < near < high:
            if self._later(near) >= share:
                high, near = near, near - step
            else:
                low, near = near + 1, near + step
            step *= 4
        return bisect_left(_LATER, share, low, high, key=self._later)


def forecast(rates: Sequence[float], remaining: float, left_of_today: float = 1.0) -> Forecast | None:
    """What the gains of whole days promise for what remains, or None while there are too few of them."""
    recent = rates[-MOST_DAYS:]
    if len(recent) < FEWEST_DAYS:
        return None
    mean = math.fsum(recent) / len(recent)
    return Forecast(mean, len(recent), _arrival(recent, mean, remaining), left_of_today)


def _arrival(rates: Sequence[float], mean: float, remaining: float) -> Arrival:
    count, pace, grows = len(rates), mean / remaining, min(rates) >= 0
    if grows and pace < _STANDSTILL:
        return Steady(math.inf)
    apart = [rate - mean for rate in rates]
    squares, rounding = sum(map(mul, apart, apart)), _EVEN * mean
    if squares <= count * rounding * rounding:
        return Steady(1 / pace if pace >= _STANDSTILL else math.inf)
    variance = _together(apart, squares) * squares / (count - 1)
    if not grows:
        return Wandering(pace, count, variance / remaining / remaining)
    uneven = variance / mean / mean
    # Few days that brought something show less of how much they differ than there is.
    return Growing(1 / pace, count, min(uneven * (1 + uneven / count), 2.0 * count))


def _together(apart: Sequence[float], squares: float) -> float:
    """How much more uneven a sum of days is because neighbours are alike: a factor from 1 to about 4.

    Whoever is idle for a week and busy for the next is less predictable than whoever throws a die each day.
    This is the sum of autocorrelations with Bartlett's weights, each without its bias of 1/n. Days that
    alternate make nothing more certain: with so few of them, that is mostly chance.
    """
    count, factor = len(apart), 1.0
    for lag in range(1, min(_LAGS, count - 2) + 1):
        alike = sum(map(mul, apart, apart[lag:])) / squares + 1 / count
        factor += 2 * (1 - lag / (_LAGS + 1)) * alike
    return max(factor, 1.0)


@frozen
class Steady:
    """The same each day."""

    way: float
    """In days; infinity is never."""

    def chance(self, days: float, /) -> float:
        return float(days >= self.way * (1 - _EVEN))


@frozen
class Growing:
    """A number that only grows: sums of days, those known and those to come, have gamma distributions.

    One sum divided by the other then has an F distribution, whose cube root is nearly normal (Paulson 1942);
    the tails are corrected for when little is known (Kelley 1948).
    """

    way: float
    """In days at the own pace."""
    known: int
    """How many days the pace is known from."""
    variance: float
    """Of a day, divided by the square of its mean; at most twice `known`."""

    def chance(self, days: float, /) -> float:
        if days <= 0:
            return 0.0
        was, comes = self.variance / (9 * self.known), self.variance / (9 * days)
        root = (self.way / days) ** (1 / 3)
        if comes > 1:  # beyond this root the approximation would say that a longer way is done sooner
            root = min(root, (1 - was) * comes / ((comes - 1) * was))
        normal = ((1 - comes) - root * (1 - was)) / math.sqrt(root * root * was + comes)
        squared = normal * normal
        return _below(normal * (1 + 0.08 * squared * squared * (4.5 * was) ** 3))


@frozen
class Wandering:
    """A number that may also fall: a random walk until it is first there, whose drift is not known exactly.

    That is an inverse Gaussian distribution, averaged over the drift. The whole way has the length 1.
    """

    pace: float
    """What a day brings on average."""
    known: int
    variance: float
    """Of a day."""

    @property
    def way(self) -> float:
        return 1 / self.pace if self.pace > 0 else math.inf

    def chance(self, days: float, /) -> float:
        if days <= 0:
            return 0.0
        target = 1 + _OVERSHOOT * math.sqrt(self.variance)
        spread = math.sqrt(self.variance * days * (1 + days / self.known))
        there = (self.pace * days - target) / spread
        beyond = (target + (self.pace + 2 * target / self.known) * days) / spread
        if beyond > _FAR_TAIL:
            back = math.exp(-there * there / 2) / (beyond * math.sqrt(2 * math.pi))
        else:
            lean = 2 * target * (self.pace + target / self.known) / self.variance
            back = math.exp(lean) * _below(-beyond)
        return min(_below(there) + back, 1.0)


def _below(normal: float) -> float:
    """How likely a standard normal number is less."""
    return math.erfc(-normal / math.sqrt(2)) / 2


def _date(days: int, today: date) -> date | None:
    """So many days later; None beyond the horizon."""
    return today + timedelta(days=days) if days < HORIZON else None
