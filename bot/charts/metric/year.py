"""The year of a metric that adds up: each day as dark as it was much, and below it what each week came to."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from statistics import quantiles
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure

from bot.charts.format import Format
from bot.charts.habit.cells import Cells
from bot.charts.lettering import font
from bot.charts.metric.scene import without_spikes
from bot.charts.metric.values import MetricChart, year_begins
from bot.charts.numbers import rough
from bot.charts.scales import number_marks
from bot.charts.theme import Palette
from bot.charts.year.frame import curve_frame, name_weeks, pixels
from bot.charts.year.layout import LETTERS, Box, Calendar, YearLayout, calendar_of, layout_of
from tracker.readings import Number
from tracker.tones import Tone

SHADES = (0.22, 0.45, 0.7, 1.0)
"""How much of the colour a day has, from the least to the most."""
_SIDE, _NEAR, _APART = 0.15, 0.06, 0.2
"""Inches: how large a cell of the legend is, how far its words are, and how far the next thing is."""
_ROOM = 0.12
_BAR = 0.7
_WEEK = 7
_FAR_TARGET = 3.0
"""A target is in the picture where it is no more than so many times the best week."""


class Shading(NamedTuple):
    """Which shade a value has: those up to the first bound the lightest."""

    bounds: tuple[float, ...]

    def of(self, value: Number) -> int:
        return len(SHADES) - 1 - len(self.bounds) + bisect_left(self.bounds, float(value))


def shading_of(values: Sequence[Number]) -> Shading:
    """By quarters of the days, so that one huge day does not make all others alike."""
    distinct = sorted({float(value) for value in values})
    if len(distinct) <= len(SHADES):
        return Shading(tuple(distinct[:-1]))
    bounds = quantiles((float(value) for value in values), n=len(SHADES), method="inclusive")
    return Shading(tuple(dict.fromkeys(bounds)))


def week_totals(chart: MetricChart, calendar: Calendar) -> dict[int, Number]:
    """By the number of the week; one without a log is not there."""
    totals: dict[int, Number] = {}
    for day, value in chart.days.items():
        week = calendar.place(day)[0]
        if 0 <= week < calendar.weeks:
            totals[week] = totals.get(week, 0) + value
    return totals


def year_figure(
    figure: Figure, renderer: RendererBase, chart: MetricChart, theme: Palette, shape: Format
) -> None:
    layout = layout_of(calendar_of(year_begins(chart), chart.today), shape, 1)
    cells = Cells(pixels(figure), theme)
    days = {day: value for day, value in chart.days.items() if day >= layout.calendar.begins}
    _draw_days(cells, chart, days, layout)
    name_weeks(cells.axes, layout, theme)
    _Legend(cells, renderer, layout.legend, shape.dpi).draw(chart, [*days.values()])
    _draw_weeks(figure, chart, layout, theme)


def _draw_days(cells: Cells, chart: MetricChart, days: dict[date, Number], layout: YearLayout) -> None:
    shading = shading_of([*days.values()])
    shades: dict[int, list[Box]] = {}
    for day, value in days.items():
        shades.setdefault(shading.of(value), []).append(layout.cell(day))
    empty = [day for day in layout.calendar.days() if day not in days]
    cells.draw_empty(layout.cell(day) for day in empty if chart.first <= day <= chart.today)
    cells.draw_ahead(layout.cell(day) for day in empty if not chart.first <= day <= chart.today)
    for shade, boxes in shades.items():
        cells.shade(boxes, SHADES[shade])
    cells.ring(layout.cell(chart.today))


class _Legend:
    """`2 ▢▢▢▢ 14,000 · no log · today`, from the left."""

    def __init__(self, cells: Cells, renderer: RendererBase, box: Box, dpi: int) -> None:
        self.cells, self.renderer, self.box = cells, renderer, box
        self.side, self.near, self.apart = (round(inches * dpi) for inches in (_SIDE, _NEAR, _APART))
        self.at = box.left

    def draw(self, chart: MetricChart, values: Sequence[Number]) -> None:
        if values:
            least, most = rough(min(values)), rough(max(values))
            if least != most:
                self._words(least, self.near)
            shades = SHADES if least != most else SHADES[-1:]
            for share in shades:
                self.cells.shade([self._box()], share)
                self.at += self.side
            self.at += self.near
            unit = f" {chart.unit}" if chart.unit else ""
            self._words(f"{most}{unit} a day", self.apart)
        self.cells.draw_empty([self._box()])
        self.at += self.side + self.near
        self._words("no log", self.apart)
        self.cells.ring(self._box())
        self.at += self.side + self.near
        self._words("today", 0)

    def _box(self) -> Box:
        return Box(self.at, self.box.bottom + (self.box.height - self.side) // 2, self.side, self.side)

    def _words(self, words: str, after: int) -> None:
        letters = font(LETTERS, text=words)
        self.cells.axes.text(
            self.at,
            self.box.bottom + self.box.height / 2,
            words,
            va="center_baseline",
            color=self.cells.theme.muted,
            font=letters,
            parse_math=False,
        )
        wide, _, _ = self.renderer.get_text_width_height_descent(words, letters, ismath=False)
        self.at += round(wide) + after


def _draw_weeks(figure: Figure, chart: MetricChart, layout: YearLayout, theme: Palette) -> None:
    """A bar for each week, in its column; this week's is hollow, for it is not over."""
    totals = week_totals(chart, layout.calendar)
    target = None if chart.target is None else float(chart.target) * _WEEK
    low, high = _limits([float(total) for total in totals.values()], target)
    marks = number_marks(low, high, most=4)
    axes = curve_frame(figure, layout, theme, marks, "weeks")
    axes.set_ylim(low, high)
    axes.text(0.0, high, "a week", color=theme.muted, font=font(LETTERS), va="bottom", parse_math=False)
    this_week = layout.calendar.place(chart.today)[0]
    for week, total in totals.items():
        face = "none" if week == this_week else theme.history
        height = min(max(float(total), low), high)
        axes.bar(week + 0.5, height, _BAR, facecolor=face, edgecolor=theme.history, lw=1.0, zorder=3)
    _mark_beyond(axes, totals, (low, high), theme)
    if target is not None and low < target < high:
        _draw_target(axes, target, theme)


