"""Whoever looks at a message: which channels they see, and how instants are written for them.

Discord's client writes those in the reader's own zone and language; this reader has British English.
"""

import math
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tests.rendering.not_drawn import NotDrawn

_STYLES = {
    "t": "%H:%M",
    "T": "%H:%M:%S",
    "d": "%d/%m/%Y",
    "D": "%-d %B %Y",
    "f": "%-d %B %Y %H:%M",
    "F": "%A, %-d %B %Y %H:%M",
}
_RELATIVE = "R"
_DAY = 86_400.0


class _Unit(NamedTuple):
    seconds: float
    most: float
    """From so many on, the next unit is used."""
    one: str
    many: str


_UNITS = (
    _Unit(1, 45, "a few seconds", "a few seconds"),
    _Unit(60, 45, "a minute", "{} minutes"),
    _Unit(3600, 22, "an hour", "{} hours"),
    _Unit(_DAY, 26, "a day", "{} days"),
    _Unit(_DAY * 365.2425 / 12, 11, "a month", "{} months"),
    _Unit(_DAY * 365.2425, math.inf, "a year", "{} years"),
)
"""As the client rounds: 36 hours are 2 days, and 26 days are a month."""


class Reader(NamedTuple):
    zone: ZoneInfo
    now: datetime
    channels: Mapping[int, str]
    """Their names, by their ids."""

    def channel(self, number: int) -> str:
        """What stands in the place of `<#number>`. Raises NotDrawn."""
        if number not in self.channels:
            raise NotDrawn(f"a channel that is not there: {number}")
        return f"#{self.channels[number]}"

    def time(self, at: datetime, style: str) -> str:
        """What stands in the place of `<t:…:style>`."""
        if style == _RELATIVE:
            return _relative((at - self.now).total_seconds())
        return at.astimezone(self.zone).strftime(_STYLES[style])

    def sent(self, at: datetime) -> str:
        """When a message came, as it stands beside the name of its author."""
        day, today = (it.astimezone(self.zone).date() for it in (at, self.now))
        named = {today: "Today", today - timedelta(days=1): "Yesterday"}.get(day)
        return f"{named} at {self.time(at, 't')}" if named else f"{self.time(at, 'd')} {self.time(at, 't')}"


def _relative(seconds: float) -> str:
    counts = ((math.floor(abs(seconds) / unit.seconds + 0.5), unit) for unit in _UNITS)
    count, unit = next((count, unit) for count, unit in counts if count < unit.most)
    words = unit.many.format(count) if count > 1 else unit.one
    return f"in {words}" if seconds > 0 else f"{words} ago"
