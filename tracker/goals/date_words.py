"""What dates are made of, those to come and those gone by: numbers, months, weekdays, counts of weeks."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from enum import IntEnum
from typing import TypeAlias

from tracker.days import last_of_month
from tracker.goals.errors import AmbiguousDate, NoSuchDate


class Way(IntEnum):
    """Where a date lies that does not say it itself."""

    AHEAD = 1
    BACK = -1


Parts: TypeAlias = Mapping[str, str]
Reader: TypeAlias = Callable[[Parts, date, Way], date]
"""From the parts of what was written, and the day of whoever wrote it, to the date that is meant."""
Forms: TypeAlias = Sequence[tuple[str, Reader]]
"""Patterns of what people write, and who reads each."""

# fmt: off
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)
# fmt: on
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NEAR = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_UNITS = {"day": 1, "week": 7, "fortnight": 14}
_A_FEW = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MONTHS_PER_YEAR = 12
_LEAP_YEARS_APART = 8
"""At most, around 2100."""
_SHOWN_LENGTH = 40
_TWO_DIGIT_YEAR = 2

MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
WEEKDAY = r"(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:day)?"
YEAR = r"(?:,?\ +(?P<year>\d{4}))?"
STEPS = rf"(?P<count>\d+|{'|'.join(_A_FEW)})\ +(?P<unit>day|week|fortnight|month|year)s?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"


def read_date(text: str, wanted: str, forms: Forms, today: date, *, way: Way, advice: str) -> date:
    """`wanted` is what is to be read of `text`. Raises NoSuchDate, with the text and what to write."""
    for form, read in forms:
        if found := re.fullmatch(form, wanted, re.ASCII):
            try:
                return read(found.groupdict(default=""), today, way)
            except NoSuchDate:
                raise
            except (ValueError, OverflowError) as error:
                raise NoSuchDate(f"There is no {shown(text)} in the calendar. {advice}") from error
    raise NoSuchDate(f"{shown(text)} is not a date. {advice}")


def shown(text: str) -> str:
    return repr(text.strip()[:_SHOWN_LENGTH])


def named(parts: Parts, today: date, way: Way) -> date:
    """`1 march`: the next or the last one, unless a year is given. A month alone is its first day."""
    month = next(n for n, name in enumerate(_MONTHS, start=1) if name.startswith(parts["month"][:3]))
    day = int(parts.get("day") or 1)
    return date(int(parts["year"]), month, day) if parts["year"] else _nearest(today, month, day, way)


def near(parts: Parts, today: date, _: Way) -> date:
    return today + timedelta(days=_NEAR[parts["near"]])


def weekday(parts: Parts, today: date, way: Way) -> date:
    """The nearest such day that is not today."""
    ahead = _WEEKDAYS.index(parts["weekday"]) - today.weekday()
    return today + way * timedelta(days=(way * ahead - 1) % len(_WEEKDAYS) + 1)


def steps(parts: Parts, today: date, way: Way) -> date:
    """So many days, weeks, months or years away."""
    count, unit = way * int(_A_FEW.get(parts["count"], parts["count"])), parts["unit"]
    if unit in _UNITS:
        return today + timedelta(days=count * _UNITS[unit])
    return months_later(today, count * (1 if unit == "month" else _MONTHS_PER_YEAR))


def months_later(day: date, months: int) -> date:
    """The same day of another month, or its last where it is shorter."""
    year, month = divmod(day.year * _MONTHS_PER_YEAR + day.month - 1 + months, _MONTHS_PER_YEAR)
    last = last_of_month(date(year, month + 1, 1))
    return last.replace(day=min(day.day, last.day))


def _iso(parts: Parts, _: date, __: Way) -> date:
    return date(int(parts["year"]), int(parts["number"]), int(parts["day"]))


def _numeric(parts: Parts, today: date, way: Way) -> date:
    """Two numbers are day and month or month and day; only where one of them decides, it is a date."""
    first, second = int(parts["first"]), int(parts["second"])
    if first != second and first and second and max(first, second) <= _MONTHS_PER_YEAR:
        raise AmbiguousDate(
            f"{parts['whole']} means one date in Europe and another in America."
            f" Write {first} {_MONTHS[second - 1]} or {second} {_MONTHS[first - 1]}."
        )
    day, month = (first, second) if second <= _MONTHS_PER_YEAR else (second, first)
    year = parts["year"]
    if not year:
        return _nearest(today, month, day, way)
    return date(int(year) + (2000 if len(year) == _TWO_DIGIT_YEAR else 0), month, day)


def _nearest(today: date, month: int, day: int, way: Way) -> date:
    """The next such day, or the last one; today itself is both."""
    for years in range(_LEAP_YEARS_APART + 1):
        try:
            found = date(today.year + way * years, month, day)
        except ValueError:
            continue
        if way * (found - today).days >= 0:
            return found
    raise ValueError("no year has this day")


CALENDAR: Forms = (
    (r"(?P<year>\d{4})[-/.](?P<number>\d{1,2})[-/.](?P<day>\d{1,2})", _iso),
    (
        r"(?P<whole>(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2}))",
        _numeric,
    ),
    (r"(?P<whole>(?P<first>\d{1,2})/(?P<second>\d{1,2})(?P<year>))", _numeric),
    (rf"(?:the\ +)?{_DAY}\ +(?:of\ +)?{MONTH}{YEAR}", named),
    (rf"{MONTH}\ +(?:the\ +)?{_DAY}{YEAR}", named),
)
"""A day by its number in a month, with or without a year."""
