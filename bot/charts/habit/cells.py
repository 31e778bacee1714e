"""The days of a habit's chart: each state has a shape of its own, and no colour is needed to tell it."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb

from bot.charts.habit.values import DayShown
from bot.charts.theme import Palette
from bot.charts.year.layout import Box
from tracker.habits.states import DayState

Outline: TypeAlias = Sequence[tuple[float, float]]
Cell: TypeAlias = tuple[Box, DayShown | None]
"""None is a day of which nothing was wanted."""

_TINT = 0.25
"""How much of the colour there is where a day is not filled."""
_AHEAD = 0.6
"""The same of a day that has not come."""


class Cells:
    """Draws days on axes whose units are pixels, all of one kind at once."""

    def __init__(self, axes: Axes, theme: Palette) -> None:
        dpi = axes.figure.dpi
        self.axes, self.theme = axes, theme
        self.pixel = 72 / dpi
        """In points, as matplotlib measures lines."""
        self.gap, self.stroke, self.thick = round(dpi / 100), math.ceil(dpi / 75), round(dpi / 50)
        """Around each day, of a line, and of the one around today, in whole pixels."""

    def draw(self, cells: Iterable[Cell]) -> None:
        kinds: dict[DayState | None, list[tuple[Box, float]]] = {}
        for box, day in cells:
            kinds.setdefault(day and day.state, []).append((box.inset(self.gap), day.share if day else 0.0))
        for state, found in kinds.items():
            if state is DayState.PARTIAL:
                self._draw_partial(found)
            else:
                self._draw_whole(state, [box for box, _ in found])

    def draw_ahead(self, boxes: Iterable[Box]) -> None:
        """Days that have not come yet: no more than a place for them."""
        color = _mixed(self.theme.grid, self.theme.background, _AHEAD)
        self._fill([_corners(box.inset(self.gap)) for box in boxes], color)

    def draw_empty(self, boxes: Iterable[Box]) -> None:
        """Days of which nothing is known."""
        self._fill([_corners(box.inset(self.gap)) for box in boxes], to_rgb(self.theme.grid))

    def shade(self, boxes: Iterable[Box], share: float) -> None:
        """Filled, with so much of the colour."""
        color = _mixed(self.theme.history, self.theme.background, share)
        self._fill([_corners(box.inset(self.gap)) for box in boxes], color)

    def ring(self, box: Box) -> None:
        """Around today."""
        self._fill(list(_sides(box.inset(-self.gap), self.thick)), self.theme.text)

    def _draw_partial(self, days: Sequence[tuple[Box, float]]) -> None:
        """Filled from below as far as it is done."""
        theme = self.theme
        self._fill([_corners(box) for box, _ in days], _mixed(theme.history, theme.background, _TINT))
        levels = [box._replace(height=round(box.height * min(max(share, 0), 1))) for box, share in days]
        self._fill([_corners(box) for box in levels], theme.history)

    def _draw_whole(self, state: DayState | None, boxes: Sequence[Box]) -> None:
        theme = self.theme
        match state:
            case DayState.DONE:
                self._fill([_corners(box) for box in boxes], theme.history)
            case DayState.MISSED:
                self._fill([side for box in boxes for side in _sides(box, self.stroke)], theme.target)
            case DayState.SKIPPED:
                self._fill([_triangle(box) for box in boxes], theme.muted)
            case DayState.FROZEN:
                self._lines([arm for box in boxes for arm in _star(box)], theme.history)
            case DayState.AWAY:
                self._lines([_slash(box) for box in boxes], theme.muted)
            case DayState.UNKNOWN:
                self._lines([_closed(_round(box, 0.3)) for box in boxes], theme.muted)
            case DayState.OPEN:
                self._fill([dot for box in boxes for dot in _dots(box, self.stroke)], theme.muted)
            case _:
                self._fill([_round(box, 0.13) for box in boxes], theme.muted)

    def _fill(self, outlines: Sequence[Outline], color: str | tuple[float, ...]) -> None:
        self.axes.add_collection(PolyCollection(outlines, facecolor=color, lw=0, zorder=2), autolim=False)

    def _lines(self, lines: Sequence[Outline], color: str) -> None:
        width = self.stroke * self.pixel
        self.axes.add_collection(LineCollection(lines, colors=color, lw=width, zorder=2), autolim=False)


def _corners(box: Box) -> Outline:
    return (box.left, box.bottom), (box.right, box.bottom), (box.right, box.top), (box.left, box.top)


def _sides(box: Box, thick: int) -> Iterator[Outline]:
    """A hollow box out of four full ones: a line would lie between the pixels."""
    left, bottom, width, height = box
    yield _corners(Box(left, bottom, width, thick))
    yield _corners(Box(left, box.top - thick, width, thick))
    yield _corners(Box(left, bottom, thick, height))
    yield _corners(Box(box.right - thick, bottom, thick, height))


def _dots(box: Box, size: int) -> Iterator[Outline]:
    """The corners of a box."""
    for left in (box.left, box.right - 2 * size):
        for bottom in (box.bottom, box.top - 2 * size):
            yield _corners(Box(left, bottom, 2 * size, 2 * size))


def _closed(outline: Outline) -> Outline:
    return (*outline, outline[0])


def _around(box: Box, radius: float, angles: Iterable[float]) -> Iterator[tuple[float, float]]:
    """Points around the middle; the radius is a share of the shorter side."""
    x, y, size = box.left + box.width / 2, box.bottom + box.height / 2, min(box.width, box.height)
    return ((x + radius * size * math.cos(at), y + radius * size * math.sin(at)) for at in angles)


def _round(box: Box, radius: float) -> Outline:
    return tuple(_around(box, radius, (math.tau * step / 16 for step in range(16))))


def _triangle(box: Box) -> Outline:
    return tuple(_around(box, 0.4, (0, math.tau / 3, math.tau * 2 / 3)))


def _slash(box: Box) -> Outline:
    return tuple(_around(box, 0.48, (math.pi / 4, math.pi * 5 / 4)))


def _star(box: Box) -> Iterator[Outline]:
    for step in range(3):
        turn = math.pi / 2 + step * math.pi / 3
        yield tuple(_around(box, 0.46, (turn, turn + math.pi)))


def _mixed(color: str, background: str, share: float) -> tuple[float, ...]:
    pairs = zip(to_rgb(color), to_rgb(background), strict=True)
    return tuple(share * one + (1 - share) * other for one, other in pairs)
