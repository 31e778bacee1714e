"""The legend of a habit's chart: the states that occur, each with its shape, in as many lines as it takes."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from matplotlib.backend_bases import RendererBase

from bot.charts.habit.cells import Cells
from bot.charts.habit.values import ORDER, DayShown, HabitChart, state_words
from bot.charts.lettering import font
from bot.charts.year.layout import LETTERS, Box

_HALF = 0.5
"""How full the day is that stands for all that are partly done."""
_SIDE, _NEAR, _APART = 0.15, 0.06, 0.2
"""Inches: how large a shape is, how far its words are, and how far the next shape is."""


class LegendSign(NamedTuple):
    day: DayShown | None
    words: str
    is_today: bool = False


Line: TypeAlias = list[tuple[int, LegendSign]]
"""How many pixels from the left each sign begins."""


def signs_of(chart: HabitChart) -> Iterator[LegendSign]:
    """Those that are in the picture."""
    found = {one.state for day, one in chart.days.items() if not (day == chart.today and chart.is_open)}
    for state in ORDER:
        if state in found:
            yield LegendSign(DayShown(state, _HALF), state_words(state, at_most=chart.at_most))
    if any(day not in chart.days for day, _ in chart.strength):
        yield LegendSign(None, state_words(None, at_most=chart.at_most))
    if chart.strength:
        yield LegendSign(None, "today", is_today=True)


def lines_of(signs: Sequence[LegendSign], width: float, renderer: RendererBase, dpi: int) -> list[Line]:
    """So that none is wider than so many pixels."""
    lines: list[Line] = [[]]
    at = 0
    for sign in signs:
        words, _, _ = renderer.get_text_width_height_descent(sign.words, font(LETTERS), ismath=False)
        wide = round((_SIDE + _NEAR) * dpi + words)
        if lines[-1] and at + wide > width:
            lines.append([])
            at = 0
        lines[-1].append((at, sign))
        at += wide + round(_APART * dpi)
    return lines


def draw_legend(cells: Cells, lines: Sequence[Line], box: Box, dpi: int) -> None:
    side, high = round(_SIDE * dpi), box.height // len(lines)
    for number, line in enumerate(lines, start=1):
        bottom = box.top - number * high + (high - side) // 2
        for at, sign in line:
            _draw_sign(cells, sign, Box(box.left + at, bottom, side, side), round(_NEAR * dpi))


def _draw_sign(cells: Cells, sign: LegendSign, box: Box, near: int) -> None:
    if sign.is_today:
        cells.ring(box)
    else:
        cells.draw([(box, sign.day)])
    cells.axes.text(
        box.right + near,
        (box.bottom + box.top) / 2,
        sign.words,
        va="center_baseline",
        color=cells.theme.muted,
        font=font(LETTERS),
        parse_math=False,
    )
