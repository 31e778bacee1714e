"""The frame of a year's chart: weekdays at the left, months above the days, and a curve below them."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator

from bot.charts.lettering import drawable, font
from bot.charts.theme import Palette
from bot.charts.year.layout import LETTERS, YearLayout
from tracker.words import weekday_name

_NEAR = 0.06
"""Inches between the days and what is written beside them."""
_NAMED_ROWS = (0, 2, 4)


def pixels(figure: Figure) -> Axes:
    """The whole picture, with a pixel as its unit."""
    axes = figure.add_axes((0, 0, 1, 1), label="days")
    axes.set_axis_off()
    axes.set_xlim(0, figure.bbox.width)
    axes.set_ylim(0, figure.bbox.height)
    return axes


def name_weeks(axes: Axes, layout: YearLayout, theme: Palette) -> None:
    style: dict[str, Any] = {"color": theme.muted, "parse_math": False}
    days, (wide, high) = layout.days, layout.cell_size
    near = _NEAR * axes.figure.dpi
    for row in _NAMED_ROWS:
        name = weekday_name(layout.calendar.begins + timedelta(days=row))
        axes.text(
            days.left - near,
            days.top - (row + 0.5) * high,
            drawable(name),
            font=font(LETTERS, text=name),
            ha="right",
            va="center",
            **style,
        )
    for day, name in layout.months:
        column = layout.calendar.place(day)[0]
        axes.text(
            days.left + column * wide,
            days.top + near,
            drawable(name),
            font=font(LETTERS, text=name),
            va="baseline",
            **style,
        )


def curve_frame(
    figure: Figure, layout: YearLayout, theme: Palette, marks: Sequence[tuple[float, str]], label: str
) -> Axes:
    """Below the days, in their columns. Its limits are for whoever draws there."""
    calendar, box = layout.calendar, layout.curve
    wide, high = figure.bbox.width, figure.bbox.height
    place = (box.left / wide, box.bottom / high, box.width / wide, box.height / high)
    axes = figure.add_axes(place, facecolor=theme.background, label=label)
    axes.set_xlim(0, calendar.weeks)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.muted)
    axes.grid(color=theme.grid, lw=0.8)
    axes.set_axisbelow(b=True)
    axes.tick_params(length=0, pad=5)
    axes.tick_params(axis="x", length=4, color=theme.muted)
    axes.yaxis.set_major_locator(FixedLocator([place for place, _ in marks]))
    axes.yaxis.set_major_formatter(FixedFormatter([words for _, words in marks]))
    axes.xaxis.set_major_locator(FixedLocator([calendar.along(day) for day, _ in layout.months]))
    axes.xaxis.set_major_formatter(FixedFormatter([words for _, words in layout.months]))
    for label_text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label_text.set(font=font(LETTERS), color=theme.muted)
    return axes
