"""A metric as a picture: what was logged, its trend, the target, the thresholds, and where it will be."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from collections.abc import Iterator
from datetime import date
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from bot.charts.format import PAGE, Format
from bot.charts.frame import Heading, headline, plane_frame
from bot.charts.goal.scene import Dot
from bot.charts.lettering import Labels, Spot
from bot.charts.metric.scene import MetricChartScene, scene_of
from bot.charts.metric.values import MetricChart, describe, outlook_words, said
from bot.charts.metric.year import year_figure
from bot.charts.numbers import label, rough
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.tones import Tone

__all__ = ["MetricChart", "describe", "draw_metric", "figure_of"]

_MANY = 120
"""From so many values on, dots are small."""
_NEAR = 8.0
_NOTHING = "No numbers yet."
_OUTSIDE_LABELS = 2


def draw_metric(chart: MetricChart, shape: Format = PAGE, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": chart.title, "Description": describe(chart), "Software": "Questlog"}
    figure_of(chart, shape, dark=dark).savefig(out, format="png", dpi=shape.dpi, metadata=words)
    return out.getvalue()


def figure_of(chart: MetricChart, shape: Format = PAGE, *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    theme = DARK if dark else LIGHT
    figure = Figure(figsize=(shape.width, shape.height), dpi=shape.dpi, facecolor=theme.background)
    renderer = FigureCanvasAgg(figure).get_renderer()
    if shape.headline:
        named = Heading(chart.title, chart.subtitle)
        headline(figure, renderer, named, theme, shape)
    if chart.adds_up:
        year_figure(figure, renderer, chart, theme, shape)
        return figure
    scene = scene_of(chart)
    axes = plane_frame(figure, scene, (chart.unit or "value", "day"), theme, shape)
    drawing = _Drawing(axes, theme, scene, Labels(axes, renderer, theme.background))
    drawing.lines()
    drawing.write(chart)
    return figure


class _Drawing:
    def __init__(self, axes: Axes, theme: Palette, scene: MetricChartScene, labels: Labels) -> None:
        self.axes, self.theme, self.scene, self.labels = axes, theme, scene, labels

    def lines(self) -> None:
        scene, theme = self.scene, self.theme
        self._bounds()
        if scene.target is not None:
            self.axes.axhline(scene.target, color=theme.target, lw=1.8, zorder=3)
        if scene.fan is not None:
            color = theme.forecast[Tone.GOOD]
            self.axes.add_patch(Polygon(scene.fan, color=color, alpha=0.25, lw=0, zorder=2))
        size = 2.4 if len(scene.dots) > _MANY else 4.4
        if scene.dots:
            x, y = zip(*scene.dots, strict=True)
            face: dict[str, Any] = {"mfc": theme.history, "mec": "none", "alpha": 0.5}
            self.axes.plot(x, y, ls="", marker="o", ms=size, zorder=4, scalex=False, scaley=False, **face)
        for piece in scene.level:
            x, y = zip(*piece, strict=True)
            self.axes.plot(x, y, color=theme.history, lw=2.2, zorder=5, solid_joinstyle="round")
        for dot, _ in scene.outside:
            self._mark(dot, "^" if dot.y == scene.top else "v", theme.forecast[Tone.WARNING], 7)
        if scene.now is not None:
            self._mark(scene.now, "o", theme.history, 7)

    def _bounds(self) -> None:
        """Beyond a threshold the picture is tinted."""
        scene, color = self.scene, self.theme.forecast[Tone.BAD]
        for bound, edge in ((scene.low, scene.bottom), (scene.high, scene.top)):
            if bound is not None:
                self.axes.axhline(bound, color=color, lw=1.3, ls=(0, (2, 3)), zorder=3)
                self.axes.axhspan(*sorted((bound, edge)), color=color, alpha=0.07, lw=0, zorder=1)

    def _mark(self, dot: Dot, marker: str, color: str, size: float) -> None:
        style: dict[str, Any] = {"ms": size, "mec": color, "mfc": color, "zorder": 7}
        self.axes.plot(*dot, marker=marker, clip_on=False, scalex=False, scaley=False, **style)
        self.labels.keep_free(dot.x, dot.y, size * 0.7)

    def write(self, chart: MetricChart) -> None:
        scene, theme = self.scene, self.theme
        width, middle = scene.time.length, (scene.bottom + scene.top) / 2
        if chart.latest is None:
            self.labels.put(
                _NOTHING, [Spot(width / 2, middle + (scene.top - middle) / 2)], theme.muted, size=12
            )
        if scene.now is not None and chart.latest is not None:
            shown = chart.days[max(day for day in chart.days if self._is_inside(chart, day))]
            self.labels.put(said(chart, shown), [*_beside(scene.now, scene.level[-1][-1])], theme.history)
        if scene.target is not None and chart.target is not None:
            words = f"target {label(chart.target)}"
            self.labels.put(words, [*_along(scene.target, width, above=scene.target > middle)], theme.target)
        for dot, value in scene.outside[:_OUTSIDE_LABELS]:
            side = -1 if dot.y == scene.top else 1
            spots = [
                Spot(dot.x, dot.y, dx=dx, dy=side * _NEAR, ha=ha, va="top" if side < 0 else "bottom")
                for ha, dx in (("center", 0), ("left", _NEAR), ("right", -_NEAR))
            ]
            self.labels.put(rough(value), spots, theme.forecast[Tone.WARNING])
        self._write_bounds(chart)
        if chart.outlook is not None and scene.fan is not None:
            words = outlook_words(chart.outlook, chart.today)
            self.labels.put(words, [*_fan_spots(scene.fan)], theme.forecast[Tone.GOOD])

    def _is_inside(self, chart: MetricChart, day: date) -> bool:
        return self.scene.bottom <= float(chart.days[day]) <= self.scene.top

    def _write_bounds(self, chart: MetricChart) -> None:
        scene, width = self.scene, self.scene.time.length
        bounds = (("low", chart.low, scene.low, False), ("high", chart.high, scene.high, True))
        for name, value, place, above in bounds:
            if value is not None and place is not None:
                words = f"{name} {label(value)}"
                spots = [*_along(place, width, above=above)]
                self.labels.put(words, spots, self.theme.forecast[Tone.BAD])


def _beside(now: Dot, end: Dot) -> Iterator[Spot]:
    """First on the side of the last value on which the trend line does not end."""
    sides = ((1, "bottom"), (-1, "top"))
    for side, va in sides if now.y >= end.y else reversed(sides):
        for ha, dx in (("center", 0), ("right", 0), ("left", 0), ("right", -_NEAR)):
            yield Spot(now.x, now.y, dx=dx, dy=side * _NEAR, ha=ha, va=va)


def _along(height: float, width: float, *, above: bool) -> Iterator[Spot]:
    """At the left end of a line or at the right one, first on the side where nothing is."""
    sides = (1, -1) if above else (-1, 1)
    for side in sides:
        for x, dx, ha in ((0.0, 4.0, "left"), (width, -4.0, "right"), (width / 2, 0.0, "center")):
            yield Spot(x, height, dx=dx, dy=side * 4, ha=ha, va="bottom" if side > 0 else "top")


def _fan_spots(fan: tuple[Dot, Dot, Dot]) -> Iterator[Spot]:
    _, low, high = fan
    for dot, side, va in ((high, 1, "bottom"), (low, -1, "top")):
        for ha in ("right", "center"):
            yield Spot(dot.x, dot.y, dy=side * _NEAR, ha=ha, va=va)
