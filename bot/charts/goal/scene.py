"""Where everything of a goal's chart is, in its own coordinates: days from the left edge, and values."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.charts.goal.values import GoalChart
from bot.charts.scales import TimeScale
from tracker.days import day_begins
from tracker.frozen import frozen
from tracker.goals.pace.forecast import HORIZON
from tracker.goals.pace.gains import Point

_DAY = timedelta(days=1)
_LEAST = timedelta(days=7)
_WIDEST = 2
_FAR = timedelta(days=45)
"""What lies ahead is shown for at most so many times the length of the history, or until it is due."""
_ROOM, _LABEL_ROOM = 0.1, 0.16
"""Beyond the values, as a share of their range; the labels of the target stand in the larger one."""


class Dot(NamedTuple):
    x: float
    y: float


class ArrivalDots(NamedTuple):
    """Where the forecast meets the target, which may be beyond the right edge."""

    early: Dot
    likely: Dot
    late: Dot


@frozen
class GoalChartScene:
    """`bottom` and `top` are the ends of the axis; for a rank the smaller one is on top."""

    time: TimeScale
    bottom: float
    top: float
    target: float
    rises: bool
    """Whether the way to the target leads up on the picture."""
    way: tuple[Dot, ...]
    """The history as a line, up to now."""
    start: Dot | None
    due: float | None
    ahead: ArrivalDots | None

    @property
    def now(self) -> Dot | None:
        return self.way[-1] if self.way else None

    @property
    def width(self) -> float:
        return self.time.length


def scene_of(chart: GoalChart) -> GoalChartScene:
    time = _time_scale(chart)
    target = float(chart.target)
    low, high = _limits(chart)
    return GoalChartScene(
        time=time,
        bottom=high if chart.best_is_low else low,
        top=low if chart.best_is_low else high,
        target=target,
        rises=(target < _reference(chart)) == chart.best_is_low,
        way=tuple(_way(chart, time)),
        start=_start(chart, time),
        due=None if chart.due is None else time.end_of(chart.due),
        ahead=_ahead(chart, time),
    )


def leaving(now: Dot, far: Dot, width: float) -> Dot:
    """Where the line to a dot beyond the right edge crosses it."""
    return Dot(width, now.y + (far.y - now.y) * (width - now.x) / (far.x - now.x))


def _time_scale(chart: GoalChart) -> TimeScale:
    first = day_begins(chart.begun, chart.zone)
    if chart.points:
        first = min(first, chart.points[0].at)
    last = max([chart.now, *(point.at for point in chart.points[-1:])])
    end = max(last, first + _LEAST, *_ends_ahead(chart, last - first))
    return TimeScale(first, end + (end - first) * 0.03, chart.zone)


def _ends_ahead(chart: GoalChart, history: timedelta) -> Iterator[datetime]:
    limit = chart.now + max(history, _LEAST) * _WIDEST
    if chart.due is not None:
        due = day_begins(chart.due + _DAY, chart.zone)
        limit = max(limit, due)
        yield due
    if chart.band is not None:
        late = chart.band.late
        yield limit if late is None else min(day_begins(late + _DAY, chart.zone), limit)
    if chart.reaches is not None:
        yield min(chart.reaches, max(limit, chart.now + _FAR))


def _limits(chart: GoalChart) -> tuple[float, float]:
    """Where nothing is known yet, the way begins at zero."""
    seen = [point.value for point in chart.points]
    if chart.start is not None:
        seen.append(chart.start)
    values = [float(value) for value in (chart.target, *(seen or [0]))]
    low, high = min(values), max(values)
    span = high - low or max(abs(high) * 0.02, 1.0)
    if float(chart.target) >= high:
        return low - _ROOM * span, high + _LABEL_ROOM * span
    return low - _LABEL_ROOM * span, high + _ROOM * span


def _reference(chart: GoalChart) -> float:
    """Where the way began, as far as that is known."""
    known = [chart.start, *(point.value for point in chart.points[:1])]
    return float(next((value for value in known if value is not None), chart.target - 1))


def _way(chart: GoalChart, time: TimeScale) -> Iterator[Dot]:
    """A value stands until the last look that still found it, and the next one is there when it was seen."""
    before: Point | None = None
    for point in chart.points:
        if before is not None and (stood := _stood_until(chart, before, point)) is not None:
            yield Dot(max(time(stood), 0.0), float(before.value))
        yield Dot(time(point.at), float(point.value))
        before = point
    if before is not None and chart.reached is None and chart.now > before.at:
        yield Dot(time(chart.now), float(before.value))


def _stood_until(chart: GoalChart, before: Point, after: Point) -> datetime | None:
    """The last look at the old value; the goal was set with it, if it was set in between."""
    set_between = chart.founded is not None and before.at <= chart.founded < after.at
    seen = [after.since, chart.founded if set_between else None]
    return max((at for at in seen if at is not None), default=None)


def _start(chart: GoalChart, time: TimeScale) -> Dot | None:
    """On the line where it can be: a goal that is set at noon begins at noon, whatever stood there then."""
    if chart.start is None:
        return None
    begun = day_begins(chart.begun, chart.zone)
    founded = chart.founded or begun
    stood = [point for point in chart.points if point.at <= founded]
    if stood and stood[-1].value == chart.start:
        return Dot(time(founded), float(chart.start))
    first = next((point.at for point in chart.points if point.at >= begun), begun)
    return Dot(time(first), float(chart.start))


def _ahead(chart: GoalChart, time: TimeScale) -> ArrivalDots | None:
    """Never is as far as a forecast can see."""
    if chart.band is None or not chart.points:
        return None
    never = time(chart.now) + HORIZON
    target = float(chart.target)
    return ArrivalDots(*(Dot(never if day is None else time.end_of(day), target) for day in chart.band))
