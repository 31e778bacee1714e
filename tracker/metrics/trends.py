"""Where a metric goes, seen from what is wanted of it. It loads numpy, which few commands need."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from statistics import median
from typing import NamedTuple

from tracker.analysis.series import DailySeries
from tracker.analysis.trend import slope_of, way_of
from tracker.analysis.way import WINDOW, Way
from tracker.metrics.model import Direction, Metric, Trend
from tracker.readings import Number
from tracker.store.conditions import EXISTS
from tracker.store.entity import change
from tracker.store.table import Update

_LEVEL = 7
"""So many of its values say where it is, and so many of the oldest ones where it was."""


class Trending(NamedTuple):
    trend: Trend | None
    """None while there is too little to say."""
    way: Way

    def change_of(self, metric: Metric) -> Update | None:
        """None where the metric says so already. No log moves with it, so nobody who logs is disturbed."""
        if (metric.cached_trend, metric.cached_way or Way.STABLE) == self:
            return None
        fields = {"cached_trend": self.trend, "cached_way": self.way}
        return change(Metric, metric.key, fields, when=EXISTS)


def last_whole_day(metric: Metric, today: date) -> date:
    """What adds up is not known before the day is over."""
    return today - timedelta(days=1) if metric.aggregation.adds_up else today


def trending(metric: Metric, days: Mapping[date, Number], today: date) -> Trending:
    last = last_whole_day(metric, today)
    values = {day: float(value) for day, value in days.items() if day <= last}
    return trending_in(metric, DailySeries.of(values, last, WINDOW))


def trending_in(metric: Metric, series: DailySeries) -> Trending:
    """It keeps the label that it has until there is much doubt."""
    slope = slope_of(series)
    if slope is None:
        return Trending(None, Way.STABLE)
    way = way_of(slope, metric.cached_way or Way.STABLE)
    recent = series.newest(WINDOW)
    return Trending(_seen(metric, way, recent.values[recent.known].tolist()), way)


def _seen(metric: Metric, way: Way, values: Sequence[float]) -> Trend:
    if way is Way.STABLE:
        return Trend.STABLE
    return Trend.IMPROVING if _is_wanted(metric, way, values) else Trend.DECLINING


def _is_wanted(metric: Metric, way: Way, values: Sequence[float]) -> bool:
    match metric.direction:
        case Direction.HIGHER:
            return way is Way.RISING
        case Direction.LOWER:
            return way is Way.FALLING
        case Direction.TARGET:
            target = float(metric.target_value or 0)
            was, now = (abs(median(some) - target) for some in (values[:_LEVEL], values[-_LEVEL:]))
            return now < was
