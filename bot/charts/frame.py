"""The frame of a chart over time: headline, axes, and what is written at them."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator

from bot.charts.format import Format
from bot.charts.lettering import drawable, fit, font
from bot.charts.scales import TimeScale, number_marks
from bot.charts.theme import Palette

_USUAL_LETTERS = 5


class Titled(Protocol):
    """What has a headline."""

    @property
    def title(self) -> str: ...
    @property
    def subtitle(self) -> str: ...


class Heading(NamedTuple):
    title: str
    subtitle: str


class Plane(Protocol):
    """Where days and values are."""

    @property
    def time(self) -> TimeScale: ...
    @property
    def bottom(self) -> float: ...
    @property
    def top(self) -> float: ...


def plane_frame(figure: Figure, plane: Plane, names: tuple[str, str], theme: Palette, shape: Format) -> Axes:
    """`names` are those of the values and of the time."""
    low, high = sorted((plane.bottom, plane.top))
    numbers = number_marks(low, high)
    axes = figure.add_axes(_place(numbers, shape), facecolor=theme.background)
    axes.set_xlim(0, plane.time.length)
    axes.set_ylim(plane.bottom, plane.top)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.muted)
    axes.grid(axis="y", color=theme.grid, lw=0.8)
    axes.set_axisbelow(b=True)
    axes.tick_params(length=0, pad=6)
    axes.tick_params(axis="x", length=4, color=theme.muted)
    mark(axes.yaxis, numbers, names[0], theme)
    mark(axes.xaxis, plane.time.marks(), names[1], theme)
    return axes


def _place(numbers: Sequence[tuple[float, str]], shape: Format) -> tuple[float, float, float, float]:
    """Left, bottom, width and height. Long numbers push the chart to the right."""
    longest = max((len(words) for _, words in numbers), default=0)
    left = shape.left + max(longest - _USUAL_LETTERS, 0) * shape.letter
    return left, shape.bottom, shape.right - left, shape.top - shape.bottom


def mark(axis: Axis, marks: Sequence[tuple[float, str]], name: str, theme: Palette) -> None:
    axis.set_major_locator(FixedLocator([place for place, _ in marks]))
    lines = [words.split("\n") for _, words in marks]
    axis.set_major_formatter(FixedFormatter(["\n".join(map(drawable, some)) for some in lines]))
    for label, some in zip(axis.get_ticklabels(), lines, strict=True):
        label.set(font=font(10, text="".join(some)), color=theme.muted)
    axis.set_label_text(drawable(name), color=theme.muted, font=font(10, text=name), parse_math=False)


def headline(figure: Figure, renderer: RendererBase, chart: Titled, theme: Palette, shape: Format) -> None:
    lines = (
        (0.96, chart.title, theme.text, font(17, bold=True, text=chart.title)),
        (0.892, chart.subtitle, theme.muted, font(12, text=chart.subtitle)),
    )
    for height, words, color, letters in lines:
        text = figure.text(
            shape.left, height, drawable(words), color=color, font=letters, va="top", parse_math=False
        )
        fit(text, (shape.right - shape.left) * figure.bbox.width, renderer)
