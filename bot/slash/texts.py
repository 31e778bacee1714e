"""Words, numbers and times as Discord shows them. What others named is harmless here, and never long."""

from collections.abc import Iterable
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from discord.utils import TimestampStyle, format_dt

from bot.names import TITLE, cut_short

NOTHING = "\N{EN DASH}"

_NOON = time(12)
_IN_CODE = str.maketrans({"`": "'", "\\": "/"})


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
