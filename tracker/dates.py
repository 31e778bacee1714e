"""Dates as people write them, those to come and days that were: `1 march`, `in 6 weeks`, `last monday`.

`friday` alone is the next one where something is planned, and the last one where something is told.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from enum import IntEnum
from functools import cache
from typing import ClassVar, NamedTuple, TypeAlias

from tracker.days import Days, first_of_week, last_of_month, last_of_week
from tracker.refusals import Reason, Refused
from tracker.words import in_full


class DateRefused(Refused, ValueError):
    """The root of what is refused about dates."""

    code: ClassVar[str] = "date"
    reason = Reason.UNREADABLE


class NoSuchDate(DateRefused):
    """Not a date, or not one that the calendar has."""

    code = "no_such_date"


class AmbiguousDate(NoSuchDate):
    """A date that people in two places read in two ways."""

    code = "ambiguous_date"


class DateInPast(DateRefused):
    """The day is over."""

    code = "date_in_past"


class DateDirection(IntEnum):
    """Where a date lies that does not say it itself."""

    AHEAD = 1
    BACK = -1


Parts: TypeAlias = Mapping[str, str]
Reader: TypeAlias = Callable[[Parts, date, DateDirection], date]
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


def read_date(text: str, wanted: str, forms: Forms, today: date, *, way: DateDirection, advice: str) -> date:
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


def named(parts: Parts, today: date, way: DateDirection) -> date:
    """`1 march`: the next or the last one, unless a year is given. A month alone is its first day."""
    month = next(n for n, name in enumerate(_MONTHS, start=1) if name.startswith(parts["month"][:3]))
    day = int(parts.get("day") or 1)
    return date(int(parts["year"]), month, day) if parts["year"] else _nearest(today, month, day, way)


def near(parts: Parts, today: date, _: DateDirection) -> date:
    return today + timedelta(days=_NEAR[parts["near"]])


def weekday(parts: Parts, today: date, way: DateDirection) -> date:
    """The nearest such day that is not today."""
    ahead = _WEEKDAYS.index(parts["weekday"]) - today.weekday()
    return today + way * timedelta(days=(way * ahead - 1) % len(_WEEKDAYS) + 1)


def steps(parts: Parts, today: date, way: DateDirection) -> date:
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


def _iso(parts: Parts, _: date, __: DateDirection) -> date:
    return date(int(parts["year"]), int(parts["number"]), int(parts["day"]))


def _numeric(parts: Parts, today: date, way: DateDirection) -> date:
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


def _nearest(today: date, month: int, day: int, way: DateDirection) -> date:
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


_ONE_DAY = timedelta(days=1)

ADVICE_AHEAD = "Write a date as 2027-03-01, 1 march, in 6 weeks, friday or end of month."
FARTHEST = timedelta(days=36525)


def parse_date(text: str, today: date) -> date:
    """The date that a text means for someone whose day is `today`; today itself is a date to come."""
    wanted = re.sub(r"^(?:by|before|until|til|till|due|on)\s+", "", " ".join(text.casefold().split()))
    day = read_date(text, wanted, _AHEAD, today, way=DateDirection.AHEAD, advice=ADVICE_AHEAD)
    return _to_come(text, day, today)


def find_date(text: str, today: date) -> tuple[str, date] | None:
    """The first date in a text in small letters, with the rest of the text; None where there is none.

    A word that might mean something else (`friday`, `march`) is one only after `by`, `until` or `on`.
    """
    if (found := _in_text().search(text)) is None:
        return None
    return f"{text[: found.start()]} | {text[found.end() :]}", parse_date(
        found["date"] or found["weak"], today
    )


class DateSpan(NamedTuple):
    """A date in a text: where it stands, and which it is."""

    start: int
    end: int
    day: date


def dates_in(text: str, today: date) -> list[DateSpan]:
    """Every date in a text in small letters; a weekday alone counts as the last word, too."""
    found = [(one.start(), one.end(), one["date"] or one["weak"]) for one in _in_text().finditer(text)]
    last = _last_word().search(text)
    if last is not None and all(end <= last.start("date") for _, end, _ in found):
        found.append((last.start("date"), last.end("date"), last["date"]))
    return [DateSpan(start, end, parse_date(words, today)) for start, end, words in found]


def _to_come(text: str, day: date, today: date) -> date:
    if day < today:
        raise DateInPast(f"{shown(text)} is in the past: today is {in_full(today)}.")
    if day - today > FARTHEST:
        raise NoSuchDate(f"{shown(text)} is more than a hundred years away.")
    return day


def _end_ahead(parts: Parts, today: date, _: DateDirection) -> date:
    """The last day of this week, month or year, or of the next one."""
    later = int(parts["which"] == "next")
    match parts["period"]:
        case "week":
            return last_of_week(today + timedelta(days=7 * later))
        case "month":
            return last_of_month(months_later(today.replace(day=1), later))
        case _:
            return date(today.year + later, 12, 31)


def _weekend(parts: Parts, today: date, _: DateDirection) -> date:
    """Saturday: of this week, or of the one after it."""
    saturday = first_of_week(today) + timedelta(days=5)
    return max(saturday, today) + timedelta(days=7 * int(parts["which"] == "next"))


def _week_from(parts: Parts, today: date, way: DateDirection) -> date:
    """`a week from tuesday`."""
    begin = near(parts, today, way) if parts["near"] else weekday(parts, today, way)
    return begin + timedelta(days=7 * int(_A_FEW.get(parts["count"], parts["count"])))


_SURE: Forms = (
    *CALENDAR,
    (
        rf"(?P<count>a|an|one|two|three|\d)\ +weeks?\ +from\ +(?:(?P<near>today|tomorrow)|{WEEKDAY})",
        _week_from,
    ),
    (r"(?:this\ +|the\ +|(?P<which>next)\ +)?weekend", _weekend),
    (rf"(?:in|within)\ +{STEPS}", steps),
    (r"(?P<near>today|tonight|tomorrow)", near),
    (rf"next\ +{WEEKDAY}", weekday),
    (
        r"(?:(?:the\ +)?end\ +of\ +(?:the\ +)?)?(?P<which>this|next)\ +(?P<period>week|month|year)",
        _end_ahead,
    ),
    (r"(?:the\ +)?end\ +of\ +(?:the\ +)?(?P<which>)(?P<period>week|month|year)", _end_ahead),
)
_AFTER_BY: Forms = (
    (rf"(?:this\ +)?{WEEKDAY}", weekday),
    (rf"{MONTH}{YEAR}", named),
)
_AHEAD = (*_SURE, *_AFTER_BY)


def _unnamed(forms: Forms) -> str:
    """One pattern for all forms; their groups would clash, and are read again from what was found."""
    marks = "|".join(form.replace("(?P=mark)", "[-/.]") for form, _ in forms)
    return re.sub(r"\?P<\w+>", "?:", marks)


@cache  # most commands read no date, and making this takes as long as much else of their start
def _in_text() -> re.Pattern[str]:
    return re.compile(
        r"(?<![^\W_])(?:"
        rf"(?:(?:by|before|until|till?|due|on)\ +)?(?P<date>{_unnamed(_SURE)})"
        rf"|(?:by|before|until|till?|due|on)\ +(?P<weak>{_unnamed(_AFTER_BY)})"
        r")(?![^\W_]|[-/]\d)",
        re.ASCII,
    )


@cache
def _last_word() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?P<date>{_unnamed(_AFTER_BY[:1])})\W*$", re.ASCII)


ADVICE_BACK = "Write a day as 2027-03-01, 1 march, yesterday, monday or 7 days ago."
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 1)
"""No number is older, and nobody waits for a newer one."""


def parse_past_day(text: str, today: date) -> date:
    """The day that a text means for someone whose day is `today`. One that is written out may be to come."""
    wanted = re.sub(r"^(?:from|since|on|to|until|till?)\s+", "", " ".join(text.casefold().split()))
    if wanted == "tomorrow":
        raise NoSuchDate(f"Tomorrow is still to come. {ADVICE_BACK}")
    day = read_date(text, wanted, _BACK, today, way=DateDirection.BACK, advice=ADVICE_BACK)
    if not FIRST <= day <= LAST:
        raise NoSuchDate(f"{day} is not between {FIRST} and {LAST}.")
    return day


def chosen_days(today: date, first: str | None, last: str | None) -> Days | None:
    """As `days_between`; None where neither is named."""
    return None if first is None and last is None else days_between(today, first, last)


def days_between(today: date, first: str | None, last: str | None) -> Days:
    """From one day to another, both included. Raises NoSuchDate.

    Without a first day it is all that was until the last, and without a last one it is until today.
    """
    begin = FIRST if first is None else parse_past_day(first, today)
    if begin > today:
        raise NoSuchDate(f"{in_full(begin)} is still to come: today is {in_full(today)}.")
    end = today if last is None else parse_past_day(last, today)
    if end < begin:
        raise NoSuchDate(f"The first day, {in_full(begin)}, is after the last one, {in_full(end)}.")
    return Days(begin, end)


def _start(parts: Parts, today: date, _: DateDirection) -> date:
    """The first day of this week, month or year, or of the one before."""
    begun = _first_of(parts["period"], today)
    return _first_of(parts["period"], begun - _ONE_DAY) if parts["which"] else begun


def _end(parts: Parts, today: date, _: DateDirection) -> date:
    """The last day of the week, month or year before this one."""
    return _first_of(parts["period"], today) - _ONE_DAY


def _first_of(period: str, day: date) -> date:
    match period:
        case "week":
            return first_of_week(day)
        case "month":
            return day.replace(day=1)
        case _:
            return day.replace(month=1, day=1)


_PERIOD = r"(?P<period>week|month|year)"
_BACK: Forms = (
    *CALENDAR,
    (rf"{STEPS}\ +ago", steps),
    (r"(?P<near>today|tonight|yesterday)", near),
    (rf"(?:last\ +|this\ +)?{WEEKDAY}", weekday),
    (rf"(?:the\ +)?(?:start|beginning)\ +of\ +(?:the\ +|this\ +|(?P<which>last)\ +)?{_PERIOD}", _start),
    (rf"(?:the\ +)?end\ +of\ +last\ +{_PERIOD}", _end),
)
