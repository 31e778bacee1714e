"""What an insight says: how many days, how strong, and that it may be chance. Never what made it so.

Names stand before a colon, so that both `weight` and `pushups` read well.
"""

from datetime import timedelta
from decimal import Decimal

from tracker.analysis.anomaly import WINDOW as RECORD_OF
from tracker.analysis.anomaly import Anomaly
from tracker.analysis.correlations import WINDOW as TOGETHER_WINDOW
from tracker.analysis.correlations import Together
from tracker.analysis.pattern import Pattern
from tracker.analysis.prediction import WINDOW as PREDICTION_WINDOW
from tracker.analysis.prediction import Prediction
from tracker.analysis.trend import Slope
from tracker.analysis.way import Way
from tracker.analysis.weekly import TREND_WINDOW
from tracker.insights.numbers import KnownNumber, NumberKind
from tracker.metrics.units import measured
from tracker.readings import Number
from tracker.words import capital, count_of, day_text, every_weekday, on_day, people, weekday, with_own_signs

_CHANCE = "It may be chance."
_NO_CAUSE = "It may be chance, and does not say that one makes the other."
_WEEK = 7
_SMALL = 0.1
_STEPS = "steps"
"""What ratings differ by: one from low to steady, and one from 6 to 7."""


def trend_text(number: KnownNumber, slope: Slope) -> str:
    way = "rising" if slope.way is Way.RISING else "falling"
    a_week = _amount(number, _few_digits(abs(slope.per_day) * _WEEK))
    span = number.series.newest(TREND_WINDOW).span
    known = _known(slope.known, span)
    return f"{capital(number.name)}: {way} by about {a_week} a week ({known}). {_CHANCE}"


def pattern_text(number: KnownNumber, pattern: Pattern) -> str:
    high, low = every_weekday(pattern.high), every_weekday(pattern.low)
    apart, known = _amount(number, _few_digits(pattern.gap)), _known(pattern.count, pattern.span)
    return (
        f"{capital(number.name)}: usually highest on {high} and lowest on {low}, {apart} apart"
        f" ({known}). {_CHANCE}"
    )


def anomaly_text(number: KnownNumber, anomaly: Anomaly) -> str:
    day = number.series.last - timedelta(days=anomaly.ago)
    most = "highest" if anomaly.highest else "lowest"
    span = min(number.series.span - anomaly.ago, RECORD_OF)
    logged = _amount(number, Decimal(str(anomaly.value)))  # as it was typed, with all its digits
    return (
        f"{capital(number.name)}: {logged} {on_day(day, number.today)},"
        f" by far the {most} ({_known(anomaly.count, span)}). If that was mistyped, correct it."
    )


def together_text(outcome: KnownNumber, driver: KnownNumber, found: Together) -> str:
    when = "On days after" if found.lag else "On days with"
    if driver.kind is NumberKind.HABIT:
        first = f"{when} {driver.name} done"
    else:
        first = f"{when} {'more' if driver.adds_up else 'higher'} {driver.name}"
    way = "higher" if found.rho > 0 else "lower"
    span = min(one.series.newest(TOGETHER_WINDOW).span for one in (outcome, driver))
    return (
        f"{first}, {outcome.name} tended to be {way}"
        f" (r {_strength(found.rho)}, {_known(found.count, span)}). {_NO_CAUSE}"
    )


def prediction_text(number: KnownNumber, found: Prediction) -> str:
    until = number.series.last + timedelta(days=found.ahead)
    low, high = people(_few_digits(found.low)), _amount(number, _few_digits(found.high))
    span = number.series.newest(PREDICTION_WINDOW).span
    return (
        f"{capital(number.name)}: probably {low} to {high} on average in the week"
        f" until {weekday(until)} {day_text(until, until)} (right 4 times out of 5 if you go on as before;"
        f" {_known(found.count, span)})."
    )


def _amount(number: KnownNumber, value: Number | float) -> str:
    return measured(value, _STEPS if number.is_rated else number.unit)


def _few_digits(value: float) -> Number | float:
    """What is worked out has two decimals, or two digits where it is smaller than these."""
    return Decimal(f"{value:.2g}") if 0 < abs(value) < _SMALL else value


def _known(values: int, days: int) -> str:
    """What it follows from: `96 values in 120 days`."""
    return f"{count_of(values, 'value')} in {count_of(days, 'day')}"


def _strength(rho: float) -> str:
    return with_own_signs(f"{rho:.2f}".replace("0.", "."))
