"""Dates to come, as people write them: `2027-03-01`, `1 march`, `in 6 weeks`, `friday`, `end of month`."""

import re
from datetime import date, timedelta

from tracker.days import last_of_month, last_of_week
from tracker.goals.date_words import (
    CALENDAR,
    MONTH,
    STEPS,
    WEEKDAY,
    YEAR,
    Forms,
    Parts,
    Way,
    months_later,
    named,
    near,
    read_date,
    shown,
    steps,
    weekday,
)
from tracker.goals.errors import DateInPast, NoSuchDate

ADVICE = "Write a date as 2027-03-01, 1 march, in 6 weeks, friday or end of month."
FARTHEST = timedelta(days=36525)


def parse_date(text: str, today: date) -> date:
    """The date that a text means for someone whose day is `today`; today itself is a date to come."""
    wanted = re.sub(r"^(?:by|before|until|til|till|due|on)\s+", "", " ".join(text.casefold().split()))
    day = read_date(text, wanted, _FORMS, today, way=Way.AHEAD, advice=ADVICE)
    return _to_come(text, day, today)


def find_date(text: str, today: date) -> tuple[str, date] | None:
    """The first date in a text in small letters, with the rest of the text; None where there is none.

    A word that might mean something else (`friday`, `march`) is one only after `by`, `until` or `on`.
    """
    if (found := _IN_TEXT.search(text)) is None:
        return None
    return f"{text[: found.start()]} | {text[found.end() :]}", parse_date(
        found["date"] or found["weak"], today
    )


def _to_come(text: str, day: date, today: date) -> date:
    if day < today:
        raise DateInPast(f"{shown(text)} is in the past: today is {today}.")
    if day - today > FARTHEST:
        raise NoSuchDate(f"{shown(text)} is more than a hundred years away.")
    return day


def _end(parts: Parts, today: date, _: Way) -> date:
    """The last day of this week, month or year, or of the next one."""
    later = int(parts["which"] == "next")
    match parts["period"]:
        case "week":
            return last_of_week(today + timedelta(days=7 * later))
        case "month":
            return last_of_month(months_later(today.replace(day=1), later))
        case _:
            return date(today.year + later, 12, 31)


_SURE: Forms = (
    *CALENDAR,
    (rf"(?:in|within)\ +{STEPS}", steps),
    (r"(?P<near>today|tonight|tomorrow)", near),
    (rf"next\ +{WEEKDAY}", weekday),
    (
        r"(?:(?:the\ +)?end\ +of\ +(?:the\ +)?)?(?P<which>this|next)\ +(?P<period>week|month|year)",
        _end,
    ),
    (r"(?:the\ +)?end\ +of\ +(?:the\ +)?(?P<which>)(?P<period>week|month|year)", _end),
)
_AFTER_BY: Forms = (
    (rf"(?:this\ +)?{WEEKDAY}", weekday),
    (rf"{MONTH}{YEAR}", named),
)
_FORMS = (*_SURE, *_AFTER_BY)


def _unnamed(forms: Forms) -> str:
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
