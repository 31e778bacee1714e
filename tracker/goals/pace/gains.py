"""Gains: how much a number went up in a day, a week, a month or at all, in the person's own zone.

A number is known from its first appearance on, and what it was then is not a gain. It is recorded when it
has changed; in between it stands still. A jump belongs to the day on which it was seen. For a rate it is
spread over the time in which it happened: from the last look at the old value to the first at the new one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from tracker.days import Span
from tracker.frozen import frozen
from tracker.readings import Number

MOST_DAYS = 42
"""A pace is that of so many whole days: older ones say less about today than the doubt they take away."""

_DAY = timedelta(days=1)


@frozen
class Point:
    """A value and when it was first seen."""

    at: datetime
    value: Number
    since: datetime | None = None
    """The last look before that, which still found the old value; None where nobody knows."""
    appeared: Number = 0
    """How much of the value is of numbers that appeared after the first point, all in all."""

    @property
    def grown(self) -> Number:
        """The value without what only appeared: its differences are gains."""
        return self.value - self.appeared


class Period(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL_TIME = "all-time"


@frozen
class Gain:
    amount: Number
    since: datetime
    """From when on the number is known; later than what was asked for where it appeared in between."""
    until: datetime


def gain_between(points: Sequence[Point], span: Span, *, founded: datetime | None = None) -> Gain | None:
    """What was gained in a span of time, or None where nothing was known yet. Points are in order of time.

    `founded` is when the goal was set. What it knows of the time before comes from readings that may be a
    month apart: a jump between two of them is no gain of a span that began long after the first.
    """
    last = bisect_left(points, span.end, key=_at) - 1
    if last < 0:
        return None
    before = points[_first_of(points, last, span.start, founded)]
    return Gain(points[last].grown - before.grown, max(span.start, before.at), span.end)


def _first_of(points: Sequence[Point], last: int, start: datetime, founded: datetime | None) -> int:
    """Which point gains count from: what stood at the start, or else the first that is known."""
    first = bisect_left(points, start, key=_at) - 1
    if first < 0:
        return 0
    given = founded is not None and first < last and is_given(points[first + 1], start, founded)
    return first + 1 if given else first


def is_given(change: Point, start: datetime, founded: datetime) -> bool:
    """Whether a change since `start` is what a goal was given when it was set: no gain of that time."""
    if change.at > founded:
        return False
    return start == founded or change.since is None or change.since < start - _DAY


def rebased(points: Sequence[Point]) -> tuple[Point, ...]:
    """As if all that is known at the end had been known from the first: each rise of it is a gain."""
    whole = points[-1].appeared if points else 0
    return tuple(replace(point, value=point.grown + whole, appeared=whole) for point in points)


def _at(point: Point) -> datetime:
    return point.at
