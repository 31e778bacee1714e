"""The local day: which day an instant belongs to, when days, weeks and months begin, when a clock strikes.

A day begins at the first instant at which the clocks of the zone read its date and the day's start, or later.
So days follow each other without gap or overlap whatever the clocks do: in spring a day is shorter, in autumn
longer, a time that a clock jumps over is taken at the jump, and a date that a zone left out has no length.
"""

from collections.abc import Container
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

MIDNIGHT = time(0)
EVERY_DAY = range(7)

_NOON = time(12)
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_DAYS_PER_WEEK = 7
_REMEMBERED = 4096
"""Answers are kept: the same few days and hours are asked about for everybody who lives in a zone."""


class Span(NamedTuple):
    """From an instant to another, the second not included; both in UTC."""

    start: datetime
    end: datetime

    def __contains__(self, instant: object) -> bool:
        return isinstance(instant, datetime) and self.start <= instant < self.end

    @property
    def length(self) -> timedelta:
        return self.end - self.start


class Days(NamedTuple):
    """From a day to another, both included."""

    first: date
    last: date

    def span(self, zone: ZoneInfo, day_start: time = MIDNIGHT) -> Span:
        return days_span(self.first, self.last, zone, day_start)


class Strike(NamedTuple):
    """A clock striking its time: for which date, and at which instant."""

    day: date
    at: datetime


@lru_cache(_REMEMBERED)
def local_day(instant: datetime, zone: ZoneInfo, day_start: time = MIDNIGHT) -> date:
    """The day that an instant belongs to, for someone in this zone whose days begin at `day_start`."""
    if instant.tzinfo is None:
        raise ValueError(f"an instant has a zone; {instant} has none")
    wall = instant.astimezone(zone).replace(tzinfo=None)
    day = (wall - _since_midnight(day_start)).date()
    # Where a clock was put back over the start of a day, it reads the old date again; the new day has begun.
    while day_begins(day + _DAY, zone, day_start) <= instant:
        day += _DAY
    return day


@lru_cache(_REMEMBERED)
def day_begins(day: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> datetime:
    return _first_reading(datetime.combine(day, day_start.replace(tzinfo=None)), zone)


def day_span(day: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> Span:
    return days_span(day, day, zone, day_start)


def days_span(first: date, last: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> Span:
    """From the beginning of the first day to the end of the last."""
    return Span(day_begins(first, zone, day_start), day_begins(last + _DAY, zone, day_start))


def week_span(day: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> Span:
    """The calendar week of a day, Monday to Sunday."""
    return days_span(first_of_week(day), last_of_week(day), zone, day_start)


def first_of_week(day: date) -> date:
    return day - day.weekday() * _DAY


def last_of_week(day: date) -> date:
    return first_of_week(day) + (_DAYS_PER_WEEK - 1) * _DAY


def last_of_month(day: date) -> date:
    beyond = day.replace(day=28) + 4 * _DAY
    return beyond - beyond.day * _DAY


def dates_left_out(first: date, until: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> list[date]:
    """The dates before `until` that have no length, because the zone moved over the date line."""
    return [*_left_out(first, until, zone, day_start)]


@lru_cache(1024)
def _left_out(first: date, until: date, zone: ZoneInfo, day_start: time) -> tuple[date, ...]:
    """The same stretch of a calendar is asked about for every goal of everybody who lives there."""
    begin, end = (datetime.combine(day, _NOON, zone).astimezone(UTC) for day in (first, until))
    if abs(end - begin - (until - first)) < _DAY / 2:  # nobody's summer time is so long
        return ()
    days = (first + n * _DAY for n in range((until - first).days))
    return tuple(day for day in days if day_span(day, zone, day_start).length == timedelta(0))


def left_of_day(instant: datetime, zone: ZoneInfo, day_start: time = MIDNIGHT) -> float:
    """How much of the local day is still to come, from 1 at its beginning down to 0."""
    span = day_span(local_day(instant, zone, day_start), zone, day_start)
    return (span.end - instant) / span.length


@lru_cache(_REMEMBERED)
def local_time_on(day: date, at: time, zone: ZoneInfo) -> datetime | None:
    """When clocks first read this time, or jump over it, on a date; None where the zone left the date out."""
    if day_begins(day, zone) == day_begins(day + _DAY, zone):
        return None
    return day_begins(day, zone, at)


def next_local_time(
    after: datetime,
    at: time,
    zone: ZoneInfo,
    *,
    weekdays: Container[int] = EVERY_DAY,
    later_than: date | None = None,
) -> Strike:
    """The first time after an instant that clocks strike `at`, once for each date.

    `weekdays` are the days that count, Monday being 0. `later_than` is the date of the last strike: after a
    move to another zone the same date does not strike twice.
    """
    if not any(weekday in weekdays for weekday in EVERY_DAY):
        raise ValueError("at least one day of the week must count")
    day = after.astimezone(zone).date()
    if later_than is not None:
        day = max(day, later_than + _DAY)
    while True:
        struck = local_time_on(day, at, zone) if day.weekday() in weekdays else None
        if struck is not None and struck > after:
            return Strike(day, struck)
        day += _DAY


def _first_reading(wall: datetime, zone: ZoneInfo) -> datetime:
    """The first instant at which clocks read this time or later."""
    early, late = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (1, 0))
    # Only where clocks jump over the time is the second reading (fold=1) before the first.
    return late if late <= early else _jump_between(early, late, wall, zone)


def _jump_between(before: datetime, after: datetime, wall: datetime, zone: ZoneInfo) -> datetime:
    """Zones change at whole seconds, so the instant of the jump is found by halving."""
    before = before.replace(microsecond=0)
    while after - before > _SECOND:
        middle = before + (after - before) // (2 * _SECOND) * _SECOND
        if middle.astimezone(zone).replace(tzinfo=None) >= wall:
            after = middle
        else:
            before = middle
    return after


def _since_midnight(day_start: time) -> timedelta:
    return datetime.combine(date.min, day_start.replace(tzinfo=None)) - datetime.min  # noqa: DTZ901 - a time of the day has no zone
