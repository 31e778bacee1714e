"""A habit as a picture: the days of a year in their weeks, and below them how strong it became."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from datetime import date
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts.format import PAGE, Format
from bot.charts.frame import headline
from bot.charts.habit_cells import Cells
from bot.charts.habit_curve import draw_curve
from bot.charts.habit_legend import draw_legend, lines_of, signs_of
from bot.charts.habit_scene import LETTERS, Box, HabitLayout, calendar_of, layout_of
from bot.charts.habit_values import HabitChart, chart_of, describe
from bot.charts.lettering import font
from bot.charts.theme import DARK, LIGHT, Theme

__all__ = ["HabitChart", "chart_of", "describe", "draw_habit", "figure_of"]

_NEAR = 0.06
"""Inches between the days and what is written beside them."""
_WEEKDAYS = ((0, "Mon"), (2, "Wed"), (4, "Fri"))


class Heading(NamedTuple):
    title: str
    subtitle: str


def draw_habit(chart: HabitChart, shape: Format = PAGE, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": chart.name, "Description": describe(chart), "Software": "Questlog"}
    figure_of(chart, shape, dark=dark).savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def figure_of(chart: HabitChart, shape: Format = PAGE, *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    theme = DARK if dark else LIGHT
    figure = Figure(figsize=(shape.width, shape.height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    if shape.headline:
        headline(figure, renderer, Heading(chart.name, chart.subtitle), theme, shape)
    width = (1 - shape.left) * figure.bbox.width
    lines = lines_of(list(signs_of(chart)), width, renderer, shape.dpi)
    layout = layout_of(calendar_of(chart), shape, len(lines))
    cells = Cells(_pixels(figure), theme)
    _draw_days(cells, chart, layout)
    _name_weeks(cells.axes, layout, theme)
    draw_legend(cells, lines, layout.legend, shape.dpi)
    draw_curve(figure, chart, layout, theme)
    return figure


def _pixels(figure: Figure) -> Axes:
    """The whole picture, with a pixel as its unit."""
    axes = figure.add_axes((0, 0, 1, 1), label="days")
    axes.set_axis_off()
    axes.set_xlim(0, figure.bbox.width)
    axes.set_ylim(0, figure.bbox.height)
    return axes


def _draw_days(cells: Cells, chart: HabitChart, layout: HabitLayout) -> None:
    days = [day for day in layout.calendar.days() if day >= chart.first]
    cells.draw_ahead(_cell(layout, day) for day in days if day > chart.today)
    if chart.first > chart.today:
        return
    lived = [day for day in days if day <= chart.today and not (day == chart.today and chart.is_open)]
    cells.draw((_cell(layout, day), chart.days.get(day)) for day in lived)
    cells.ring(_cell(layout, chart.today))


def _cell(layout: HabitLayout, day: date) -> Box:
    (column, row), (wide, high) = layout.calendar.place(day), layout.cell
    return Box(layout.days.left + column * wide, layout.days.top - (row + 1) * high, wide, high)


def _name_weeks(axes: Axes, layout: HabitLayout, theme: Theme) -> None:
    """The weekdays at the left, the months above."""
    style: dict[str, Any] = {"color": theme.muted, "font": font(LETTERS), "parse_math": False}
    days, (wide, high) = layout.days, layout.cell
    near = _NEAR * axes.figure.dpi
    for row, name in _WEEKDAYS:
        axes.text(days.left - near, days.top - (row + 0.5) * high, name, ha="right", va="center", **style)
    for day, name in layout.months:
        column = layout.calendar.place(day)[0]
        axes.text(days.left + column * wide, days.top + near, name, va="baseline", **style)
