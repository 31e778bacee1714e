"""What an insight says: how many days, how strong, and that it may be chance. Never what made it so."""

from calendar import day_name
from datetime import timedelta

from tracker.analysis.anomaly import Anomaly
from tracker.analysis.correlations import Together
from tracker.analysis.pattern import Pattern
from tracker.analysis.prediction import Prediction
from tracker.analysis.trend import Slope
from tracker.analysis.way import Way
from tracker.analysis.weekly import TREND_WINDOW
from tracker.insights.numbers import KnownNumber, NumberKind
from tracker.words import capital, count_of, day_text, on_day, people, weekday, with_unit

_CHANCE = "It may be chance."
_NO_CAUSE = "It may be chance, and does not say that one makes the other."
_WEEK = 7


def trend_text(number: KnownNumber, slope: Slope) -> str:
    way = "rising" if slope.way is Way.RISING else "falling"
    a_week = _amount(number, abs(slope.per_day) * _WEEK)
    span = number.series.newest(TREND_WINDOW).span
    speed = "" if number.is_rated else f" by about {a_week} a week"
    known = f"{_values(slope.known)} in {count_of(span, 'day')}"
    return f"{capital(number.name)} has been {way}{speed} ({known}). {_CHANCE}"


def pattern_text(number: KnownNumber, pattern: Pattern) -> str:
    apart = "" if number.is_rated else f", {_amount(number, pattern.gap)} apart"
    high, low = day_name[pattern.high], day_name[pattern.low]
    return (
        f"{capital(number.name)} is usually highest on {high}s and lowest on {low}s"
        f"{apart} ({_values(pattern.count)} in {count_of(pattern.span, 'day')}). {_CHANCE}"
    )


def anomaly_text(number: KnownNumber, anomaly: Anomaly) -> str:
    day = number.series.last - timedelta(days=anomaly.ago)
    most = "highest" if anomaly.highest else "lowest"
    return (
        f"{capital(number.name)} was {_amount(number, anomaly.value)} {on_day(day, number.today)}:"
        f" by far the {most} of 60 days ({_values(anomaly.count)}). If that was mistyped, correct it."
    )


def together_text(outcome: KnownNumber, driver: KnownNumber, found: Together) -> str:
    when = "On days after" if found.lag else "On days with"
    if driver.kind is NumberKind.HABIT:
        first = f"{when} {driver.name} done"
    else:
        first = f"{when} {'more' if driver.adds_up else 'higher'} {driver.name}"
    way = "higher" if found.rho > 0 else "lower"
    return (
        f"{first}, {outcome.name} tended to be {way}"
        f" (r {_strength(found.rho)}, {count_of(found.count, 'day')}). {_NO_CAUSE}"
    )


def prediction_text(number: KnownNumber, found: Prediction) -> str:
    until = number.series.last + timedelta(days=found.ahead)
    low, high = (people(round(one, 2)) for one in (found.low, found.high))
    return (
        f"{capital(number.name)} will probably average {low} to {with_unit_of(number, high)} in the week"
        f" until {weekday(until)} {day_text(until, until)} (right 4 times out of 5 if you go on as before;"
        f" {_values(found.count)})."
    )


def with_unit_of(number: KnownNumber, text: str) -> str:
    return f"{text} {number.unit}".rstrip()


def _amount(number: KnownNumber, value: float) -> str:
    return with_unit(float(value), number.unit)


def _values(count: int) -> str:
    return count_of(count, "value")


def _strength(rho: float) -> str:
    return f"{rho:.2f}".replace("0.", ".")
