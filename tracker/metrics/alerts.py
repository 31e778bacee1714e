"""Bounds of a metric, watched day by day: when an episode beyond them begins and ends.

It follows from the days alone, so that one which changes afterwards is judged anew. What was told stays told.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from statistics import fmean, median
from typing import NamedTuple

from tracker.analysis.thresholds import Alert, AlertEvent, Bounds, Side, after
from tracker.readings import Number
from tracker.store.entity import StoredValue

JUDGED, READ = 60, 120
"""So many of the newest days with a log are judged; those before them say how much days differ."""
SPREAD_DAYS = timedelta(days=60)
FEWEST = 5
"""Fewer days say nothing of how much they differ."""
_MAD_TO_SD, _MEAN_TO_SD = 1.4826, 1.2533


class DayValue(NamedTuple):
    day: date
    value: Number


class MetricAlert(StoredValue, frozen=True):
    """Where a metric is between its bounds, as far as its days say."""

    side: Side = Side.INSIDE
    since: date | None = None
    """The day that made it so."""
    flapping: bool = False


def deviation(values: Sequence[float]) -> float:
    """How much days differ, whatever a few wild ones say; 0 where too few are known."""
    if len(values) < FEWEST:
        return 0.0
    middle = median(values)
    apart = [abs(value - middle) for value in values]
    return median(apart) * _MAD_TO_SD or fmean(apart) * _MEAN_TO_SD


def alert_of(days: Sequence[DayValue], bounds: Bounds, known: MetricAlert | None = None) -> MetricAlert:
    """After all these days, of which the last ones are judged in their order.

    `known` is what was found before: an episode that began before all of them goes on.
    """
    if bounds.low is None and bounds.high is None:
        return MetricAlert()
    first = max(len(days) - JUDGED, 0)
    begun = known is not None and known.since is not None and bool(days) and known.since < days[first].day
    side, since = (known.side, known.since) if known is not None and begun and first else (Side.INSIDE, None)
    alert, floats = Alert(side=side), [float(one.value) for one in days]
    oldest = 0
    for place in range(first, len(days)):
        now = days[place]
        while now.day - days[oldest].day > SPREAD_DAYS:
            oldest += 1
        alert, _ = after(alert, now.value, bounds, deviation(floats[oldest:place]))
        if alert.side is not side:
            side, since = alert.side, None if alert.side is Side.INSIDE else now.day
    return MetricAlert(side=side, since=since, flapping=alert.flapping)


def to_tell(before: MetricAlert | None, now: MetricAlert) -> AlertEvent | None:
    """What has become different, as far as it is told: the begin of an episode, or that it keeps changing.

    What comes to rest beyond its bound after that is an episode that nobody was told of.
    """
    known = before or MetricAlert()
    if now.flapping:
        return None if known.flapping else AlertEvent.FLAPPING
    if now.side is not Side.INSIDE and (known.flapping or now.side is not known.side):
        return AlertEvent.FIRED
    return None


def is_judged(value: Number, bounds: Bounds, *, adds_up: bool, is_over: bool) -> bool:
    """What adds up is not known before the day is over; but it may be too much already."""
    return not adds_up or is_over or bounds.beyond(value)[0] is Side.HIGH
