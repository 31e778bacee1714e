"""Habits as somebody writes them down on paper: how often each is to be done, and what was said of it."""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple, TypeAlias

DAY = timedelta(days=1)


class Unit(NamedTuple):
    """Days within which something is to be done so many times, both ends included."""

    first: date
    last: date
    needed: int

    def days(self) -> list[date]:
        return [self.first + n * DAY for n in range((self.last - self.first).days + 1)]


UnitOf: TypeAlias = Callable[[date], Unit | None]


@cache
def each_day(day: date) -> Unit:
    return Unit(day, day, 1)


def on_weekdays(day: date) -> Unit | None:
    return each_day(day) if day.isoweekday() <= 5 else None


def in_a_week(times: int) -> UnitOf:
    @cache
    def unit(day: date) -> Unit:
        monday = day - (day.isoweekday() - 1) * DAY
        return Unit(monday, monday + 6 * DAY, times)

    return unit


def in_a_month(times: int) -> UnitOf:
    @cache
    def unit(day: date) -> Unit:
        return Unit(day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]), times)

    return unit


def every(days: int, since: date) -> UnitOf:
    @cache
    def unit(day: date) -> Unit:
        first = since + (day - since).days // days * days * DAY
        return Unit(first, first + (days - 1) * DAY, 1)

    return unit


class Word(NamedTuple):
    """What stands in the diary for a day: done, skipped, frozen or unknown."""

    what: str
    amount: int | None = None


class Award(NamedTuple):
    points: int
    given_on: date
    achievements: tuple[str, ...]


@dataclass
class Resolution:
    """One habit."""

    begins: date
    unit_of: UnitOf = each_day
    window: tuple[int, int] | None = None
    """So many of any so many days in a row; then every day is judged by itself, with those before it."""
    wanted: int | None = None
    to_quit: bool = False
    freezes: bool = True
    words: dict[date, Word] = field(default_factory=dict[date, Word])
    before: dict[date, list[Word]] = field(default_factory=dict[date, list[Word]])
    """What stood there for a day before, oldest first: undoing goes back one step."""
    away: list[tuple[date, date]] = field(default_factory=list[tuple[date, date]])
    awards: dict[date, Award] = field(default_factory=dict[date, Award])

    def is_away(self, day: date) -> bool:
        return any(first <= day <= last for first, last in self.away)

    def is_enough(self, word: Word) -> bool:
        return word.amount is None or self.wanted is None or word.amount >= self.wanted


class Standing(NamedTuple):
    current: int = 0
    longest: int = 0
    kept: int = 0
    missed: int = 0
    done: int = 0
    freezes: int = 0
