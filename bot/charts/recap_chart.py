"""A month or a year at a glance: what it came to, a bar for each month or day, and what stood out."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure

from bot.charts.format import CARD, Format
from bot.charts.lettering import drawable, fit, font
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.frozen import frozen
from tracker.words import people

_HEAD, _TOTALS, _BARS, _LINE, _FOOT = 0.62, 0.82, 1.5, 0.3, 0.22
"""Inches: of the title, the totals, the bars, each line, and what is left below them."""
_LEFT, _RIGHT = 0.05, 0.95
_LABEL = 0.16
"""How far what is said of a line stands from what it is, as a share of the width."""
_MONTHS = 12
_EVERY = 5
"""Of the days of a month, so many stand between two that are named."""


@frozen
class RecapChart:
    title: str
    totals: tuple[tuple[str, str], ...]
    """A number, and what it counts."""
    bars: tuple[tuple[str, int], ...]
    lines: tuple[tuple[str, str], ...]


def describe(chart: RecapChart) -> str:
    """For those who cannot see it."""
    totals = ", ".join(f"{number} {what}" for number, what in chart.totals)
    return " ".join((f"{chart.title}: {totals}.", *(f"{what}: {said}." for what, said in chart.lines)))


def draw(chart: RecapChart, shape: Format = CARD, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    theme = DARK if dark else LIGHT
    height = _HEAD + _TOTALS + _BARS + _LINE * len(chart.lines) + _FOOT
    figure = Figure(figsize=(shape.width, height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    top = 1 - 0.36 / height
    figure.text(_LEFT, top, chart.title, color=theme.text, font=font(18, bold=True), va="center")
    _draw_totals(figure, chart, theme, 1 - (_HEAD + 0.3) / height, 0.26 / height)
    begins = 1 - (_HEAD + _TOTALS + _BARS) / height
    axes = figure.add_axes((_LEFT, begins + 0.34 / height, _RIGHT - _LEFT, (_BARS - 0.42) / height))
    _draw_bars(axes, chart, theme)
    for place, (what, said) in enumerate(chart.lines):
        _draw_line(figure, renderer, (what, said), theme, begins - (place + 0.45) * _LINE / height)
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure.savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def _draw_totals(figure: Figure, chart: RecapChart, theme: Palette, at: float, below: float) -> None:
    width = (_RIGHT - _LEFT) / len(chart.totals)
    for place, (number, what) in enumerate(chart.totals):
        left = _LEFT + place * width
        figure.text(left, at, number, color=theme.history, font=font(19, bold=True), va="center")
        figure.text(left, at - below, what, color=theme.muted, font=font(9.5), va="center")


def _draw_bars(axes: Axes, chart: RecapChart, theme: Palette) -> None:
    """The highest one stands out, and says how high it is."""
    counts = [number for _, number in chart.bars]
    most, is_year = max(1, *counts), len(counts) == _MONTHS
    axes.set_facecolor(theme.background)
    axes.set_xlim(-0.5, len(counts) - 0.5)
    axes.set_ylim(0, most * 1.22)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.grid)
    best = counts.index(max(counts))
    colors = [theme.target if place == best else theme.history for place in range(len(counts))]
    axes.bar(range(len(counts)), counts, 0.72, color=colors)
    if counts[best]:
        axes.text(
            best,
            counts[best] + most * 0.04,
            people(counts[best]),
            color=theme.text,
            font=font(9),
            ha="center",
        )
    named = [one for one in range(len(counts)) if is_year or one == 0 or (one + 1) % _EVERY == 0]
    axes.set_xticks(named, [drawable(chart.bars[one][0]) for one in named])
    axes.set_yticks([])
    axes.tick_params(length=0, pad=5)
    for label in axes.get_xticklabels():
        label.set(font=font(9, text=label.get_text()), color=theme.muted)


def _draw_line(
    figure: Figure, renderer: RendererAgg, words: tuple[str, str], theme: Palette, at: float
) -> None:
    what, said = words
    figure.text(_LEFT, at, what, color=theme.muted, font=font(10.5), va="center")
    text = figure.text(
        _LEFT + _LABEL,
        at,
        drawable(said),
        color=theme.text,
        font=font(10.5, text=said),
        va="center",
        parse_math=False,
    )
    fit(text, (_RIGHT - _LEFT - _LABEL) * figure.bbox.width, renderer)
