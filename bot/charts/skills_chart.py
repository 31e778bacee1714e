"""A player's skills as a picture: a bar for each level, in the order of the game's own list."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts.format import CARD, Format
from bot.charts.lettering import drawable, font
from bot.charts.theme import DARK, LIGHT
from tracker.frozen import frozen

_FULL = 99
"""The level at which a bar is whole; that of who has more is longer than others."""
_ROOM = 0.24
"""Inches for each skill, of which there are two beside each other."""
_NAME, _LEVEL = 0.36, 0.06
"""Where a bar begins, and how much is left behind it, as shares of a column."""


@frozen
class SkillsChart:
    name: str
    levels: tuple[tuple[str, int], ...]
    """By the name of each skill."""


def describe(chart: SkillsChart) -> str:
    """For those who cannot see it."""
    return f"Levels of {chart.name}: {', '.join(f'{name} {level}' for name, level in chart.levels)}."


def draw_skills(chart: SkillsChart, shape: Format = CARD, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": chart.name, "Description": describe(chart), "Software": "Questlog"}
    figure_of(chart, shape, dark=dark).savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def figure_of(chart: SkillsChart, shape: Format = CARD, *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    theme, rows = DARK if dark else LIGHT, (len(chart.levels) + 1) // 2
    figure = Figure(figsize=(shape.width, _ROOM * (rows + 1)), dpi=shape.dpi, facecolor=theme.background)
    FigureCanvasAgg(figure)
    most = max(_FULL, *(level for _, level in chart.levels))
    for column in range(2):
        axes = figure.add_axes((0.03 + 0.48 * column, 0.03, 0.46, 0.94))
        axes.set_axis_off()
        axes.set_xlim(0, 1)
        axes.set_ylim(rows, 0)
        for place, (name, level) in enumerate(chart.levels[column * rows : (column + 1) * rows]):
            middle, width = place + 0.5, (1 - _NAME - _LEVEL) * level / most
            axes.barh(middle, 1 - _NAME - _LEVEL, 0.62, left=_NAME, color=theme.grid)
            axes.barh(middle, width, 0.62, left=_NAME, color=theme.history)
            axes.text(
                _NAME - 0.02,
                middle,
                drawable(name),
                color=theme.text,
                font=font(8, text=name),
                ha="right",
                va="center",
                parse_math=False,
            )
            axes.text(
                1, middle, f"{level}", color=theme.text, font=font(8, bold=True), ha="right", va="center"
            )
    return figure
