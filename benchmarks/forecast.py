"""How often a forecast is right about simulated players, compared with the bootstrap that it replaced."""

import time
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

import numpy as np

from benchmarks.bootstrap import arrivals
from benchmarks.measure import Limit, Measured
from benchmarks.players import FAMILIES, SHARES, Calibration, Case, Chance, calibration, population
from tracker.goals.pace.forecast import Forecast
from tracker.goals.pace.forecast import forecast as forecast_of

EACH = 1_000
POINTS = 3.0
"""So many points the dates may be off over all players, and be worse than the bootstrap's in one family."""
MICROSECONDS = 200.0
"""For one forecast and its dates. The bootstrap took ten times that."""
TODAY = date(2026, 1, 1)


async def forecast() -> list[Measured]:
    cases = population(EACH)
    print(f"{len(cases):,} players; percent that arrive by the dates of 10, 50 and 90 %")
    ours = [promised(case) for case in cases]
    before = [_bootstrap(case, seed) for seed, case in enumerate(cases)]
    new, old = _compared("all", cases, ours, before)
    found: list[Measured] = [
        Limit(f"all players, by the date of {share:.0%}", abs(covered - 100 * share), POINTS, "points off")
        for covered, share in zip(new.covered, SHARES, strict=True)
    ]
    found.append(Limit("all players, error of the chance / of the bootstrap's", new.error / old.error, 1.0))
    for family in FAMILIES:
        own = [n for n, case in enumerate(cases) if case.family == family]
        new, old = _compared(
            family, [cases[n] for n in own], [ours[n] for n in own], [before[n] for n in own]
        )
        found.append(Limit(f"{family}, worse than the bootstrap by", new.worst - old.worst, POINTS, "points"))
    found.append(Limit("a forecast and its dates", _microseconds(cases), MICROSECONDS, "microseconds"))
    for one in found:
        print(one, flush=True)
    return found


def promised(case: Case) -> Chance:
    """By what Questlog says today."""
    found = _forecast(case)
    return lambda day: found.chance(TODAY + timedelta(days=day - 1), TODAY)


def _forecast(case: Case) -> Forecast:
    found = forecast_of(case.rates, case.remaining, case.left_of_today)
    assert found is not None
    return found


def _bootstrap(case: Case, seed: int) -> Chance:
    days = arrivals(case.rates, case.remaining, seed, case.left_of_today)
    return lambda day: float(np.searchsorted(days, day, side="right")) / len(days)


def _compared(
    name: str, cases: Sequence[Case], ours: Sequence[Chance], before: Sequence[Chance]
) -> tuple[Calibration, Calibration]:
    new, old = calibration(cases, ours), calibration(cases, before)
    print(f"{name:<10} {new}   bootstrap {old}", flush=True)
    return new, old


def _microseconds(cases: Sequence[Case]) -> float:
    """The fastest of some rounds: what another process takes away is not the forecast's."""
    return min(map(partial(_round, cases), range(5)))


def _round(cases: Sequence[Case], _: int) -> float:
    begin = time.perf_counter()
    for case in cases:
        _forecast(case).eta(TODAY)
    return (time.perf_counter() - begin) / len(cases) * 1e6
