"""How much there is of each of several: a bar for each, in the order in which they are given."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts.format import CARD, Format
from bot.charts.lettering import drawable, fit, font
from bot.charts.theme import DARK, LIGHT
from tracker.frozen import frozen
from tracker.words import count_of, people

_ROOM, _HEAD = 0.34, 0.5
"""Inches for each bar, and for the title above them."""
_NAME, _NUMBER = 0.30, 0.10
"""Where a bar begins, and how much is left behind it, as shares of the width."""
_GAP = 0.02
"""Between a name and its bar."""


@frozen
class BalanceChart:
    title: str
    bars: tuple[tuple[str, int], ...]
    """By the name of each: an area, a person."""
    chosen: str = ""
    """The one that is looked at, which stands out."""
    unit: str = "time"


def describe(chart: BalanceChart) -> str:
    """For those who cannot see it."""
    shares = [f"{name} {count_of(done, chart.unit)}" for name, done in chart.bars]
    return f"{chart.title}: {', '.join(shares)}."


def draw(chart: BalanceChart, shape: Format = CARD, *, dark: bool = False, least: int = 0) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen. It has room for `least` bars."""
    theme, rows = DARK if dark else LIGHT, max(len(chart.bars), least)
    height = _ROOM * rows + _HEAD + 0.1
    figure = Figure(figsize=(shape.width, height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    title = figure.text(
        0.04,
        1 - 0.26 / height,
        drawable(chart.title),
        color=theme.text,
        font=font(11, bold=True, text=chart.title),
        va="center",
        parse_math=False,
    )
    fit(title, 0.92 * figure.bbox.width, renderer)
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
        label = axes.text(
            _NAME - _GAP,
            middle,
            drawable(name),
            color=theme.text,
            font=font(9, bold=is_chosen, text=name),
            ha="right",
            va="center",
            parse_math=False,
        )
        fit(label, (_NAME - _GAP) * axes.bbox.width, renderer)
        axes.text(1, middle, people(done), color=theme.text, font=font(9, bold=True), ha="right", va="center")
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure.savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()
