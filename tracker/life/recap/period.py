"""The month or the year that somebody looks back at: `2026`, `november`, `last month`."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from tracker.dates import MONTH, months_later
from tracker.days import Days, last_of_month
from tracker.refusals import Reason, Refused
from tracker.words import quoted

_MONTHS_A_YEAR = 12
_JANUARY = 1
_FIRST_YEAR = 2000
_YEAR = re.compile(r"(?P<year>\d{4})")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<number>0[1-9]|1[0-2])")
_NAMED = re.compile(rf"{MONTH}(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE)
_NUMBERS = {date(_FIRST_YEAR, number, 1).strftime("%b").casefold(): number for number in range(1, 13)}
_ADVICE = "Say a year or a month: 2026, november, 2026-11, last month, last year."


class NoSuchPeriod(Refused):
    code = "no_such_period"
    reason = Reason.UNREADABLE


class PeriodToCome(Refused):
    code = "period_to_come"
    reason = Reason.UNREADABLE


class RecapPeriod(NamedTuple):
    """A month of a year, or all of it."""

    year: int
    month: int | None = None

    def __str__(self) -> str:
        """As programs say it: `2026`, `2026-11`."""
        return f"{self.year}" if self.month is None else f"{self.year}-{self.month:02d}"

    @property
    def begins(self) -> date:
        return date(self.year, self.month or _JANUARY, 1)

    @property
    def days(self) -> Days:
        return Days(self.begins, last_of_month(date(self.year, self.month or _MONTHS_A_YEAR, 1)))

    @classmethod
    def month_of(cls, day: date) -> "RecapPeriod":
        return cls(day.year, day.month)


def parse_period(text: str | None, today: date) -> RecapPeriod:
    """Nothing is the year so far; in January, when there is little of it, the one before.

    Raises NoSuchPeriod, and PeriodToCome for what has not begun.
    """
    found = _said(" ".join((text or "").casefold().removeprefix("this ").split()), today)
    if found is None or found.year < _FIRST_YEAR:
        raise NoSuchPeriod(f"{quoted(text or '')} is no month and no year. {_ADVICE}")
    if found.begins > today:
        raise PeriodToCome(f"{found} is still to come. {_ADVICE}")
    return found


def _said(words: str, today: date) -> RecapPeriod | None:
    if not words:
        return RecapPeriod(today.year - (today.month == _JANUARY))
    if words in (near := _near(today)):
        return near[words]
    for form in (_YEAR, _ISO, _NAMED):
        if (said := form.fullmatch(words)) is not None:
            return _read(said.groupdict(), today)
    return None


def _near(today: date) -> Mapping[str, RecapPeriod]:
    before = months_later(today.replace(day=1), -1)
    return {
        "year": RecapPeriod(today.year),
        "last year": RecapPeriod(today.year - 1),
        "month": RecapPeriod.month_of(today),
        "last month": RecapPeriod.month_of(before),
    }


def _read(said: Mapping[str, str | None], today: date) -> RecapPeriod:
    """A month without a year is the last one that has begun."""
    name, number, year = said.get("month"), said.get("number"), said["year"]
    month = _NUMBERS[name[:3]] if name else int(number) if number else None
    if year is None:
        return RecapPeriod(today.year - (month is not None and month > today.month), month)
    return RecapPeriod(int(year), month)


def ended_on(today: date, since: date) -> list[RecapPeriod]:
    """The month, and perhaps the year, before the month of this day, if that began after `since`."""
    begins = today.replace(day=1)
    if not since < begins <= today:
        return []
    last = begins - timedelta(days=1)
    month = RecapPeriod.month_of(last)
    return [month, RecapPeriod(last.year)] if begins.month == _JANUARY else [month]
