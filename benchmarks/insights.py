"""How often insights are false about noise, and how often they find what is there.

All is found as the weekly look finds it: of a person with eight numbers, among whom the doubt is shared, and
what goes together only when it has held for two looks.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta

import numpy as np

from benchmarks.lives import EASY, HARD, NOISE, Floats, Make, Random, alike, person
from benchmarks.measure import Least, Limit, Measured, table
from tracker.analysis.prediction import prediction_of
from tracker.analysis.series import DailySeries
from tracker.analysis.thresholds import Bounds
from tracker.analysis.way import Way
from tracker.analysis.weekly import NOTHING_FOUND, Findings, Numbers, findings
from tracker.insights.look import look_at
from tracker.insights.model import InsightBook
from tracker.insights.numbers import DAYS, MOST_OUTCOMES, KnownNumber, NumberKind
from tracker.metrics.alerts import READ, DayValue, MetricAlert, alert_of, to_tell

PEOPLE, WEEKS, BEFORE = 60, 52, 200
TRIES, FUTURES = 300, 200
OTHERS = 7
"""Numbers that a person keeps beside the one in which something is."""
MOST_MINUTES = 10
LIVES, BOUND = 40, 1.0
"""Of alerts, which are worked out as each log does it."""
LAST = date(2026, 11, 15)
WEEK = timedelta(weeks=1)


async def insights() -> list[Measured]:
    began = time.perf_counter()
    found: list[Measured] = [
        *_false("noise", NOISE, most=2.0),
        *_false("easy", EASY, weekends=True),
        *_false("hard", HARD, correlations=0.5),
        _look(),
        *_power(),
        *_bands(),
        *_alerts(),
    ]
    found.append(Limit("all of this", (time.perf_counter() - began) / 60, MOST_MINUTES, "minutes"))
    print(table(found), flush=True)
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
    for number in range(PEOPLE):
        random = np.random.default_rng(number)
        life = person(random, kinds, BEFORE + 7 * WEEKS, weekends=weekends)
        outcomes = _explained(random, life)
        before = NOTHING_FOUND
        for week in range(WEEKS):
            end = BEFORE + 7 * week
            day = LAST + week * WEEK
            series = {one: DailySeries(day, values[end - DAYS : end]) for one, values in life.items()}
            now = findings(Numbers(series, outcomes), before)
            new = _new(now, before)
            for kind, any_ in new.items():
                heard[kind] += any_
            heard["any"] += any(new.values())
            before = now
    weeks = PEOPLE * WEEKS / 100
    shares = {kind: count / weeks for kind, count in heard.items()}
    print(f"{name:<8}" + "  ".join(f"{kind} {share:5.2f} %" for kind, share in shares.items()), flush=True)
    measured: list[Measured] = []
    if most is not None:
        measured.append(Limit(f"{name}: weeks with something new and false", shares["any"], most, "%"))
    if correlations is not None:
        measured.append(
            Limit(f"{name}: weeks with a new false correlation", shares["together"], correlations, "%")
        )
    return measured


def _explained(random: Random, names: Iterable[str]) -> list[str]:
    """Which numbers a person wants to understand: any two, or the easiest ones would always be these."""
    return [str(name) for name in random.choice([*names], MOST_OUTCOMES, replace=False)]


def _look() -> Limit:
    """All that the service works out for a person: what holds, what comes, and how that is said."""
    spent = list[float]()
    now = datetime.combine(LAST, datetime.min.time(), UTC)
    for number in range(PEOPLE):
        random = np.random.default_rng(number)
        life = person(random, NOISE, DAYS)
        outcomes = _explained(random, life)
        known = [
            KnownNumber(name, name, "kg", NumberKind.METRIC, _series(values), is_outcome=name in outcomes)
            for name, values in life.items()
        ]
        began = time.process_time()
        look_at(known, InsightBook(), LAST + timedelta(days=1), now)
        spent.append((time.process_time() - began) * 1000)
    return Limit("a person's weekly look", statistics.mean(spent), 50, "ms")


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
    life = {"it": 0.4 * driver + np.sqrt(1 - 0.16) * rest, "driver": driver}
    life |= {f"other {n}": alike(random, 180, 0.3) for n in range(OTHERS - 1)}
    a_week_ago = {name: DailySeries(LAST - WEEK, values[:-7]) for name, values in life.items()}
    before = findings(Numbers(a_week_ago, ["it"]))
    now = findings(Numbers({name: _series(values) for name, values in life.items()}, ["it"]), before)
    return any(pair.driver == "driver" for pair in now.together)


def _trending(random: Random) -> bool:
    values = alike(random, 84, 0.3) + np.linspace(-1.5, 1.5, 84)
    return _found(random, _series(values)).ways["it"] is Way.RISING


def _weekend(random: Random) -> bool:
    series = _series(alike(random, 126, 0.3))
    series.values[series.weekdays >= 5] += 1.5
    return "it" in _found(random, series).patterns


def _found(random: Random, it: DailySeries) -> Findings:
    """Beside other numbers, in which there is nothing."""
    others = {f"other {n}": _series(alike(random, len(it.values), 0.3)) for n in range(OTHERS)}
    return findings(Numbers({"it": it, **others}))


def _series(values: Floats) -> DailySeries:
    return DailySeries(LAST, values)


def _bands() -> list[Measured]:
    """How often the mean of a week lies in the band that was promised for it."""
    shares: list[float] = []
    for name, make in {**NOISE, **EASY}.items():
        for ahead in (7, 28):
            inside = total = 0
            for number in range(FUTURES):
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
