"""How often something was done in each area: a bar for each, in the person's own order."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts.format import CARD, Format
from bot.charts.lettering import drawable, font
from bot.charts.theme import DARK, LIGHT
from tracker.frozen import frozen
from tracker.words import count_of

_ROOM, _HEAD = 0.34, 0.5
"""Inches for each bar, and for the title above them."""
_NAME, _NUMBER = 0.30, 0.10
"""Where a bar begins, and how much is left behind it, as shares of the width."""


@frozen
class BalanceChart:
    title: str
    bars: tuple[tuple[str, int], ...]
    """By the name of each area."""
    chosen: str = ""
    """The area that is looked at, which stands out."""


def describe(chart: BalanceChart) -> str:
    """For those who cannot see it."""
    shares = [f"{name} {count_of(done, 'time')}" for name, done in chart.bars]
    return f"{chart.title}: {', '.join(shares)}."


def draw(chart: BalanceChart, shape: Format = CARD, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    theme, rows = DARK if dark else LIGHT, len(chart.bars)
    height = _ROOM * rows + _HEAD + 0.1
    figure = Figure(figsize=(shape.width, height), dpi=shape.dpi, facecolor=theme.background)
    FigureCanvasAgg(figure)
    figure.text(0.04, 1 - 0.26 / height, chart.title, color=theme.text, font=font(11, bold=True), va="center")
    axes = figure.add_axes((0.04, 0.1 / height, 0.92, 1 - (_HEAD + 0.1) / height))
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(rows, 0)
    most, room = max(1, *(done for _, done in chart.bars)), 1 - _NAME - _NUMBER
    for place, (name, done) in enumerate(chart.bars):
        middle, is_chosen = place + 0.5, name == chart.chosen
        color = theme.target if is_chosen else theme.history
        axes.barh(middle, room, 0.6, left=_NAME, color=theme.grid)
        axes.barh(middle, room * done / most, 0.6, left=_NAME, color=color)
        axes.text(
            _NAME - 0.02,
            middle,
            drawable(name),
            color=theme.text,
            font=font(9, bold=is_chosen, text=name),
            ha="right",
            va="center",
            parse_math=False,
        )
        axes.text(1, middle, f"{done:,}", color=theme.text, font=font(9, bold=True), ha="right", va="center")
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure.savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()