def _draw_target(axes: Axes, height: float, theme: Palette) -> None:
    """What seven days of the target come to."""
    axes.axhline(height, color=theme.target, lw=1.5, zorder=4)
    axes.annotate(
        "target",
        (axes.get_xlim()[1], height),
        xytext=(4, 0),
        textcoords="offset points",
        va="center_baseline",
        color=theme.target,
        font=font(LETTERS),
        parse_math=False,
        annotation_clip=False,
    )


def _limits(totals: Sequence[float], target: float | None) -> tuple[float, float]:
    inner = [0.0, *without_spikes(totals)] if totals else [0.0, 1.0]
    low, high = min(inner), max(inner)
    if target is not None and high < target <= high * _FAR_TARGET:
        high = target
    span = high - low or 1.0
    return low - (_ROOM * span if low < 0 else 0.0), high + _ROOM * span


def _mark_beyond(axes: Axes, totals: dict[int, Number], limits: tuple[float, float], theme: Palette) -> None:
    """A week that is higher than the picture says how much it was."""
    low, high = limits
    for week, total in totals.items():
        if low <= float(total) <= high:
            continue
        color = theme.forecast[Tone.WARNING]
        place, marker = (high, "^") if float(total) > high else (low, "v")
        axes.plot(week + 0.5, place, marker=marker, ms=6, color=color, clip_on=False, zorder=6)
        axes.annotate(
            rough(total),
            (week + 0.5, place),
            xytext=(-6 if week > axes.get_xlim()[1] / 2 else 6, -2),
            textcoords="offset points",
            ha="right" if week > axes.get_xlim()[1] / 2 else "left",
            va="top",
            color=color,
            font=font(LETTERS),
            parse_math=False,
            annotation_clip=False,
        )
