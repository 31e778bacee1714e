"""What a chart on a page draws beside the days of a metric: its trend, target and limits, and what comes."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time

from bot.charts.metric.values import level as levels
from bot.metrics import requests
from bot.metrics.documents import MetricDetails
from bot.metrics.picture import outlook_of
from bot.metrics.series import series
from bot.series import NumberSeries
from bot.visit import Visit
from bot.web.site.part import Ahead, AheadLine, OverTime
from tracker.readings import Number

LEAST, MOST = "probably at least", "probably at most"
_NOON = time(12)


def limits_of(found: MetricDetails) -> Mapping[str, Number]:
    one = found.metric
    every = {"alert below": one.low, "alert above": one.high}
    return {name: limit for name, limit in every.items() if limit is not None}


def level(found: MetricDetails, over: NumberSeries) -> Sequence[float] | None:
    """None of what adds up: its days are amounts."""
    return None if _adds_up(found) else [value for _, value in levels(_days(over))]


def ahead(here: Visit, found: MetricDetails, over: NumberSeries) -> Ahead | None:
    """The band that its picture has. None where nothing can be said of it."""
    outlook = None if _adds_up(found) else outlook_of(_days(over), here.today)
    if outlook is None:
        return None
    at = datetime.combine(outlook.day, _NOON, here.person.zone)
    lines = (AheadLine(LEAST, (outlook.low,)), AheadLine(MOST, (outlook.high,)))
    return Ahead((at,), lines, (LEAST, MOST))


def _adds_up(found: MetricDetails) -> bool:
    return found.metric.per_day.adds_up


def _days(over: NumberSeries) -> dict[date, Number]:
    return {one.t: one.v for one in over.series if not isinstance(one.t, datetime)}


OVER_TIME = OverTime(
    requests.ShowMetricSeries,
    series,
    lambda found: found.metric.target,
    ahead,
    limits_of,
    level,
    keeps_picture=_adds_up,
)
"""The heat map of a year shows what a line does not."""
