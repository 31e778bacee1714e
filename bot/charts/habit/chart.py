"""A habit as a picture: the days of a year in their weeks, and below them how strong it became."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts.format import PAGE, Format
from bot.charts.frame import Heading, headline
from bot.charts.habit.cells import Cells
from bot.charts.habit.curve import draw_curve
from bot.charts.habit.legend import draw_legend, lines_of, signs_of
from bot.charts.habit.values import HabitChart, chart_of, describe
from bot.charts.theme import DARK, LIGHT
from bot.charts.year.frame import name_weeks, pixels
from bot.charts.year.layout import YearLayout, calendar_of, layout_of

__all__ = ["HabitChart", "chart_of", "describe", "draw_habit", "figure_of"]


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
    layout = layout_of(calendar_of(chart.begins, chart.today), shape, len(lines))
    cells = Cells(pixels(figure), theme)
    _draw_days(cells, chart, layout)
    name_weeks(cells.axes, layout, theme)
    draw_legend(cells, lines, layout.legend, shape.dpi)
    draw_curve(figure, chart, layout, theme)
    return figure


def _draw_days(cells: Cells, chart: HabitChart, layout: YearLayout) -> None:
    days = [day for day in layout.calendar.days() if day >= chart.first]
    cells.draw_ahead(layout.cell(day) for day in days if day > chart.today)
    if chart.first > chart.today:
        return
    lived = [day for day in days if day <= chart.today and not (day == chart.today and chart.is_open)]
    cells.draw((layout.cell(day), chart.days.get(day)) for day in lived)
    cells.ring(layout.cell(chart.today))
