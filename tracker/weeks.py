"""ISO weeks, Monday to Sunday: by `date.isocalendar()` alone, which knows the years that have 53 of them."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from tracker.days import Days
from tracker.store.segments import Week

_WEEK = timedelta(days=7)
_MANY = 4096
"""So many answers are remembered: everybody who is counted asks for the same few weeks."""


@lru_cache(_MANY)
def week_of(day: date) -> Week:
    year, week, _ = day.isocalendar()
    return Week(year, week)


def first_day(week: Week) -> date:
    """Its Monday."""
    return date.fromisocalendar(week.year, week.week, 1)


@lru_cache(_MANY)
def days_of(week: Week) -> Days:
    monday = first_day(week)
    return Days(monday, monday + timedelta(days=6))


@lru_cache(_MANY)
def following(week: Week) -> Week:
    return week_of(first_day(week) + _WEEK)


@lru_cache(_MANY)
def previous(week: Week) -> Week:
    return week_of(first_day(week) - _WEEK)


def weeks_from(first: Week, last: Week) -> Iterator[Week]:
    """Both included; none where the first is the later one."""
    week = first
    while week <= last:
        yield week
        week = following(week)


@lru_cache(_MANY)
def week_text(week: Week) -> str:
    """`2026-W46`."""
    return f"{week.year}-W{week.week:02}"


@lru_cache(_MANY)
def parse_week(text: str) -> Week:
    """The other way round. Raises ValueError."""
    return week_of(date.fromisoformat(f"{text.strip().upper()}-1"))
