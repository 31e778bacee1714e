"""Words that several features use: amounts, days, lists, bars and notes, as people read and write them."""

import math
import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from tracker.days import Days
from tracker.locales import (
    date_text,
    first_weekday,
    number_text,
    reader,
    time_text,
    weekday_short,
    weekday_text,
    whole_date,
    with_signs,
)
from tracker.numbers import grouped, short
from tracker.readings import Number
from tracker.refusals import Reason, Refused

LONGEST_NOTE = 200

_LONGEST_QUOTE = 60
_A_MONDAY = date(2001, 1, 1)
_JOINERS = "\u200c\u200d"
"""They cannot be seen by themselves; between others they make one letter or one emoji of them."""
_FEW = 2
"""Up to so many minutes are said in seconds, and so many hours in minutes."""
_ROUND = 1_000_000
_DECIMALS = ((1_000, 0), (100, 1))
"""From which size on a number that was worked out has so many."""
_PLURAL = re.compile(r"[a-z ]{3,}(?<!ss)(?<!us)(?<!is)(?<!os)(?<![sxz]e)(?<!che)(?<!she)s", re.IGNORECASE)
_FULL, _EMPTY = "\N{BLACK PARALLELOGRAM}", "\N{WHITE PARALLELOGRAM}"


class BadNote(Refused):
    code = "bad_note"
    reason = Reason.UNREADABLE


def people(value: Number | float) -> str:
    """A number in a text: what was read or typed with all its digits, what was worked out with a few.

    A float is worked out: whole from a thousand on, with one decimal from a hundred on and with two below.
    """
    if not isinstance(value, float):
        return _grouped(value)
    number = Decimal(str(value))
    places = next((places for size, places in _DECIMALS if abs(number) >= size), 2)
    return _grouped(round(number, places))


def _grouped(value: Number) -> str:
    """As whoever reads writes numbers."""
    locale = reader()
    return grouped(value) if locale is None else number_text(value, locale)


def signed(value: Number) -> str:
    """What was added or taken: `+15`, `-1,200`."""
    return f"{'+' if value >= 0 else ''}{people(value)}"


def with_unit(value: Number | float, unit: str) -> str:
    """`13,034,431 xp`, `1 level`, `2 levels`."""
    return f"{people(value)} {unit_for(value, unit)}".rstrip()


def unit_for(value: Number | float, unit: str) -> str:
    """In the singular for one, where that is a matter of an `s`: `level`, `page`; but `glasses`, `lbs`."""
    return unit[:-1] if abs(value) == 1 and _PLURAL.fullmatch(unit) else unit


