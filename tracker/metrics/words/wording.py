"""Metrics in words: what one asks for, what a log came to, and the question that it asks."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from tracker.finding import plain
from tracker.metrics.model import Aggregation, Direction, Metric
from tracker.metrics.units import in_unit, measured
from tracker.words import clock_text, near_day, on_day

if TYPE_CHECKING:
    from tracker.metrics.writing import LogOutcome

_PER_DAY = {
    Aggregation.LAST: "the last number of a day counts",
    Aggregation.SUM: "the numbers of a day add up",
    Aggregation.MEAN: "a day is the mean of its numbers",
    Aggregation.MEDIAN: "a day is the median of its numbers",
    Aggregation.MIN: "the lowest number of a day counts",
    Aggregation.MAX: "the highest number of a day counts",
    Aggregation.COUNT: "a day is how often you log it",
}
_BETTER = {
    Direction.HIGHER: "more is better",
    Direction.LOWER: "less is better",
    Direction.TARGET: "near the target is best",
}
_USUAL_VALUES = {
    "kg": "82.4", "lb": "181.5", "hours": "7.5", "minutes": "30", "percent": "18.5", "steps": "8000",
    "kcal": "2100", "bpm": "62", "dollars": "12.50", "euros": "12.50",
}  # fmt: skip
_QUESTIONS = (
    (r"(?:body ?)?weight", "What do you weigh?"),
    (r"slept|sleep", "How long did you sleep?"),
    (r"steps", "How many steps today?"),
    (r"pages", "How many pages today?"),
    (r"mood|energy|motivation|stress|pain", "How is your {} today?"),
    (r"spent|spending|expenses", "How much did you spend today?"),
)


def metric_text(metric: Metric) -> str:
    """`in kg, less is better, target 75 kg, alert above 90 kg; the last number of a day counts`."""
    return f"{', '.join(_parts(metric))}; {_PER_DAY[metric.aggregation]}"


def _parts(metric: Metric) -> Iterator[str]:
    unit = metric.unit_name
    if unit is None:
        yield "no unit yet"
    elif unit != "count" and plain(unit) != plain(metric.name):
        yield in_unit(unit)
    yield _BETTER[metric.direction]
    unit = metric.day_unit
    if metric.target_value is not None:
        near = f" (within {measured(metric.tolerance, unit)})" if metric.tolerance is not None else ""
        yield f"target {measured(metric.target_value, unit)}{near}"
    low, high = metric.threshold_low, metric.threshold_high
    bounds = [
        *([f"below {measured(low, unit)}"] if low is not None else []),
        *([f"above {measured(high, unit)}"] if high is not None else []),
    ]
    if bounds:
        yield f"alert {' or '.join(bounds)}"
    if metric.question is not None:
        yield f"asked at {clock_text(metric.question.at)}"
    if metric.fed_by is not None:
        yield f"logged from {metric.fed_by.title}"


def question_for(name: str) -> str:
    """What is asked where the person does not say it themselves."""
    words = plain(name)
    for form, question in _QUESTIONS:
        if re.search(rf"(?<!\w)(?:{form})(?!\w)", words):
            return question.format(words)
    return f"What is your {words} today?"


def example_of(metric: Metric) -> str:
    """A number as this metric may be logged."""
    if metric.cached_latest is not None:
        return f"{Decimal(metric.cached_latest.value):f}"
    if metric.unit_name is None and re.search(r"(?<!\w)(?:body ?)?weight(?!\w)", plain(metric.name)):
        return "82.4 kg"
    return _USUAL_VALUES.get(metric.unit_name or "", "5")


def logged_text(done: "LogOutcome", today: date, said_as: str | None = None) -> str:
    """`82.4 kg.`, `500 ml, 1,500 ml today so far.`: what was said, and what the day is with it.

    `said_as` is how it was said, where that was in another unit."""
    metric, log, day, value = done.metric, done.log, done.day, done.value
    unit, near = metric.unit_name, near_day(log.day, today)
    said = measured(log.value, unit) + (f" ({said_as})" if said_as else "")
    when = "" if log.day == today else f" {on_day(log.day, today)}"
    if day is None or value is None or day.count == 1:
        return f"{said}{when}."
    whole = measured(value, unit)
    match metric.aggregation:
        case Aggregation.SUM:
            return f"{said}, {whole} {near} so far." if log.day == today else f"{said}, {whole} {near}."
        case Aggregation.COUNT:
            return f"{said}{when}: logged {day.count} times {near}."
        case Aggregation.LAST:
            later = f" A later number of that day counts: {whole}." if value != log.value else ""
            return f"{said}{when}.{later}"
        case kind:
            return f"{said}{when}. The {kind.value} {near} is {whole}."


def change_text(before: Metric, after: Metric, today: date) -> str:
    """`0.6 kg less than on Sunday.`; nothing where there is nothing to compare with."""
    was, now = before.cached_latest, after.cached_latest
    if was is None or now is None or was.day >= now.day or after.aggregation.adds_up:
        return ""
    moved = now.value - was.value
    if not moved:
        return f"The same as {on_day(was.day, today)}."
    way = "more" if moved > 0 else "less"
    return f"{measured(abs(moved), after.unit_name)} {way} than {on_day(was.day, today)}."


def undone_text(done: "LogOutcome", today: date) -> str:
    """What is taken back, and what the day is without it."""
    log, near = done.log, near_day(done.log.day, today)
    gone = measured((done.before or log).value, done.metric.unit_name)
    if done.value is None:
        return f"{gone} taken back, no log {on_day(log.day, today)} any more."
    return f"{gone} taken back, {measured(done.value, done.metric.day_unit)} {near} now."
