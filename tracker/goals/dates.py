"""Dates as people write them: `2027-03-01`, `1 march`, `in 6 weeks`, `next friday`, `end of month`."""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from tracker.days import last_of_month, last_of_week
from tracker.goals.errors import AmbiguousDate, DateInPast, NoSuchDate

ADVICE = "Write a date as 2027-03-01, 1 march, in 6 weeks, friday or end of month."
FARTHEST = timedelta(days=36525)

# fmt: off
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)
# fmt: on
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS = {"day": 1, "week": 7, "fortnight": 14}
_A_FEW = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MONTHS_PER_YEAR = 12
_SHOWN_LENGTH = 40
_TWO_DIGIT_YEAR = 2

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = r"(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:day)?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\ +(?P<year>\d{4}))?"
_COUNT = rf"(?P<count>\d+|{'|'.join(_A_FEW)})"

_Reader = Callable[[Mapping[str, str], date], date]


def parse_date(text: str, today: date) -> date:
    """The date that a text means for someone whose day is `today`; today itself is a date to come."""
    wanted = re.sub(r"^(?:by|before|until|til|till|due|on)\s+", "", " ".join(text.casefold().split()))
    for pattern, read in _FORMS:
        if found := pattern.fullmatch(wanted):
            return _to_come(text, _read(read, found, today, text), today)
    raise NoSuchDate(f"{_shown(text)} is not a date. {ADVICE}")


def find_date(text: str, today: date) -> tuple[str, date] | None:
    """The first date in a text in small letters, with the rest of the text; None where there is none.

    A word that might mean something else (`friday`, `march`) is one only after `by`, `until` or `on`.
    """
    if (found := _IN_TEXT.search(text)) is None:
        return None
    return f"{text[: found.start()]} | {text[found.end() :]}", parse_date(
        found["date"] or found["weak"], today
    )


def _read(read: _Reader, found: re.Match[str], today: date, text: str) -> date:
    try:
        return read(found.groupdict(default=""), today)
    except NoSuchDate:
        raise
    except (ValueError, OverflowError) as error:
        raise NoSuchDate(f"There is no {_shown(text)} in the calendar. {ADVICE}") from error


def _to_come(text: str, day: date, today: date) -> date:
    if day < today:
        raise DateInPast(f"{_shown(text)} is in the past: today is {today}.")
    if day - today > FARTHEST:
        raise NoSuchDate(f"{_shown(text)} is more than a hundred years away.")
    return day


def _iso(parts: Mapping[str, str], _: date) -> date:
    return date(int(parts["year"]), int(parts["number"]), int(parts["day"]))


def _numeric(parts: Mapping[str, str], today: date) -> date:
    """Two numbers are day and month or month and day; only where one of them decides, it is a date."""
    first, second = int(parts["first"]), int(parts["second"])
    if first != second and max(first, second) <= _MONTHS_PER_YEAR:
        raise AmbiguousDate(
            f"{parts['whole']} means one date in Europe and another in America."
            f" Write {first} {_MONTHS[second - 1]} or {second} {_MONTHS[first - 1]}."
        )
    day, month = (first, second) if second <= _MONTHS_PER_YEAR else (second, first)
    year = parts["year"]
    if not year:
        return _next(today, month, day)
    return date(int(year) + (2000 if len(year) == _TWO_DIGIT_YEAR else 0), month, day)


def _named(parts: Mapping[str, str], today: date) -> date:
    """`1 march`: the next one, unless a year is given. A month alone is its first day."""
    month = next(n for n, name in enumerate(_MONTHS, start=1) if name.startswith(parts["month"][:3]))
    day = int(parts.get("day") or 1)
    return date(int(parts["year"]), month, day) if parts["year"] else _next(today, month, day)


def _next(today: date, month: int, day: int) -> date:
    """The next such day, in eight years at most: so far apart are leap years around 2100."""
    for year in range(today.year, today.year + 9):
        try:
            if (found := date(year, month, day)) >= today:
                return found
        except ValueError:
            continue
    raise ValueError("no year has this day")


