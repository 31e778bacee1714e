"""A goal as a picture: its history, the target, the pace that it takes, and where the own pace leads."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from bot.charts.format import PAGE, Format
from bot.charts.frame import headline
from bot.charts.goal.frame import frame
from bot.charts.goal.labels import write_labels
from bot.charts.goal.scene import Dot, GoalChartScene, leaving, scene_of
from bot.charts.goal.values import GoalChart, chart_of, describe
from bot.charts.lettering import Labels
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.tones import Tone

_DASHES = {Tone.GOOD: (7, 2, 1, 2), Tone.WARNING: (4, 2, 1, 2), Tone.BAD: (4, 2, 1, 2, 1, 2)}

__all__ = ["GoalChart", "chart_of", "describe", "draw_goal", "figure_of"]


def draw_goal(chart: GoalChart, shape: Format = PAGE, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure_of(chart, shape, dark=dark).savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def figure_of(chart: GoalChart, shape: Format = PAGE, *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    theme, scene = DARK if dark else LIGHT, scene_of(chart)
    figure = Figure(figsize=(shape.width, shape.height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    axes = frame(figure, chart, scene, theme, shape)
    if shape.headline:
        headline(figure, renderer, chart, theme, shape)
    labels = Labels(axes, renderer, theme.background)
    _Lines(axes, theme, scene, labels).draw(chart)
    write_labels(labels, chart, scene, theme)
    return figure


class _Lines:
    def __init__(self, axes: Axes, theme: Palette, scene: GoalChartScene, labels: Labels) -> None:
        self.axes, self.theme, self.scene, self.labels = axes, theme, scene, labels

    def draw(self, chart: GoalChart) -> None:
        scene, theme = self.scene, self.theme
        self.axes.axhline(scene.target, color=theme.target, lw=1.8, zorder=3)
        if scene.due is not None:
            self.axes.axvline(scene.due, color=theme.target, lw=1.4, ls=":", zorder=2)
        if (now := scene.now) is None:
            return
        self._history()
        if chart.required_per_day is not None and scene.due is not None:
            self._line(now, Dot(scene.due, scene.target), color=theme.pace, ls=(0, (5, 4)), lw=1.6)
        self._forecast(now, chart.outlook)
        if scene.start is not None:
            self._mark(scene.start, "o", theme.history, 6, face=theme.background)
        marker, size = ("o", 7) if chart.reached is None else ("*", 16)
        self._mark(now, marker, theme.history, size)

    def _history(self) -> None:
        x, y = zip(*self.scene.way, strict=True)
        self.axes.plot(x, y, color=self.theme.history, lw=2.2, zorder=5, solid_joinstyle="round")
        self.axes.fill_between(x, y, self.scene.bottom, color=self.theme.history, alpha=0.14, lw=0, zorder=1)

    def _forecast(self, now: Dot, outlook: Tone) -> None:
        if (ahead := self.scene.ahead) is None:
            return
        color, dash = self.theme.forecast[outlook], _DASHES[outlook]
        self.axes.add_patch(Polygon([now, ahead.early, ahead.late], color=color, alpha=0.2, lw=0, zorder=2))
        self._line(now, ahead.likely, color=color, ls=(0, dash), lw=2.0)
        if ahead.likely.x <= self.scene.width:
            self._mark(ahead.likely, "D", color, 7)
        else:
            self._mark(leaving(now, ahead.likely, self.scene.width), ">", color, 9)

    def _line(self, start: Dot, end: Dot, **style: Any) -> None:  # noqa: ANN401 - matplotlib's own
        self.axes.plot((start.x, end.x), (start.y, end.y), zorder=4, scalex=False, scaley=False, **style)

    def _mark(self, dot: Dot, marker: str, color: str, size: float, face: str | None = None) -> None:
        style: dict[str, Any] = {"ms": size, "mec": color, "mfc": face or color, "mew": 1.8, "zorder": 7}
        self.axes.plot(*dot, marker=marker, clip_on=False, scalex=False, scaley=False, **style)
        self.labels.keep_free(dot.x, dot.y, size * 0.7)
