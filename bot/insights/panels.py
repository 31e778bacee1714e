"""What is to be seen of an insight: the values behind it. It loads numpy and matplotlib: for who draws."""

from collections.abc import Mapping
from dataclasses import replace
from math import isnan

import numpy as np

from bot.charts.insights_chart import DaysPanel, PairPanel, Panel, WeekdaysPanel
from bot.names import NAME, plain_line
from tracker.analysis.anomaly import anomaly_of
from tracker.analysis.prediction import prediction_of
from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import theil_sen
from tracker.analysis.weekly import TREND_WINDOW
from tracker.insights.model import Insight, InsightType
from tracker.insights.numbers import KnownNumber


def panel_of(insight: Insight, numbers: Mapping[str, KnownNumber]) -> Panel:
    number = numbers[insight.metric]
    title, unit = plain_line(number.name, NAME), number.unit or "value"
    match insight.kind:
        case InsightType.PATTERN:
            return WeekdaysPanel(title, unit, _medians(number.series))
        case InsightType.CORRELATION if insight.other is not None:
            other = numbers[insight.other]
            across = plain_line(other.name, NAME)
            return PairPanel(
                f"{title} and {across}", across, title, _pairs(other.series, number.series, insight.lag)
            )
        case _:
            return _days(insight, number, title, unit)


def _days(insight: Insight, number: KnownNumber, title: str, unit: str) -> Panel:
    """The days that it was found in, with a line, with the one that stands out, or with the week to come."""
    recent = number.series.newest(TREND_WINDOW)
    known = recent.known
    times, values = recent.times[known], recent.values[known]
    days = tuple(len(recent.values) - int(one) for one in times)
    panel = DaysPanel(title, unit, days, tuple(map(float, values)))
    match insight.kind:
        case InsightType.TREND:
            line = theil_sen(times, values)
            return replace(panel, line=(float(line.at(times[0])), float(line.at(times[-1]))))
        case InsightType.ANOMALY:
            found = anomaly_of(number.series)
            return panel if found is None else replace(panel, marked=found.ago + 1)
        case _:
            band = prediction_of(number.series, 7)
            return panel if band is None else replace(panel, band=(band.low, band.high))


def _medians(series: DailySeries) -> tuple[float, ...]:
    return tuple(float(np.nanmedian(series.values[series.weekdays == day])) for day in range(7))


def _pairs(driver: DailySeries, outcome: DailySeries, lag: int) -> tuple[tuple[float, float], ...]:
    before, after = driver.values[: len(driver.values) - lag], outcome.values[lag:]
    both = zip(before, after, strict=True)
    return tuple((float(one), float(other)) for one, other in both if not (isnan(one) or isnan(other)))