def _in(parts: Mapping[str, str], today: date) -> date:
    count, unit = int(_A_FEW.get(parts["count"], parts["count"])), parts["unit"]
    if unit in _UNITS:
        return today + timedelta(days=count * _UNITS[unit])
    return _months_later(today, count * (1 if unit == "month" else _MONTHS_PER_YEAR))


def _months_later(day: date, months: int) -> date:
    """The same day of a later month, or its last where it is shorter."""
    year, month = divmod(day.year * _MONTHS_PER_YEAR + day.month - 1 + months, _MONTHS_PER_YEAR)
    last = last_of_month(date(year, month + 1, 1))
    return last.replace(day=min(day.day, last.day))


def _near(parts: Mapping[str, str], today: date) -> date:
    return today + timedelta(days=1 if parts["near"] == "tomorrow" else 0)


def _weekday(parts: Mapping[str, str], today: date) -> date:
    """The first such day after today."""
    ahead = (_WEEKDAYS.index(parts["weekday"]) - today.weekday() - 1) % len(_WEEKDAYS) + 1
    return today + timedelta(days=ahead)


def _end(parts: Mapping[str, str], today: date) -> date:
    """The last day of this week, month or year, or of the next one."""
    later = int(parts["which"] == "next")
    match parts["period"]:
        case "week":
            return last_of_week(today + timedelta(days=7 * later))
        case "month":
            return last_of_month(_months_later(today.replace(day=1), later))
        case _:
            return date(today.year + later, _MONTHS_PER_YEAR, 31)


def _shown(text: str) -> str:
    return repr(text.strip()[:_SHOWN_LENGTH])


_SURE: tuple[tuple[str, _Reader], ...] = (
    (r"(?P<year>\d{4})[-/.](?P<number>\d{1,2})[-/.](?P<day>\d{1,2})", _iso),
    (
        r"(?P<whole>(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2}))",
        _numeric,
    ),
    (r"(?P<whole>(?P<first>\d{1,2})/(?P<second>\d{1,2})(?P<year>))", _numeric),
    (rf"(?:the\ +)?{_DAY}\ +(?:of\ +)?{_MONTH}{_YEAR}", _named),
    (rf"{_MONTH}\ +(?:the\ +)?{_DAY}{_YEAR}", _named),
    (rf"(?:in|within)\ +{_COUNT}\ +(?P<unit>day|week|fortnight|month|year)s?", _in),
    (r"(?P<near>today|tonight|tomorrow)", _near),
    (rf"next\ +{_WEEKDAY}", _weekday),
    (
        r"(?:(?:the\ +)?end\ +of\ +(?:the\ +)?)?(?P<which>this|next)\ +(?P<period>week|month|year)",
        _end,
    ),
    (r"(?:the\ +)?end\ +of\ +(?:the\ +)?(?P<which>)(?P<period>week|month|year)", _end),
)
_AFTER_BY: tuple[tuple[str, _Reader], ...] = (
    (rf"(?:this\ +)?{_WEEKDAY}", _weekday),
    (rf"{_MONTH}{_YEAR}", _named),
)
_FORMS = tuple((re.compile(form, re.ASCII), read) for form, read in (*_SURE, *_AFTER_BY))


def _unnamed(forms: tuple[tuple[str, _Reader], ...]) -> str:
    """One pattern for all forms; their groups would clash, and are read again from what was found."""
    marks = "|".join(form.replace("(?P=mark)", "[-/.]") for form, _ in forms)
    return re.sub(r"\?P<\w+>", "?:", marks)


_IN_TEXT = re.compile(
    r"(?<![^\W_])(?:"
    rf"(?:(?:by|before|until|till?|due|on)\ +)?(?P<date>{_unnamed(_SURE)})"
    rf"|(?:by|before|until|till?|due|on)\ +(?P<weak>{_unnamed(_AFTER_BY)})"
    r")(?![^\W_]|[-/]\d)",
    re.ASCII,
)
