"""How often insights are false about noise, and how often they find what is there."""

import time
from collections.abc import Callable, Mapping
from datetime import date, timedelta

import numpy as np

from benchmarks.lives import EASY, HARD, NOISE, Floats, Make, Random, alike, person
from benchmarks.measure import Least, Limit, Measured
from tracker.analysis.correlations import together
from tracker.analysis.pattern import pattern_of
from tracker.analysis.prediction import prediction_of
from tracker.analysis.series import DailySeries
from tracker.analysis.thresholds import Bounds
from tracker.analysis.trend import slope_of, way_of
from tracker.analysis.way import Way
from tracker.analysis.weekly import NOTHING_FOUND, TREND_WINDOW, Findings, Numbers, findings
from tracker.metrics.alerts import READ, DayValue, MetricAlert, alert_of, to_tell

PEOPLE, WEEKS, BEFORE = 60, 52, 200
TRIES = 300
LIVES, BOUND = 40, 1.0
"""Of alerts, which are worked out as each log does it."""
LAST = date(2026, 11, 15)


async def insights() -> list[Measured]:
    found: list[Measured] = [
        *_false("noise", NOISE, most=2.0),
        *_false("easy", EASY, weekends=True),
        *_false("hard", HARD, correlations=0.5),
        *_power(),
        *_bands(),
        *_alerts(),
    ]
    for one in found:
        print(one, flush=True)
    return found


def _false(
    name: str,
    kinds: Mapping[str, Make],
    *,
    most: float | None = None,
    correlations: float | None = None,
    weekends: bool = False,
) -> list[Measured]:
    """Percent of the weeks of people in which they hear something new that is not there."""
    heard = {"trend": 0, "pattern": 0, "together": 0, "any": 0}
    began, runs = time.process_time(), 0
    for number in range(PEOPLE):
        random = np.random.default_rng(number)
        days = BEFORE + 7 * WEEKS
        life = person(random, kinds, days, weekends=weekends)
        outcomes = sorted(life)[:2]
        before = NOTHING_FOUND
        for week in range(WEEKS):
            end = BEFORE + 7 * week
            day = LAST + timedelta(weeks=week)
            series = {one: DailySeries(day, values[max(end - 182, 0) : end]) for one, values in life.items()}
            now = findings(Numbers(series, outcomes), before)
            runs += 1
            if week:
                new = _new(now, before)
                for kind, any_ in new.items():
                    heard[kind] += any_
                heard["any"] += any(new.values())
            before = now
    weeks = PEOPLE * (WEEKS - 1) / 100
    each = (time.process_time() - began) * 1000 / runs
    shares = {kind: count / weeks for kind, count in heard.items()}
    print(
        f"{name:<8}"
        + "  ".join(f"{kind} {share:5.2f} %" for kind, share in shares.items())
        + f"  {each:.1f} ms",
        flush=True,
    )
    measured: list[Measured] = []
    if most is not None:
        measured.append(Limit(f"{name}: weeks with something new and false", shares["any"], most, "%"))
        measured.append(Limit(f"{name}: a person's weekly look", each, 50, "ms"))
    if correlations is not None:
        measured.append(
            Limit(f"{name}: weeks with a new false correlation", shares["together"], correlations, "%")
        )
    return measured


def _new(now: Findings, before: Findings) -> dict[str, bool]:
    return {
        "trend": any(before.ways.get(name) is not now.ways[name] for name in now.trends),
        "pattern": bool(set(now.patterns) - set(before.patterns)),
        "together": bool(set(now.together) - set(before.together)),
    }


def _power() -> list[Measured]:
    return [
        Least("finds rho .4 in 180 days", _share(_correlated), 80, "%"),
        Least("finds a trend of 3 deviations in 84 days", _share(_trending), 85, "%"),
        Least("finds a weekend of 1.5 deviations in 126 days", _share(_weekend), 90, "%"),
    ]


def _share(find: Callable[[Random], bool]) -> float:
    return 100 * sum(find(np.random.default_rng(number)) for number in range(TRIES)) / TRIES


def _correlated(random: Random) -> bool:
    driver, rest = alike(random, 180, 0.3), alike(random, 180, 0.3)
    outcome = 0.4 * driver + np.sqrt(1 - 0.16) * rest
    others = {f"other {n}": _series(alike(random, 180, 0.3)) for n in range(6)}
    found = together({"outcome": _series(outcome)}, {"driver": _series(driver), **others})
    return any(one.pair.driver == "driver" for one in found)


def _trending(random: Random) -> bool:
    values = alike(random, 84, 0.3) + np.linspace(-1.5, 1.5, 84)
    return way_of(slope_of(_series(values), TREND_WINDOW)) is Way.RISING


def _weekend(random: Random) -> bool:
    series = _series(alike(random, 126, 0.3))
    series.values[series.weekdays >= 5] += 1.5
    return pattern_of(series) is not None


def _series(values: Floats) -> DailySeries:
    return DailySeries(LAST, values)


def _bands() -> list[Measured]:
    """How often the mean of a week lies in the band that was promised for it."""
    shares: list[float] = []
    for name, make in {**NOISE, **EASY}.items():
        for ahead in (7, 28):
            inside = total = 0
            for number in range(200):
                values = make(np.random.default_rng(number), 90 + ahead)
                band = prediction_of(_series(values[:90]), ahead)
                if band is not None:
                    total += 1
                    inside += band.low <= values[-7:].mean() <= band.high
            shares.append(inside / total)
            print(f"band {name:<12} {ahead:>2} days: {inside / total:.2f}", flush=True)
    return [
        Least("bands cover, the worst", 100 * min(shares), 75, "%"),
        Limit("bands cover, the best", 100 * max(shares), 96, "%"),
    ]


def _alerts() -> list[Measured]:
    """What noise tells in a year, at a bound of one deviation; naive is to tell each way across it."""
    told, naive = list[float](), list[float]()
    for phi in (0.0, 0.3, 0.6):
        lives = [alike(np.random.default_rng(number), 365, phi) for number in range(LIVES)]
        told.append(float(np.mean([_told(values) for values in lives])))
        naive.append(
            float(
                np.mean(
                    [np.sum(np.diff(values > BOUND, prepend=False) & (values > BOUND)) for values in lives]
                )
            )
        )
        print(f"alerts a year, alike {phi}: {told[-1]:.1f}; naive {naive[-1]:.1f}", flush=True)
    return [
        Limit("alerts a year on noise, the most", max(told), 12),
        Least("naive alerts a year on it, the fewest", min(naive), 30),
    ]


def _told(values: Floats) -> int:
    """Messages that a metric sends which is logged every day: also that it keeps crossing its limit."""
    days = [DayValue(LAST + timedelta(days=number), float(value)) for number, value in enumerate(values)]
    alert, told = MetricAlert(), 0
    for end in range(1, len(days) + 1):
        before, alert = alert, alert_of(days[max(end - READ, 0) : end], Bounds(high=BOUND), alert)
        told += to_tell(before, alert) is not None
    return told
