"""What numbers say as a picture: the surest insight above the others, each with the values behind it."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, MaxNLocator

from bot.charts.format import CARD
from bot.charts.lettering import drawable, fit, font
from bot.charts.numbers import rough
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.frozen import frozen
from tracker.locales import first_weekday
from tracker.tones import Tone
from tracker.words import named_weekday, people

_LEFT, _RIGHT, _BELOW, _ABOVE, _TITLE = 0.66, 0.16, 0.5, 0.36, 0.17
"""Inches around what is drawn in a panel, and from its upper edge to the middle of its title."""
_IN_SHORT = 1_000


@frozen
class DaysPanel:
    """Values day by day, with a line through them, or with one of them marked."""

    title: str
    unit: str
    days: tuple[int, ...]
    """Before today; 1 is yesterday."""
    values: tuple[float, ...]
    line: tuple[float, float] | None = None
    """Where it is on the first and on the last day."""
    marked: int | None = None
    band: tuple[float, float] | None = None
    """Where the next week will be."""


@frozen
class WeekdaysPanel:
    title: str
    unit: str
    medians: tuple[float, ...]
    """Of Monday to Sunday."""


@frozen
class PairPanel:
    """Two numbers, a dot for each day."""

    title: str
    across: str
    up: str
    points: tuple[tuple[float, float], ...]


Panel = DaysPanel | WeekdaysPanel | PairPanel


def draw_insights(panels: Sequence[Panel], alt: str, *, dark: bool = False) -> bytes:
    """A PNG that tells in its own `Description` what is to be seen."""
    out = io.BytesIO()
    words = {"Title": "What your numbers say", "Description": alt, "Software": "Questlog"}
    figure_of(panels, dark=dark).savefig(out, format="png", dpi=CARD.dpi, metadata=words)
    return out.getvalue()


def figure_of(panels: Sequence[Panel], *, dark: bool = False) -> Figure:
    """Without pyplot, and without anything that two threads would share."""
    theme = DARK if dark else LIGHT
    figure = Figure(figsize=(CARD.width, CARD.height), dpi=CARD.dpi, facecolor=theme.background)
    canvas = FigureCanvasAgg(figure)
    for place, panel in zip(_places(len(panels)), panels, strict=True):
        axes = figure.add_axes(_inside(place), facecolor=theme.background)
        _bare(axes, theme)
        match panel:
            case DaysPanel():
                _days(axes, panel, theme)
            case WeekdaysPanel():
                _weekdays(axes, panel, theme)
            case PairPanel():
                _pair(axes, panel, theme)
        title = figure.text(
            (place.left + _LEFT) / CARD.width,
            (place.bottom + place.height - _TITLE) / CARD.height,
            drawable(panel.title),
            color=theme.text,
            font=font(11, bold=True, text=panel.title),
            va="center",
            parse_math=False,
        )
        fit(title, (place.width - _LEFT - _RIGHT) * CARD.dpi, canvas.get_renderer())
    return figure


class _Place(NamedTuple):
    """Of a panel, in inches."""

    left: float
    bottom: float
    width: float
    height: float


def _places(panels: int) -> Iterator[_Place]:
    """The first one has a row of its own where there are more than two: they are read on phones, too."""
    rows = [1, panels - 1] if panels > 2 else [panels]  # noqa: PLR2004 - two fit beside each other
    height = CARD.height / len(rows)
    for row, many in enumerate(rows, 1):
        width = CARD.width / many
        for column in range(many):
            yield _Place(column * width, CARD.height - row * height, width, height)


def _inside(place: _Place) -> tuple[float, float, float, float]:
    """Where the values are, as shares of the picture."""
    return (
        (place.left + _LEFT) / CARD.width,
        (place.bottom + _BELOW) / CARD.height,
        (place.width - _LEFT - _RIGHT) / CARD.width,
        (place.height - _BELOW - _ABOVE) / CARD.height,
    )


def _bare(axes: Axes, theme: Palette) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.muted)
    axes.grid(axis="y", color=theme.grid, lw=0.8)
    axes.set_axisbelow(b=True)
    axes.margins(y=0.12)
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_formatter(FuncFormatter(_tick))
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.tick_params(length=0, pad=4, labelsize=8, labelcolor=theme.muted)


def _tick(value: float, _: int) -> str:
    """Short, so that what the numbers are in has room beside them."""
    return people(float(value)) if abs(value) < _IN_SHORT else rough(round(value))


def _named(axes: Axes, across: str, up: str, theme: Palette) -> None:
    axes.set_xlabel(drawable(across), color=theme.muted, font=font(9, text=across), parse_math=False)
    axes.set_ylabel(drawable(up), color=theme.muted, font=font(9, text=up), parse_math=False)


def _days(axes: Axes, panel: DaysPanel, theme: Palette) -> None:
    x = [-one for one in panel.days]
    axes.plot(x, panel.values, ls="", marker="o", ms=2.6, color=theme.history, alpha=0.8)
    if panel.line is not None:
        axes.plot((x[0], x[-1]), panel.line, color=theme.target, lw=2)
    if panel.marked is not None:
        place = panel.days.index(panel.marked)
        axes.plot(
            x[place], panel.values[place], marker="o", ms=9, mfc="none", mew=2, color=theme.forecast[Tone.BAD]
        )
    if panel.band is not None:
        axes.fill_between((0, 7), *panel.band, color=theme.forecast[Tone.GOOD], alpha=0.35, lw=0)
    _named(axes, "days from today", panel.unit, theme)


def _weekdays(axes: Axes, panel: WeekdaysPanel, theme: Palette) -> None:
    """Dots, not bars: those would have to stand on zero."""
    low, high, first = min(panel.medians), max(panel.medians), first_weekday()
    days = [*range(first, 7), *range(first)]
    medians = [panel.medians[day] for day in days]
    axes.plot(range(7), medians, color=theme.grid, lw=1.5)
    for day, median in enumerate(medians):
        color = theme.target if median in (low, high) else theme.history
        axes.plot(day, median, marker="o", ms=9 if median in (low, high) else 6, color=color)
    axes.set_xlim(-0.5, 6.5)
    axes.xaxis.set_major_locator(FixedLocator(range(7)))
    axes.xaxis.set_major_formatter(FixedFormatter([named_weekday(day)[:2] for day in days]))
    _named(axes, "median of each weekday", panel.unit, theme)


def _pair(axes: Axes, panel: PairPanel, theme: Palette) -> None:
    x, y = zip(*panel.points, strict=True)
    axes.plot(x, y, ls="", marker="o", ms=3.4, color=theme.history, alpha=0.55)
    _named(axes, panel.across, panel.up, theme)
