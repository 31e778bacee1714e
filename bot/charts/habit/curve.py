"""The lower part of a habit's chart: how strong it was after each of the days above."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.charts.habit.values import HabitChart, percent_words
from bot.charts.lettering import font
from bot.charts.theme import Palette
from bot.charts.year.frame import curve_frame
from bot.charts.year.layout import LETTERS, Calendar, YearLayout
from tracker.habits.schedule import ONE_DAY
from tracker.words import day_text

_MARKS = (0.0, 0.5, 1.0)
_ROOM = 0.06
"""Above the whole, so that the dot of a strong habit is not cut."""


def draw_curve(figure: Figure, chart: HabitChart, layout: YearLayout, theme: Palette) -> None:
    axes = curve_frame(figure, layout, theme, [(mark, percent_words(mark)) for mark in _MARKS], "strength")
    axes.set_ylim(0, 1 + _ROOM)
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


def _say(axes: Axes, words: str, theme: Palette) -> None:
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
