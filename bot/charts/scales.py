"""Where the axes of a chart are marked: round numbers as players read them, and dates as people do."""

import math
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.charts.numbers import axis_words
from tracker.days import day_begins, local_day
from tracker.frozen import frozen
from tracker.words import brief_day, month_name

_DAY = timedelta(days=1)
_MOST_DATES = 8
_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600)
_DAYS_PER_MONTH = 30.4


@frozen
class TimeScale:
    """Days since the left edge of the chart, and the labels of some of them. Midnight is the person's own."""

    start: datetime
    end: datetime
    zone: ZoneInfo

    def __call__(self, instant: datetime) -> float:
        return (instant - self.start) / _DAY

    def end_of(self, day: date) -> float:
        return self(day_begins(day + _DAY, self.zone))

    @property
    def length(self) -> float:
        return self(self.end)

    def marks(self) -> list[tuple[float, str]]:
        days = [day for day in self._days() if self.start <= day_begins(day, self.zone) <= self.end]
        years = [None, *(day.year for day in days)]
        return [
            (self(day_begins(day, self.zone)), self._words(day, new_year=day.year != before))
            for day, before in zip(days, years, strict=False)
        ]

    def _days(self) -> Iterator[date]:
        first, last = local_day(self.start, self.zone), local_day(self.end, self.zone)
        if (step := next((s for s in _DAY_STEPS if self.length / s <= _MOST_DATES), None)) is not None:
            # Counted from a Monday, so that weeks begin where the calendar has them.
            aligned = first + -(first.toordinal() - 1) % step * _DAY
            return (aligned + n * step * _DAY for n in range((last - aligned).days // step + 1))
        return _months(first, last, self._month_step())

    def _month_step(self) -> int:
        months = self.length / _DAYS_PER_MONTH
        return next((s for s in _MONTH_STEPS if months / s <= _MOST_DATES), _MONTH_STEPS[-1])

    def _words(self, day: date, *, new_year: bool) -> str:
        by_months = self.length / _DAY_STEPS[-1] > _MOST_DATES
        if by_months and self._month_step() % 12 == 0:
            return f"{day.year}"
        words = month_name(day) if by_months else brief_day(day)
        return f"{words}\n{day.year}" if new_year else words


def _months(first: date, last: date, step: int) -> Iterator[date]:
    count = first.year * 12 + first.month - 1
    for number in range(count - count % step, last.year * 12 + last.month, step):
        yield date(number // 12, number % 12 + 1, 1)


def number_marks(low: float, high: float, most: int = 7) -> list[tuple[float, str]]:
    """Round numbers between two, and what to write at them."""
    step = _round_step((high - low) / most)
    numbers = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return list(zip(numbers, axis_words(numbers, step), strict=True))


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= least * (1 - 1e-9))
