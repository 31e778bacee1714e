"""The picture of a message: features draw them, in `FOR_MESSAGES` of their `picture.py`.

Most mail is read on white, and most of Discord is dark.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from bot.charts.drawing import Drawings
from bot.feature import Feature
from scheduler.channels.channel import Part
from scheduler.channels.picture import Picture
from tracker.clock import Clock
from tracker.store.table import Table

MOST_WAITING = 8
"""A message that would have to wait for more pictures goes without one: people who wait come first."""


class PictureRequest(NamedTuple):
    table: Table
    drawings: Drawings
    now: datetime
    person: str
    """Who gets the message."""
    names: Sequence[str]
    """What it is about, as its kind's chart names it."""
    dark: bool


DrawMessage: TypeAlias = Callable[[PictureRequest], Awaitable[Picture | None]]


class MessagePictures:
    def __init__(self, table: Table, clock: Clock, drawings: Drawings, features: Sequence[Feature]) -> None:
        self._table, self._clock, self._drawings = table, clock, drawings
        self._draw: dict[str, DrawMessage] = {}
        for feature in features:
            drawn: Mapping[str, DrawMessage] = getattr(feature.part("picture"), "FOR_MESSAGES", {})
            self._draw |= drawn

    async def __call__(self, person: str, part: Part, /, *, dark: bool = False) -> Picture | None:
        chart = part.kind.chart
        names = part.named(chart.about) if chart is not None and person else None
        draw = self._draw.get(chart.shows) if chart is not None else None
        if names is None or draw is None:
            return None
        now = self._clock().replace(microsecond=0)
        return await draw(PictureRequest(self._table, self._drawings, now, person, names, dark))
