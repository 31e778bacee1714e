"""The standings of a week as a picture: a bar for each, what is asked for, and a flame for weeks in a row."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from bot.charts.format import PAGE, Format
from bot.charts.frame import headline
from bot.charts.lettering import drawable, fit, font
from bot.charts.standings.flame import WIDE, draw_flame
from bot.charts.standings.scene import LETTERS, StandingsLayout, layout_of
from bot.charts.standings.values import Placed, StandingsChart, describe
from bot.charts.theme import DARK, LIGHT, Palette
from bot.charts.year.layout import Box
from tracker.words import people

__all__ = ["Placed", "StandingsChart", "describe", "draw_standings", "figure_of"]

_SMALL = 9.5
_NEAR = 0.07
"""Inches between a bar and its amount, and between a flame and its number."""
_ABOVE, _BELOW = 0.13, 0.18
"""Inches from the rows to what is written above and below them."""
_FLAME = 0.62
"""How much of a row is as high as its flame."""
_TALLEST = 0.22
"""The same in inches."""


def draw_standings(chart: StandingsChart, shape: Format = PAGE, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure_of(chart, shape, dark=dark).savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def figure_of(chart: StandingsChart, shape: Format = PAGE, *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    return _Picture(chart, shape, DARK if dark else LIGHT).drawn()


class _Picture:
    def __init__(self, chart: StandingsChart, shape: Format, theme: Palette) -> None:
        self.chart, self.shape, self.theme = chart, shape, theme
        self.figure = Figure(figsize=(shape.width, shape.height), dpi=shape.dpi, facecolor=theme.background)
        self.renderer = FigureCanvasAgg(self.figure).get_renderer()
        self.layout = layout_of(chart, shape, self._widest_amount())
        self.figure.set_size_inches(shape.width, self.layout.height / shape.dpi)
        self.threshold = self.layout.at(chart.threshold / chart.most)
        self.axes = _pixels(self.figure, self.layout)

    def drawn(self) -> Figure:
        chart, layout = self.chart, self.layout
        if self.shape.headline:
            headline(self.figure, self.renderer, chart, self.theme, self.shape)
        boxes = list(layout.rows(len(chart.rows)))
        for row, box in zip(chart.rows, boxes, strict=True):
            self._draw_row(row, box)
        bottom = boxes[-1].bottom if boxes else layout.top - 2 * layout.row
        self._draw_threshold(bottom)
        if not boxes:
            self._say("Nobody was counted yet.", layout.width // 2, layout.top - layout.row, ha="center")
        if chart.more:
            words = f"and {people(chart.more)} more"
            self._say(words, layout.names[0], bottom - round(_BELOW * self.shape.dpi), size=_SMALL)
        return self.figure

    def _draw_row(self, row: Placed, box: Box) -> None:
        theme, layout, middle = self.theme, self.layout, box.bottom + box.height / 2
        if row.is_own:
            self._fill(box, theme.grid)
            self._fill(Box(0, box.bottom, round(self.shape.dpi * 0.05), box.height), theme.history)
        self._say(people(row.number), layout.rank, middle, ha="right")
        name = drawable(row.name)
        left, right = layout.names
        shown = self._say(name, left, middle, color=theme.text, bold=row.is_own)
        fit(shown, right - left, self.renderer)
        bar = layout.bar(box, row.count / self.chart.most)
        self._draw_bar(row, bar)
        self._write_amount(row, bar)
        if row.streak:
            self._draw_streak(row.streak, box)

    def _draw_bar(self, row: Placed, bar: Box) -> None:
        """Full for a good week, hollow where it is not enough: no colour is needed to tell."""
        if not row.count:
            return
        wide = max(bar.width, round(self.shape.dpi / 40))
        if self.chart.is_good(row):
            self._fill(bar._replace(width=wide), self.theme.history)
            return
        line = math.ceil(self.shape.dpi / 75)
        inside = bar._replace(width=max(wide, 3 * line)).inset(line // 2)
        self._rectangle(inside, facecolor="none", edgecolor=self.theme.history, lw=72 * line / self.shape.dpi)

    def _write_amount(self, row: Placed, bar: Box) -> None:
        """Behind the bar, and never on the line."""
        words, at = self.chart.counted.amount(row.count), bar.right + self._near
        if at <= self.threshold < at + self._width(words):
            at = self.threshold + self._near
        middle = bar.bottom + bar.height / 2
        self._say(words, at, middle, color=self.theme.text, bold=row.is_own)

    def _draw_streak(self, weeks: int, box: Box) -> None:
        high = round(min(box.height * _FLAME, _TALLEST * self.shape.dpi))
        wide = round(high * WIDE)
        flame = Box(self.layout.flames, box.bottom + (box.height - high) // 2, wide, high)
        draw_flame(self.axes, flame, self.theme)
        middle = box.bottom + box.height / 2
        self._say(people(weeks), flame.right + self._near, middle, color=self.theme.text, bold=True)

    def _draw_threshold(self, bottom: int) -> None:
        """A line through all rows, and above it what it stands for."""
        chart, layout, theme, at = self.chart, self.layout, self.theme, self.threshold
        self.axes.plot((at, at), (bottom, layout.top), color=theme.target, lw=1.4, ls=(0, (4, 3)), zorder=5)
        words = chart.asked
        above = layout.top + round(_ABOVE * self.shape.dpi)
        label = self._say(words, at, above, color=theme.target, ha="center")
        wide = label.get_window_extent(self.renderer).width / 2
        low, high = layout.names[0] + wide, layout.width - layout.names[0] / 2 - wide
        label.set_x(min(max(at, low), high))

    @property
    def _near(self) -> int:
        return round(_NEAR * self.shape.dpi)

    def _widest_amount(self) -> float:
        amounts = (self.chart.counted.amount(row.count) for row in self.chart.rows)
        return max(map(self._width, amounts), default=0.0)

    def _width(self, words: str) -> float:
        """The most that it takes, whether or not it is bold."""
        letters = font(LETTERS, bold=True)
        wide, _, _ = self.renderer.get_text_width_height_descent(words, letters, ismath=False)
        return wide

    def _say(
        self,
        words: str,
        x: float,
        y: float,
        *,
        color: str | None = None,
        ha: str = "left",
        size: float = LETTERS,
        bold: bool = False,
    ) -> Text:
        style: dict[str, Any] = {
            "color": color or self.theme.muted,
            "font": font(size, bold=bold, text=words),
            "ha": ha,
        }
        return self.axes.text(x, y, words, va="center_baseline", parse_math=False, zorder=6, **style)

    def _fill(self, box: Box, color: str) -> None:
        self._rectangle(box, facecolor=color, lw=0)

    def _rectangle(self, box: Box, **style: Any) -> None:  # noqa: ANN401 - matplotlib's own
        self.axes.add_patch(Rectangle((box.left, box.bottom), box.width, box.height, zorder=3, **style))


def _pixels(figure: Figure, layout: StandingsLayout) -> Axes:
    """The whole picture, with a pixel as its unit."""
    axes = figure.add_axes((0, 0, 1, 1), label="rows")
    axes.set_axis_off()
    axes.set_xlim(0, layout.width)
    axes.set_ylim(0, layout.height)
    return axes
