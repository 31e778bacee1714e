"""Simulated days of people, in which there is nothing to be found, or exactly one thing."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Random: TypeAlias = np.random.Generator
Make: TypeAlias = Callable[[Random, int], Floats]


def alike(random: Random, days: int, phi: float) -> Floats:
    """Each day is so much like the one before; deviation 1."""
    steps = random.standard_normal(days) * np.sqrt(1 - phi * phi)
    values = np.empty(days)
    last = random.standard_normal()
    for day in range(days):
        last = phi * last + steps[day]
        values[day] = last
    return values


def walk(random: Random, days: int) -> Floats:
    return np.cumsum(random.standard_normal(days) * 0.15) + random.standard_normal(days) * 0.5


def halves(random: Random, days: int) -> Floats:
    return np.where(random.random(days) < 0.5, 0.0, random.gamma(2, 2, days))


def mood(random: Random, days: int) -> Floats:
    return np.digitize(alike(random, days, 0.5), [-0.7, 0.7]).astype(np.float64)


def habit(random: Random, days: int) -> Floats:
    return (alike(random, days, 0.7) > random.uniform(-0.8, 0.8)).astype(np.float64)


NOISE: Mapping[str, Make] = {
    "alike .3": lambda random, days: alike(random, days, 0.3),
    "alike .6": lambda random, days: alike(random, days, 0.6),
    "even": lambda random, days: random.standard_normal(days),
    "heavy tails": lambda random, days: random.standard_t(3, days),
    "long tail": lambda random, days: np.exp(0.6 * alike(random, days, 0.4)),
    "half zeros": halves,
    "mood": mood,
    "habit": habit,
}
EASY: Mapping[str, Make] = {**{k: v for k, v in NOISE.items() if k != "even"}, "walk": walk}
HARD: Mapping[str, Make] = {
    "walk": walk,
    "walk 2": walk,
    "line up": lambda random, days: random.standard_normal(days) + _line(days),
    "line down": lambda random, days: random.standard_normal(days) - _line(days),
    "shift": lambda random, days: random.standard_normal(days) + _shift(random, days),
    "shift 2": lambda random, days: random.standard_normal(days) + _shift(random, days),
    "alike .8": lambda random, days: alike(random, days, 0.8),
    "alike .8, 2": lambda random, days: alike(random, days, 0.8),
}


def _line(days: int) -> Floats:
    """3 deviations in half a year, which is what is looked at."""
    return np.arange(days) * 3 / 180


def _shift(random: Random, days: int) -> Floats:
    """From some day on all is 1.5 deviations higher."""
    return 1.5 * (np.arange(days) > random.integers(days // 4, 3 * days // 4))


def person(
    random: Random, kinds: Mapping[str, Make], days: int, *, weekends: bool = False
) -> dict[str, Floats]:
    """One number of each kind, with days that are missing; some of them differ on weekends."""
    made = {name: make(random, days) for name, make in kinds.items()}
    for values in made.values():
        if weekends and random.random() < 0.5:
            values[np.arange(days) % 7 >= 5] += random.uniform(0.5, 1.5) * values.std()
        missing(random, values)
    return made


def missing(random: Random, values: Floats) -> None:
    days = len(values)
    values[random.random(days) < random.choice([0.0, 0.1, 0.3])] = np.nan
    if random.random() < 0.3:
        begin = random.integers(0, days - 9)
        values[begin : begin + random.integers(3, 10)] = np.nan
