"""A project as a picture: minutes done, where the pace leads, and below them its tasks on a time line."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.charts.format import CARD, Format
from bot.charts.goal.chart import GoalChart, describe, figure_of
from bot.charts.goal.scene import GoalChartScene, scene_of
from bot.charts.lettering import drawable, font
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.frozen import frozen
from tracker.tones import Tone
from tracker.words import count_of

_BAR, _ROOM = 0.26, 0.25
"""Inches: of a bar, and around all of them."""
_LETTERS, _THICK = 8, 0.55
_SHORTEST = 0.01
"""Of the width: what takes a moment is still seen."""


@frozen
class TaskBar:
    """From when it could be begun to when it was done or is due."""

    title: str
    begin: datetime
    end: datetime
    done: bool
    late: bool = False


def draw_project(chart: GoalChart, bars: Sequence[TaskBar], *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out, shape = io.BytesIO(), shape_for(len(bars))
    figure = figure_of(chart, shape, dark=dark)
    if bars:
        _draw_bars(_below(figure, shape, scene_of(chart)), bars, scene_of(chart), DARK if dark else LIGHT)
    words = {"Title": chart.title, "Description": in_words(chart, bars), "Software": "Questlog"}
    figure.savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def in_words(chart: GoalChart, bars: Sequence[TaskBar]) -> str:
    late = [one.title for one in bars if one.late]
    overdue = f" Overdue: {', '.join(late)}." if late else ""
    return f"{describe(chart)} Below: {count_of(len(bars), 'task')} on a time line.{overdue}"


def shape_for(bars: int) -> Format:
    """A card that is higher by what the bars need; the chart above them keeps its size."""
    more = bars * _BAR + _ROOM if bars else 0.0
    height = CARD.height + more
    return replace(
        CARD,
        height=height,
        bottom=(CARD.bottom * CARD.height + more) / height,
        top=1 - (1 - CARD.top) * CARD.height / height,
    )


def _below(figure: Figure, shape: Format, scene: GoalChartScene) -> Axes:
    above = figure.axes[0].get_position()
    bottom = _ROOM / 2 / shape.height
    height = shape.bottom - CARD.bottom * CARD.height / shape.height - _ROOM / shape.height
    axes = figure.add_axes((above.x0, bottom, above.width, height), facecolor="none")
    axes.set_xlim(0, scene.width)
    axes.set_axis_off()
    return axes


def _draw_bars(axes: Axes, bars: Sequence[TaskBar], scene: GoalChartScene, theme: Palette) -> None:
    """What is done is filled, what is open has only its outline: colour is not the only difference."""
    axes.set_ylim(len(bars) - 0.5, -0.5)
    least = scene.width * _SHORTEST
    for row, one in enumerate(bars):
        left = max(scene.time(one.begin), 0.0)
        width = max(scene.time(one.end) - left, least)  # beyond the edge it stays open: it ends later
        color = theme.forecast[Tone.BAD] if one.late else theme.history
        face = color if one.done else "none"
        axes.barh(row, width, _THICK, left=left, facecolor=face, edgecolor=color, lw=1.2, alpha=0.75)
        axes.text(
            min(left + least, scene.width * 0.75),
            row,
            drawable(one.title),
            fontproperties=font(_LETTERS, text=one.title),
            color=theme.text,
            va="center",
            clip_on=True,
            parse_math=False,
        )
