"""Which question waits for an answer: it was asked, and its day has no number yet.

It follows from the metric alone: nothing has to be remembered of what was asked.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.days import day_begins
from tracker.metrics.model import Metric, MetricStatus
from tracker.metrics.words.moments import Clock

LONGEST = timedelta(hours=18)
"""After that, a bare number is no answer any more."""
_DAY = timedelta(days=1)


class WaitingQuestion(NamedTuple):
    asked_at: datetime
    day: date
    """The person's day for which it was asked."""
    metric: Metric


def waiting_for(metrics: Iterable[Metric], clock: Clock) -> list[WaitingQuestion]:
    """The last question first."""
    found = [
        WaitingQuestion(asked, day, one)
        for one in metrics
        for day in (clock.today, clock.today - _DAY)
        if (asked := _asked_at(one, day, clock)) is not None
        and one.created_at < asked <= clock.now < asked + LONGEST
        and _is_open(one, day)
    ]
    return sorted(found, reverse=True, key=lambda one: (one.asked_at, one.metric.id))


def _asked_at(metric: Metric, day: date, clock: Clock) -> datetime | None:
    """A time before the day's start comes in the night after it."""
    if metric.question is None or metric.status is not MetricStatus.ACTIVE:
        return None
    at = metric.question.at
    return day_begins(day + _DAY if at < clock.day_start else day, clock.zone, at)


def _is_open(metric: Metric, day: date) -> bool:
    return metric.cached_latest is None or metric.cached_latest.day < day
