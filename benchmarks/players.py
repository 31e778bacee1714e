"""Simulated players of many kinds, and how often a forecast is right about them."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from tracker.goals.pace.forecast import FEWEST_DAYS, HORIZON, MOST_DAYS

SHARES = (0.1, 0.5, 0.9)
NEAREST, FARTHEST = 1, 400
"""How many days the way takes on average."""

Chance: TypeAlias = Callable[[int], float]
"""To arrive by the end of a day; today is 1."""


class Player(NamedTuple):
    mean: float
    """What a day brings in the long run."""
    days: Iterator[float]
    """What one day after another brings."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a player when somebody asks, and what comes of it."""

    family: str
    rates: tuple[float, ...]
    remaining: float
    left_of_today: float
    arrival: float
    """The day of the arrival; today is 1, and beyond the horizon is infinity."""
    due: int
    """A day to be there by, somewhere around that of the average player."""


def casual(rng: random.Random) -> Player:
    return _sometimes(rng, rng.uniform(0.25, 0.8))


def rare(rng: random.Random) -> Player:
    """Nearly always idle."""
    return _sometimes(rng, rng.uniform(0.8, 0.95))


def steady(rng: random.Random) -> Player:
    mean, uneven = rng.uniform(1e3, 1e5), rng.uniform(0.05, 0.4)
    return Player(mean, _each(lambda: max(rng.gauss(mean, uneven * mean), 0.0)))


def weekend(rng: random.Random) -> Player:
    """On two days of seven."""
    shape, scale, first = rng.uniform(1, 4), rng.uniform(1e3, 1e5), rng.randrange(7)

    def days() -> Iterator[float]:
        day = first
        while True:
            yield rng.gammavariate(shape, scale) if day % 7 >= 5 else 0.0
            day += 1

    return Player(2 / 7 * shape * scale, days())


def heavy(rng: random.Random) -> Player:
    """A few days bring more than all others."""
    idle, middle, width = rng.uniform(0, 0.3), rng.uniform(7, 9), rng.uniform(1, 1.6)
    mean = (1 - idle) * math.exp(middle + width**2 / 2)
    return Player(mean, _each(lambda: 0.0 if rng.random() < idle else rng.lognormvariate(middle, width)))


def bursts(rng: random.Random) -> Player:
    """Busy for some days, then idle for some."""
    busy, idle = rng.uniform(2, 6), rng.uniform(2, 10)
    shape, scale = rng.uniform(1, 3), rng.uniform(1e3, 1e5)

    def days() -> Iterator[float]:
        now = rng.random() < busy / (busy + idle)
        while True:
            yield rng.gammavariate(shape, scale) if now else 0.0
            now = rng.random() >= 1 / busy if now else rng.random() < 1 / idle

    return Player(busy / (busy + idle) * shape * scale, days())


def counts(rng: random.Random) -> Player:
    """Small whole numbers: kills, commits."""
    mean = rng.uniform(0.3, 4)

    def day() -> float:
        count, product = 0, rng.random()
        while product > math.exp(-mean):
            count, product = count + 1, product * rng.random()
        return float(count)

    return Player(mean, _each(day))


def wandering(rng: random.Random) -> Player:
    """Up and down: a rank, a rating, a weight."""
    mean = rng.uniform(1, 50)
    width = mean * rng.uniform(1, 5)
    return Player(mean, _each(lambda: rng.gauss(mean, width)))


FAMILIES: dict[str, Callable[[random.Random], Player]] = {
    one.__name__: one for one in (casual, rare, steady, weekend, heavy, bursts, counts, wandering)
}


def population(each: int, seed: int = 1) -> list[Case]:
    """So many of each family, with 3 to 42 days of history and ways of all lengths.

    Whoever did nothing at all is left out: nobody is told a date then.
    """
    rng = random.Random(seed)  # noqa: S311 - a simulation
    return [case for name in FAMILIES for case in islice(_cases(name, rng), each)]


def _cases(family: str, rng: random.Random) -> Iterator[Case]:
    while True:
        player, left = FAMILIES[family](rng), rng.random()
        rates = tuple(islice(player.days, rng.randint(FEWEST_DAYS, MOST_DAYS)))
        days = math.exp(rng.uniform(math.log(NEAREST), math.log(FARTHEST)))
        remaining, due = days * player.mean, max(1, round(days * math.exp(rng.gauss(0, 0.4))))
        if any(rates):
            yield Case(family, rates, remaining, left, _arrival(player, remaining, left), due)


def _arrival(player: Player, remaining: float, left_of_today: float) -> float:
    done, part = 0.0, left_of_today
    for day, gain in zip(range(1, HORIZON + 1), player.days, strict=False):
        done, part = done + part * gain, 1.0
        if done >= remaining:
            return day
    return math.inf


def _sometimes(rng: random.Random, idle: float) -> Player:
    shape, scale = rng.uniform(0.5, 2), rng.uniform(1e3, 1e5)
    return Player(
        (1 - idle) * shape * scale,
        _each(lambda: 0.0 if rng.random() < idle else rng.gammavariate(shape, scale)),
    )


def _each(day: Callable[[], float]) -> Iterator[float]:
    while True:
        yield day()


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often a forecast was right, for many players."""

    covered: tuple[float, ...]
    """How many arrived by the dates of 10, 50 and 90 %, in percent: as many, where it is honest."""
    error: float
    """The mean square error of the chance to be in time (Brier's score): smaller is sharper."""

    @property
    def worst(self) -> float:
        """How many points the dates are off at most."""
        return max(abs(found - 100 * share) for found, share in zip(self.covered, SHARES, strict=True))

    def __str__(self) -> str:
        covered = " ".join(f"{found:5.1f}" for found in self.covered)
        return f"{covered}  error {self.error:.4f}"


def calibration(cases: Sequence[Case], chances: Sequence[Chance]) -> Calibration:
    found = [
        [_covered(chance, case.arrival, share) for case, chance in zip(cases, chances, strict=True)]
        for share in SHARES
    ]
    errors = [
        (chance(case.due) - (case.arrival <= case.due)) ** 2
        for case, chance in zip(cases, chances, strict=True)
    ]
    covered = tuple(100 * math.fsum(ones) / len(ones) for ones in found)
    return Calibration(covered, math.fsum(errors) / len(errors))


def _covered(chance: Chance, arrival: float, share: float) -> float:
    """Whether the arrival is within a share of all that was thought possible.

    A day is not a point: where it has the chances from 5 to 25 %, a quarter of it is within the first 10 %.
    """
    before = chance(HORIZON) if math.isinf(arrival) else chance(int(arrival) - 1) if arrival > 1 else 0.0
    until = 1.0 if math.isinf(arrival) else chance(int(arrival))
    if until <= before:
        return float(until <= share)
    return min(max((share - before) / (until - before), 0.0), 1.0)
