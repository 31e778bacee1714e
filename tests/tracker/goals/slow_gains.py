"""Gains and rates of days from a whole history: what is kept with the newest value must say the same."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from tracker.days import MIDNIGHT, Span, day_begins, day_span, local_day
from tracker.goals.pace.gains import Point, gain_between
from tracker.readings import Number

_DAY = timedelta(days=1)


def daily_gains(
    points: Sequence[Point],
    days: Iterable[date],
    zone: ZoneInfo,
    day_start: time = MIDNIGHT,
    *,
    seen_until: datetime | None = None,
    founded: datetime | None = None,
) -> dict[date, Number | None]:
    """What was gained on each day; None where that is unknown, which is not nothing.

    Unknown are the days before the number appeared, those after the last look (`seen_until`), and those in
    which nobody looked before a change was found. `founded` is as for `gain_between`.
    """
    return {day: _gain_on(points, day_span(day, zone, day_start), seen_until, founded) for day in days}


def _gain_on(
    points: Sequence[Point], span: Span, seen_until: datetime | None, founded: datetime | None
) -> Number | None:
    if seen_until is not None and span.start > seen_until:
        return None
    next_change = bisect_left(points, span.end, key=_at)
    if next_change < len(points):
        since = points[next_change].since
        if since is not None and since <= span.start:
            return None
    gain = gain_between(points, span, founded=founded)
    return None if gain is None else gain.amount


def daily_rates(
    points: Sequence[Point],
    seen_until: datetime,
    zone: ZoneInfo,
    day_start: time = MIDNIGHT,
    *,
    most_days: int,
    may_fall: bool = False,
    falling: bool = False,
) -> tuple[float, ...]:
    """How much nearer each whole day brought, for the last days on which somebody looked, oldest first.

    The day on which the number appeared is not whole, and neither is the one of the last look, `seen_until`.
    What fell though it should not was taken back by the game: a day that lost more than it brought counts as
    nothing, unless `may_fall`. With `falling`, down is nearer.
    """
    if not points:
        return ()
    begins = _whole_days(points[0].at, seen_until, zone, day_start, most_days)
    shares: list[list[float]] = [[] for _ in begins[1:]]
    for before, after in pairwise(points):
        change = float(after.grown - before.grown)
        _spread(-change if falling else change, before, after, begins, shares)
    rates = (math.fsum(share) for share in shares)
    return tuple(rates) if may_fall or falling else tuple(max(rate, 0.0) for rate in rates)


def _whole_days(
    since: datetime, until: datetime, zone: ZoneInfo, day_start: time, most_days: int
) -> list[datetime]:
    """When the days that lie between two instants begin, and when the last of them ends."""
    last = local_day(until, zone, day_start)
    first = max(local_day(since, zone, day_start), last - most_days * _DAY)
    begins = [day_begins(first + n * _DAY, zone, day_start) for n in range((last - first).days + 1)]
    # A date that a zone left out begins with the one after it, and is no day.
    return [begin for begin in dict.fromkeys(begins) if since <= begin <= until]


def _spread(
    change: float, before: Point, after: Point, begins: list[datetime], shares: list[list[float]]
) -> None:
    """Share a change among the days in which it happened, by how much of that time fell on each."""
    start = max(before.at, after.since or after.at)
    length = after.at - start
    day = bisect_right(begins, start) - 1
    if length <= timedelta(0):
        if 0 <= day < len(shares):
            shares[day].append(change)
        return
    for index in range(max(day, 0), len(shares)):
        shared = min(begins[index + 1], after.at) - max(begins[index], start)
        if shared <= timedelta(0):
            break
        shares[index].append(change * (shared / length))


def _at(point: Point) -> datetime:
    return point.at
