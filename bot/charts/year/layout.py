"""Where everything of a year's chart is: each day in the column of its week, each part of the picture."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from bot.charts.format import Format
from tracker.frozen import frozen
from tracker.words import month_name, shown_week

LEAST_WEEKS = 26
"""What is younger has some of its future in the picture: that is where it goes."""
DAYS = 7
LETTERS = 9.5
"""How large most words are, in points."""

_TALL, _TALLEST = 1.25, 0.045
"""The height of a day to its width, and the most of it as a share of the picture."""
_MONTHS, _LEGEND_GAP, _LEGEND_LINE, _CURVE_GAP, _BOTTOM = 0.24, 0.1, 0.22, 0.34, 0.32
"""Inches above the days, and between and below the parts."""
_MONTH, _VALUE = 0.4, 0.66
"""Inches that the name of a month takes, and the value at the right end of the curve."""


@frozen
class Calendar:
    """Weeks as columns, the first day of the reader's week on top. A week is 1 wide, a day is 1 high."""

    begins: date
    """The first day of a week."""
    weeks: int

    def place(self, day: date) -> tuple[int, int]:
        """Column and row."""
        return divmod((day - self.begins).days, DAYS)

    def along(self, day: date) -> float:
        """Where a day begins on an axis of time, in weeks."""
        return (day - self.begins).days / DAYS

    def days(self) -> Iterator[date]:
        for number in range(self.weeks * DAYS):
            yield self.begins + timedelta(days=number)

    def months(self, apart: float) -> list[tuple[date, str]]:
        """The first day of each month, and its name, which for January is that of the year.

        The month in which the calendar begins is left out where the next is not so many weeks away.
        """
        firsts = [self.begins, *(day for day in self.days() if day.day == 1 and day != self.begins)]
        if len(firsts) > 1 and self.place(firsts[1])[0] < apart:
            del firsts[0]
        return [(day, f"{day:%Y}" if day.month == 1 else month_name(day)) for day in firsts]


class Box(NamedTuple):
    """A part of the picture, in whole pixels from its lower left corner, so that edges are sharp."""

    left: int
    bottom: int
    width: int
    height: int

    def inset(self, by: int) -> "Box":
        return Box(self.left + by, self.bottom + by, self.width - 2 * by, self.height - 2 * by)

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def top(self) -> int:
        return self.bottom + self.height


@frozen
class YearLayout:
    calendar: Calendar
    cell_size: tuple[int, int]
    """How wide and high a day is, in pixels."""
    days: Box
    legend: Box
    curve: Box
    months: list[tuple[date, str]]
    """Those for whose names there is room."""

    def cell(self, day: date) -> Box:
        (column, row), (wide, high) = self.calendar.place(day), self.cell_size
        return Box(self.days.left + column * wide, self.days.top - (row + 1) * high, wide, high)


def calendar_of(begins: date, today: date) -> Calendar:
    """From the first day of a week on."""
    lived = (shown_week(today).first - begins).days // DAYS + 1
    return Calendar(begins, max(lived, LEAST_WEEKS))


def layout_of(calendar: Calendar, shape: Format, legend_lines: int) -> YearLayout:
    inch, width, height = shape.dpi, shape.width * shape.dpi, shape.height * shape.dpi
    wide = int((shape.right - shape.left) * width / calendar.weeks)
    high = round(min(wide * _TALL, height * _TALLEST))
    across = wide * calendar.weeks
    left = round(min(shape.left * width, width - _VALUE * inch - across))
    days = Box(left, round(shape.top * height - _MONTHS * inch) - DAYS * high, across, DAYS * high)
    line = round(_LEGEND_LINE * inch)
    legend = Box(
        left, days.bottom - round(_LEGEND_GAP * inch) - legend_lines * line, across, legend_lines * line
    )
    bottom = round(_BOTTOM * inch)
    curve = Box(left, bottom, across, legend.bottom - round(_CURVE_GAP * inch) - bottom)
    return YearLayout(calendar, (wide, high), days, legend, curve, calendar.months(_MONTH * inch / wide))
