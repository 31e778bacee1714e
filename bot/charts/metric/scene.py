"""Where everything of a metric's chart is: days from the left edge, and values.

One value that is a thousand times as large as all others would make a flat line of them: it is marked at the
edge instead, and its number written there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from bot.charts.goal.scene import Dot
from bot.charts.metric.values import MetricChart, level
from bot.charts.scales import TimeScale
from tracker.readings import Number

_DAY = timedelta(days=1)
_LEAST_DAYS = 7
_AHEAD = 0.03
"""Room at the right, as a share of the width."""
_ROOM = 0.12
_FAR = 12.0
"""So many usual distances from the median, a value stands outside."""
_FLATTENS = 4.0
"""And only where it would make the picture so many times as high."""
_NEAR_BOUND = 1.5
"""A threshold is in the picture where it is no farther from the values than so many times their range."""
_LONGEST_GAP = 21
"""Days without a value, over which no line is drawn."""
_FEWEST = 4
_FEW_VALUES = 7
_ZONE = ZoneInfo("UTC")
"""Days of a person have no zone on a chart."""


@dataclass(frozen=True, slots=True)
class MetricChartScene:
    time: TimeScale
    bottom: float
    top: float
    dots: tuple[Dot, ...]
    """Each day's value that is inside the picture."""
    outside: tuple[tuple[Dot, Number], ...]
    """Those that are not, at the edge beyond which they are."""
    level: tuple[tuple[Dot, ...], ...]
    """The trend line, in pieces: none over a long gap. Of a few values it goes through them."""
    target: float | None
    low: float | None
    high: float | None
    """Those that are inside."""
    fan: tuple[Dot, Dot, Dot] | None
    """The outlook: from the end of the trend line to its two ends."""
    now: Dot | None


def scene_of(chart: MetricChart) -> MetricChartScene:
    time = _time_scale(chart)
    inner = without_spikes([float(value) for value in chart.days.values()])
    bottom, top = _limits(chart, inner)
    places = {day: Dot(time(_noon(day)), float(value)) for day, value in chart.days.items()}
    shown = {day: dot for day, dot in places.items() if bottom <= dot.y <= top}
    way = level({day: chart.days[day] for day in shown}) if len(shown) >= _FEW_VALUES else None
    line = {day: shown[day]._replace(y=value) for day, value in way} if way else shown
    pieces = tuple(_pieces(sorted(line.items())))
    last = max(shown, default=None)
    return MetricChartScene(
        time=time,
        bottom=bottom,
        top=top,
        dots=tuple(shown[day] for day in sorted(shown)),
        outside=tuple(
            (Dot(dot.x, top if dot.y > top else bottom), chart.days[day])
            for day, dot in sorted(places.items())
            if day not in shown
        ),
        level=pieces,
        target=_inside(chart.target, bottom, top),
        low=_inside(chart.low, bottom, top),
        high=_inside(chart.high, bottom, top),
        fan=_fan(chart, time, pieces),
        now=None if last is None else shown[last],
    )


def _noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _time_scale(chart: MetricChart) -> TimeScale:
    last = max(chart.today, *(chart.latest or (chart.today,))[:1])
    first = min(chart.first, last - (_LEAST_DAYS - 1) * _DAY)
    if chart.outlook is not None:
        last = max(last, chart.outlook.day)
    begin, end = _midnight(first), _midnight(last + _DAY)
    return TimeScale(begin, end + (end - begin) * _AHEAD, _ZONE)


def without_spikes(values: Sequence[float]) -> list[float]:
    """Without those that stand far outside, where they would make a line of all others."""
    if len(values) < _FEWEST:
        return [*values]
    middle = median(values)
    usual = median(abs(value - middle) for value in values) or median(
        [abs(value - middle) for value in values if value != middle] or [0.0]
    )
    near = [value for value in values if abs(value - middle) <= _FAR * usual]
    whole, part = max(values) - min(values), max(near, default=0.0) - min(near, default=0.0)
    if len(near) < len(values) / 2 or whole <= _FLATTENS * max(part, usual):
        return [*values]
    return near


def _limits(chart: MetricChart, inner: Sequence[float]) -> tuple[float, float]:
    wanted = [*inner, *(float(one) for one in (chart.target,) if one is not None)]
    if not wanted:
        wanted = [float(one) for one in (chart.low, chart.high) if one is not None] or [0.0, 1.0]
    if chart.outlook is not None:
        wanted += [chart.outlook.low, chart.outlook.high]
    low, high = min(wanted), max(wanted)
    reach = (high - low) * _NEAR_BOUND or max(abs(high) * 0.1, 1.0)
    bounds = [float(one) for one in (chart.low, chart.high) if one is not None]
    near = [one for one in bounds if low - reach <= one <= high + reach]
    low, high = min([low, *near]), max([high, *near])
    if low == high:
        apart = max(abs(high) * 0.02, 1.0)
        low, high = low - apart, high + apart
    span = high - low
    return low - _ROOM * span, high + _ROOM * span


def _inside(bound: Number | None, bottom: float, top: float) -> float | None:
    return None if bound is None or not bottom <= float(bound) <= top else float(bound)


def _pieces(way: Sequence[tuple[date, Dot]]) -> Iterator[tuple[Dot, ...]]:
    piece: list[Dot] = []
    before: date | None = None
    for day, dot in way:
        if before is not None and (day - before).days > _LONGEST_GAP:
            yield tuple(piece)
            piece = []
        piece.append(dot)
        before = day
    if piece:
        yield tuple(piece)


def _fan(chart: MetricChart, time: TimeScale, pieces: Sequence[Sequence[Dot]]) -> tuple[Dot, Dot, Dot] | None:
    if chart.outlook is None or not pieces:
        return None
    at = time(_noon(chart.outlook.day))
    return pieces[-1][-1], Dot(at, chart.outlook.low), Dot(at, chart.outlook.high)