def compact(value: Number) -> str:
    """`200m` where nothing is lost by it, `13,034,431` otherwise."""
    return (
        with_own_signs(short(value)) if value >= _ROUND and value % (_ROUND // 100) == 0 else _grouped(value)
    )


def with_own_signs(text: str) -> str:
    """A number that is written already, with the signs of whoever reads: `12,3k`."""
    locale = reader()
    return text if locale is None else with_signs(text, locale)


def capital(words: str) -> str:
    """As a sentence begins."""
    return f"{words[:1].upper()}{words[1:]}"


def count_of(number: int, unit: str) -> str:
    """`1 day`, `12 weeks`."""
    return f"{_grouped(number)} {unit}{'' if number == 1 else 's'}"


def wait_text(wait: timedelta) -> str:
    """Rounded up, so that nobody comes too early: `40 seconds`, `10 minutes`, `3 hours`."""
    seconds = max(math.ceil(wait.total_seconds()), 1)
    if seconds <= _FEW * 60:
        return count_of(seconds, "second")
    minutes = math.ceil(seconds / 60)
    return count_of(minutes, "minute") if minutes <= _FEW * 60 else count_of(math.ceil(minutes / 60), "hour")


def people_count(number: int) -> str:
    """`1 person`, `1,200 people`."""
    return "1 person" if number == 1 else f"{_grouped(number)} people"


def state_words(state: str) -> str:
    """`InProgress` as people say it: `in progress`."""
    return "".join(f" {one.lower()}" if one.isupper() else one for one in state).strip()


def some_of(names: Sequence[str], most: int) -> str:
    """`Gym, Read and 3 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {_grouped(more)} more" if more > 0 else "")


def percent_text(percent: float) -> str:
    """`0 %`, `45.2 %`."""
    return f"{with_own_signs(f'{percent:g}')} %"


def bar(percent: float, width: int = 10) -> str:
    """Full only when it is: the last piece comes with 100 %."""
    full = min(int(percent * width / 100), width)
    return _FULL * full + _EMPTY * (width - full)


def in_full(day: date) -> str:
    """`Monday 1 March 2027`."""
    if (locale := reader()) is not None:
        return whole_date(day, locale, weekday=True)
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def day_text(day: date, today: date) -> str:
    """`1 March`, and the year where it is another."""
    if (locale := reader()) is not None:
        same = day.year == today.year
        return date_text(day, "MMMMd", locale) if same else whole_date(day, locale)
    year = f" {day.year}" if day.year != today.year else ""
    return f"{day.day} {day:%B}{year}"


def month_text(day: date) -> str:
    """`March 2027`."""
    locale = reader()
    return f"{day:%B} {day.year}" if locale is None else date_text(day, "yMMMM", locale)


def month_name(day: date) -> str:
    """`Mar`."""
    locale = reader()
    return f"{day:%b}" if locale is None else date_text(day, "MMM", locale)


def near_day(day: date, today: date) -> str:
    """`today`, `yesterday`, `Monday`, `1 March`."""
    match (today - day).days:
        case 0:
            return "today"
        case 1:
            return "yesterday"
        case ago if 1 < ago < 7:  # noqa: PLR2004 - days of a week, which its name still tells apart
            return weekday(day)
        case _:
            return day_text(day, today)


def weekday(day: date) -> str:
    """`Monday`."""
    locale = reader()
    return f"{day:%A}" if locale is None else weekday_text(day, locale)


def named_weekday(number: int) -> str:
    """Of 0 to 6, from Monday on: `Monday`."""
    return weekday(_A_MONDAY + timedelta(days=number))


def every_weekday(number: int) -> str:
    """Of 0 to 6, from Monday on: `Mondays`. In other languages the name: their plurals are their own."""
    locale = reader()
    return f"{named_weekday(number)}{'s' if locale is None or locale.language == 'en' else ''}"


def weekday_name(day: date) -> str:
    """`Mon`."""
    locale = reader()
    return f"{day:%a}" if locale is None else weekday_short(day, locale)


def clock_text(at: time | datetime) -> str:
    """`18:00`, or `6:00 PM` for who reads it so."""
    locale = reader()
    return f"{at:%H:%M}" if locale is None else time_text(at if isinstance(at, time) else at.time(), locale)


def short_day(day: date) -> str:
    """`Mon 8 Mar`."""
    locale = reader()
    return f"{day:%a} {day.day} {day:%b}" if locale is None else date_text(day, "MMMEd", locale)


def brief_day(day: date) -> str:
    """`8 Mar`."""
    locale = reader()
    return f"{day.day} {day:%b}" if locale is None else date_text(day, "MMMd", locale)


def shown_week(day: date) -> Days:
    """The week in which a day is, as whoever reads has weeks. Rules count weeks as ISO does."""
    first = day - timedelta(days=(day.weekday() - first_weekday()) % 7)
    return Days(first, first + timedelta(days=6))


def on_day(day: date, today: date) -> str:
    """As it stands after a verb: `today`, `yesterday`, `on Sunday`, `on 1 March`."""
    near = near_day(day, today)
    return near if (today - day).days in (0, 1) else f"on {near}"


def listed(items: Sequence[object]) -> str:
    """`90, 91 and 92`."""
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def times_text(times: Sequence[time]) -> str:
    """`07:30, 12:00 and 20:00`."""
    return listed([*map(clock_text, times)])


def quoted(text: str) -> str:
    """What a person wrote, in an answer to them: never so long that the answer is lost in it."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "\N{HORIZONTAL ELLIPSIS}")


def is_seen(letter: str) -> bool:
    """Whether a letter can be seen: names and notes hold no others."""
    return letter.isprintable() or letter in _JOINERS


def can_be_seen(text: str) -> bool:
    """All of it, and not only what joins."""
    return all(map(is_seen, text)) and (not text or any(map(str.isprintable, text)))


def checked_note(text: str | None) -> str | None:
    """On one line; None where it says nothing. Raises BadNote."""
    note = " ".join((text or "").split())
    if len(note) > LONGEST_NOTE or not can_be_seen(note):
        raise BadNote(f"A note has up to {LONGEST_NOTE} letters, digits and signs that can be seen.")
    return note or None
