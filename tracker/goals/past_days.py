"""Days that were, as people write them: `yesterday`, `last monday`, `7 days ago`, `1 march`."""

import re
from datetime import date, timedelta

from tracker.days import Days, first_of_week
from tracker.goals.date_words import (
    CALENDAR,
    STEPS,
    WEEKDAY,
    Forms,
    Parts,
    Way,
    near,
    read_date,
    steps,
    weekday,
)
from tracker.goals.errors import NoSuchDate
from tracker.goals.words.wording import in_full

ADVICE = "Write a day as 2027-03-01, 1 march, yesterday, monday or 7 days ago."
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 1)
"""No number is older, and nobody waits for a newer one."""

_DAY = timedelta(days=1)


def parse_past_day(text: str, today: date) -> date:
    """The day that a text means for someone whose day is `today`. One that is written out may be to come."""
    wanted = re.sub(r"^(?:from|since|on|to|until|till?)\s+", "", " ".join(text.casefold().split()))
    if wanted == "tomorrow":
        raise NoSuchDate(f"Tomorrow is still to come. {ADVICE}")
    day = read_date(text, wanted, _FORMS, today, way=Way.BACK, advice=ADVICE)
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


def _start(parts: Parts, today: date, _: Way) -> date:
    """The first day of this week, month or year, or of the one before."""
    begun = _first_of(parts["period"], today)
    return _first_of(parts["period"], begun - _DAY) if parts["which"] else begun


def _end(parts: Parts, today: date, _: Way) -> date:
    """The last day of the week, month or year before this one."""
    return _first_of(parts["period"], today) - _DAY


def _first_of(period: str, day: date) -> date:
    match period:
        case "week":
            return first_of_week(day)
        case "month":
            return day.replace(day=1)
        case _:
            return day.replace(month=1, day=1)


_PERIOD = r"(?P<period>week|month|year)"
_FORMS: Forms = (
    *CALENDAR,
    (rf"{STEPS}\ +ago", steps),
    (r"(?P<near>today|tonight|yesterday)", near),
    (rf"(?:last\ +|this\ +)?{WEEKDAY}", weekday),
    (rf"(?:the\ +)?(?:start|beginning)\ +of\ +(?:the\ +|this\ +|(?P<which>last)\ +)?{_PERIOD}", _start),
    (rf"(?:the\ +)?end\ +of\ +last\ +{_PERIOD}", _end),
)
