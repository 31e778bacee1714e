"""The frame of a goal's chart: that of values over time, with levels at its right."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.charts.format import Format
from bot.charts.frame import mark, plane_frame
from bot.charts.goal.scene import GoalChartScene
from bot.charts.goal.values import GoalChart
from bot.charts.theme import Palette

_LEVEL_GAP = 16.0
"""Points of 1/72 inch between the levels that are marked."""


def frame(figure: Figure, chart: GoalChart, scene: GoalChartScene, theme: Palette, shape: Format) -> Axes:
    axes = plane_frame(figure, scene, (chart.unit or "value", f"date ({chart.zone.key})"), theme, shape)
    if levels := _roomy(axes, chart.levels):
        _level_axis(axes, levels, theme)
    return axes


def _roomy(axes: Axes, levels: Sequence[tuple[int, int]]) -> list[tuple[float, str]]:
    """From the target down, as many levels as have room."""
    found: list[tuple[float, str]] = []
    gap, last = _LEVEL_GAP * axes.figure.dpi / 72, math.inf
    for level, xp in reversed(levels):
        height = float(axes.transData.transform((0, xp))[1])
        if last - height >= gap:
            found.append((float(xp), f"{level}"))
            last = height
    return found


def _level_axis(axes: Axes, levels: Sequence[tuple[float, str]], theme: Palette) -> None:
    right = axes.secondary_yaxis("right")
    right.spines["right"].set_visible(False)
    right.tick_params(length=4, color=theme.muted)
    mark(right.yaxis, levels, "level", theme)
