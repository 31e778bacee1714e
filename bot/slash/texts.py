"""Words, numbers and times as Discord shows them. What others named is harmless here, and never long."""

import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from discord.utils import TimestampStyle, format_dt

from bot.names import TITLE, cut_short
from scheduler.channels.discord.text import safe_line
from tracker.days import MIDNIGHT, day_begins
from tracker.readings import Number
from tracker.words import people

NOTHING = "\N{EN DASH}"

_NO_NAME = "(no name)"
_VISIBLE = frozenset("LNPS")
"""The classes of letters, numbers, punctuation and symbols."""
_LONGEST_FIGURE = 24
_NOON = time(12)
_IN_CODE = str.maketrans({"`": "'", "\\": "/"})


@lru_cache(maxsize=2048)
def safe(text: str, most: int = TITLE) -> str:
    """On one line, without markdown, mentions and links, and never empty.

    It is cut before it is escaped: what comes out is at most three times as long as `most`.
    """
    words = safe_line(cut_short(text, most))
    return words if any(unicodedata.category(letter)[0] in _VISIBLE for letter in words) else _NO_NAME


def code(text: str) -> str:
    """Something to be typed as it stands."""
    return f"`{cut_short(text, TITLE).translate(_IN_CODE) or NOTHING}`"


def small(text: str) -> str:
    """A line of small print."""
    return f"-# {text}"


def dotted(parts: Iterable[str | None]) -> str:
    """What is there, with dots between."""
    return " \N{MIDDLE DOT} ".join(filter(None, parts))


def moment(at: datetime, style: TimestampStyle = "f") -> str:
    """An instant, in the zone and the language of whoever reads it."""
    return format_dt(at, style)


def on_day(day: date, zone: ZoneInfo) -> str:
    """A date. Its noon is the same date for all who live less than half a day away."""
    return format_dt(datetime.combine(day, _NOON, zone), "D")


def until_end(day: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> str:
    """How long until a day of the person is over: `in 3 days`."""
    return format_dt(day_begins(date.fromordinal(day.toordinal() + 1), zone, day_start), "R")


def figure(value: Number | float) -> str:
    """`13,034,431`; what no game counts is shortened to `1.3e+31`."""
    words = people(value)
    return words if len(words) <= _LONGEST_FIGURE else f"{float(value):.3g}"


def signed(value: Number | float) -> str:
    return f"{'+' if value > 0 else ''}{figure(value)}"


def percent(value: float) -> str:
    return f"{value:g} %"


def counted(number: int, thing: str) -> str:
    """`1 goal`, `25 goals`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
