"""The lower part of a habit's chart: how strong it was after each of the days above."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator

from bot.charts.habit_scene import LETTERS, Calendar, HabitLayout
from bot.charts.habit_values import HabitChart, percent_words
from bot.charts.lettering import font
from bot.charts.theme import Theme
from tracker.habits.schedule import ONE_DAY
from tracker.words import day_text

_MARKS = (0.0, 0.5, 1.0)
_ROOM = 0.06
"""Above the whole, so that the dot of a strong habit is not cut."""


def draw_curve(figure: Figure, chart: HabitChart, layout: HabitLayout, theme: Theme) -> None:
    axes = _frame(figure, layout, theme)
    axes.text(
        0.0, 1.0 + _ROOM, "strength", color=theme.muted, font=font(LETTERS), va="bottom", parse_math=False
    )
    if not chart.strength:
        _say(axes, f"It begins on {day_text(chart.first, chart.today)}.", theme)
        return
    x, y = zip(*_way(chart, layout.calendar), strict=True)
    axes.plot(x, y, color=theme.history, lw=2.0, zorder=5, solid_joinstyle="round")
    axes.fill_between(x, y, 0, color=theme.history, alpha=0.14, lw=0, zorder=1)
    axes.plot(x[-1], y[-1], marker="o", ms=6, color=theme.history, clip_on=False, zorder=6)
    axes.annotate(
        percent_words(y[-1]),
        (x[-1], y[-1]),
        xytext=(6, 0),
        textcoords="offset points",
        va="center_baseline",
        color=theme.history,
        font=font(11.5, bold=True),
        parse_math=False,
        annotation_clip=False,
    )


def _say(axes: Axes, words: str, theme: Theme) -> None:
    """In the middle of an empty chart."""
    axes.text(
        0.5,
        0.5,
        words,
        transform=axes.transAxes,
        ha="center",
        va="center",
        color=theme.muted,
        font=font(12),
        backgroundcolor=theme.background,
        parse_math=False,
    )


def _way(chart: HabitChart, calendar: Calendar) -> list[tuple[float, float]]:
    """At the end of each day; a habit begins with none."""
    way = [(calendar.along(day + ONE_DAY), strength) for day, strength in chart.strength]
    first = chart.strength[0][0]
    return [(calendar.along(first), 0.0), *way] if first == chart.first else way


def _frame(figure: Figure, layout: HabitLayout, theme: Theme) -> Axes:
    calendar, box = layout.calendar, layout.curve
    wide, high = figure.bbox.width, figure.bbox.height
    place = (box.left / wide, box.bottom / high, box.width / wide, box.height / high)
    axes = figure.add_axes(place, facecolor=theme.background, label="strength")
    axes.set_xlim(0, calendar.weeks)
    axes.set_ylim(0, 1 + _ROOM)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.muted)
    axes.grid(color=theme.grid, lw=0.8)
    axes.set_axisbelow(b=True)
    axes.tick_params(length=0, pad=5)
    axes.tick_params(axis="x", length=4, color=theme.muted)
    axes.yaxis.set_major_locator(FixedLocator(_MARKS))
    axes.yaxis.set_major_formatter(FixedFormatter([percent_words(mark) for mark in _MARKS]))
    axes.xaxis.set_major_locator(FixedLocator([calendar.along(day) for day, _ in layout.months]))
    axes.xaxis.set_major_formatter(FixedFormatter([words for _, words in layout.months]))
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set(font=font(LETTERS), color=theme.muted)
    return axes
