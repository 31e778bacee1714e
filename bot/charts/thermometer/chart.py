"""How far a group is with a goal, as a thermometer; beside it in words, and who added most."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from bot.charts.format import CARD, Format
from bot.charts.lettering import drawable, fit, font
from bot.charts.theme import DARK, LIGHT, Palette
from bot.charts.thermometer.values import MOST_ROWS, WHOLE, ThermometerChart, ThermometerRow, describe
from tracker.tones import Tone
from tracker.words import percent_text

MARKS = (25, 50, 75, 100)
_X, _BULB, _TUBE, _EDGE = 1.0, 0.42, 0.2, 0.06
"""Inches: where the thermometer stands, the radius of its bulb and of its tube, and its glass."""
_BOTTOM, _TOP = 1.02, 3.5
"""Inches: 0 and 100 %."""
_WORDS, _RIGHT = 2.3, 0.35
"""Inches: where the words begin, and what is left beside them."""
_ROW, _BAR, _NAMES = 0.34, 0.2, 1.6
_USUAL = 10
"""Points: larger letters are bold."""


def draw(chart: ThermometerChart, shape: Format = CARD, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    theme = DARK if dark else LIGHT
    figure = Figure(figsize=(shape.width, shape.height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, shape.width)
    axes.set_ylim(0, shape.height)
    _thermometer(axes, chart, theme)
    _words(_Sheet(axes, renderer, theme, shape.width - _RIGHT), chart)
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure.savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def _thermometer(axes: Axes, chart: ThermometerChart, theme: Palette) -> None:
    """The glass, what is in it, and its marks: those that were passed are bold and have a longer line."""
    color = theme.forecast[Tone.GOOD] if chart.percent >= WHOLE else theme.target
    bulb = (_X, _BOTTOM - _BULB)
    for grown, face in ((_EDGE, theme.muted), (0.0, theme.grid)):
        _tube(axes, _TUBE + grown, _TOP + _TUBE / 2 + grown, face)
        axes.add_patch(Circle(bulb, _BULB + grown, facecolor=face, lw=0))
    axes.add_patch(Circle(bulb, _BULB - _EDGE, facecolor=color, lw=0))
    inner, level = _TUBE - _EDGE, _BOTTOM + (_TOP - _BOTTOM) * min(chart.percent, WHOLE) / WHOLE
    axes.add_patch(Rectangle((_X - inner, bulb[1]), 2 * inner, level - bulb[1], facecolor=color, lw=0))
    for mark in MARKS:
        height, is_reached = _BOTTOM + (_TOP - _BOTTOM) * mark / WHOLE, mark in chart.reached
        begin = _X + _TUBE + 2 * _EDGE
        shade = theme.text if is_reached else theme.muted
        axes.plot([begin, begin + (0.16 if is_reached else 0.09)], [height, height], color=shade, lw=1.6)
        letters = font(9, bold=is_reached)
        axes.text(begin + 0.22, height, f"{mark} %", color=shade, font=letters, va="center")


def _tube(axes: Axes, radius: float, top: float, color: str) -> None:
    """Round at its top."""
    corner = f"round,pad=0,rounding_size={radius}"
    width, height = 2 * radius, top - _BOTTOM + _BULB
    left, bottom = _X - radius, _BOTTOM - _BULB
    axes.add_patch(FancyBboxPatch((left, bottom), width, height, boxstyle=corner, facecolor=color, lw=0))


class _Sheet(NamedTuple):
    axes: Axes
    renderer: RendererBase
    theme: Palette
    right: float

    def write(self, at: tuple[float, float], words: str, color: str, size: int, *, room: float) -> None:
        """No wider than there is room."""
        letters = font(size, bold=size > _USUAL, text=words)
        text = self.axes.text(*at, drawable(words), color=color, font=letters, va="center", parse_math=False)
        fit(text, room * self.axes.figure.dpi, self.renderer)


def _words(sheet: _Sheet, chart: ThermometerChart) -> None:
    theme, room = sheet.theme, sheet.right - _WORDS
    color = theme.forecast[Tone.GOOD] if chart.percent >= WHOLE else theme.target
    sheet.write((_WORDS, 3.55), chart.title, theme.text, 13, room=room)
    sheet.write((_WORDS, 2.98), f"{percent_text(chart.percent)}", color, 27, room=room)
    sheet.write((_WORDS, 2.48), chart.standing, theme.text, _USUAL, room=room)
    sheet.write((_WORDS, 2.2), ", ".join(chart.notes), theme.muted, 9, room=room)
    _rows(sheet, chart.rows[:MOST_ROWS])


def _rows(sheet: _Sheet, rows: Sequence[ThermometerRow]) -> None:
    """Who added most, each beside a bar: against the first."""
    theme, begin = sheet.theme, _WORDS + _NAMES
    room = sheet.right - begin
    for number, one in enumerate(rows):
        height = 1.78 - number * _ROW
        for width, color, alpha in ((room, theme.grid, 1), (room * one.percent / WHOLE, theme.history, 0.5)):
            bar = Rectangle((begin, height - _BAR / 2), width, _BAR, facecolor=color, alpha=alpha, lw=0)
            sheet.axes.add_patch(bar)
        sheet.write((_WORDS, height), one.name, theme.text, 9, room=_NAMES - 0.1)
        sheet.write((begin + 0.06, height), one.text, theme.text, 8, room=room - 0.1)
