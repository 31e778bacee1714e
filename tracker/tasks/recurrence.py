"""When a recurring task is due again.

The k-th date comes from the start of the series and never from the date before it, so that nothing drifts:
31 January, 28 February, 31 March. It is found by division: a date far away costs what the next one does.
"""

from datetime import date, timedelta
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tracker.dates import months_later
from tracker.days import first_of_week, last_of_month
from tracker.store.entity import StoredValue

DAYS_PER_WEEK, MONTHS_PER_YEAR = 7, 12
LAST: Literal["last"] = "last"
LAST_YEAR = 2900
"""The table keeps years up to 2999; no series goes so far."""
MOST_INTERVAL, MOST_COUNT = 1000, 1000


class RepeatUnit(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class RepeatMode(StrEnum):
    CATCH_UP = "catchUp"
    """The next date of the calendar that is still to come."""
    AFTER_COMPLETION = "afterCompletion"
    """So long after it was done: `every!`."""


Anchor: TypeAlias = Annotated[int, Field(ge=1, le=31)] | Literal["last"]


class Recurrence(StoredValue, frozen=True):
    frequency: RepeatUnit
    interval: int = Field(default=1, ge=1, le=MOST_INTERVAL)
    weekdays: tuple[Annotated[int, Field(ge=0, le=6)], ...] = ()
    """Of a week, Monday being 0; where there are none, that of the start."""
    anchor: Anchor | None = None
    """The day of a month; that of the start, where none is named. Where a month has no such day, its last."""
    mode: RepeatMode = RepeatMode.CATCH_UP
    start: date
    """The first date of the series."""
    end_date: date | None = None
    """No date is later."""
    count: int | None = Field(default=None, ge=1, le=MOST_COUNT)
    """So often in all."""

    def due(self, k: int) -> date:
        """The k-th date, from 0 on. Raises OverflowError and ValueError beyond the calendar."""
        steps = k * self.interval
        match self.frequency:
            case RepeatUnit.DAY:
                return self.start + timedelta(days=steps)
            case RepeatUnit.WEEK if self.weekdays:
                return self._weekday(k)
            case RepeatUnit.WEEK:
                return self.start + timedelta(weeks=steps)
            case RepeatUnit.MONTH:
                return self._in_month(steps)
            case RepeatUnit.YEAR:
                return self._in_month(steps * MONTHS_PER_YEAR)

    def first_after(self, day: date) -> date | None:
        """The first date of the series that is later; None where there is none."""
        k = max(self._about(day) - 1, 0)
        try:
            while (found := self.due(k)) <= day:
                k += 1
        except (ValueError, OverflowError):
            return None
        return found if self._allows(found) else None

    def next_due(self, due: date, today: date, occurrence: int) -> "tuple[Recurrence, date] | None":
        """What follows an instance that was due on a day and is done, skipped or cancelled today.

        The rule may have another start then. None where the series has ended: `occurrence` counts from 1.
        """
        if self.count is not None and occurrence >= self.count:
            return None
        if self.mode is RepeatMode.CATCH_UP or self.weekdays:
            found = self.first_after(max(due, today))
            return None if found is None else (self, found)
        anew = self.model_copy(update={"start": today, "anchor": None})
        found = anew.first_after(max(today, due))
        return None if found is None else (anew.model_copy(update={"start": found}), found)

    def beginning(self) -> "Recurrence":
        """The same with its first date as its start: `every mon` from a Wednesday on begins on Monday."""
        first = self.first_after(self.start - timedelta(days=1))
        return self if first is None else self.model_copy(update={"start": first})

    def moved_to(self, day: date) -> "Recurrence | None":
        """The same from another day on; None where that is none of its several weekdays."""
        if self.weekdays and day.weekday() not in self.weekdays:
            weekdays = (day.weekday(),)
            return self.model_copy(update={"start": day, "weekdays": weekdays}) if self._has_one_day else None
        new = self.model_copy(update={"start": day})
        return new if new.due(0) == day else new.model_copy(update={"anchor": None})

    @property
    def _has_one_day(self) -> bool:
        return len(set(self.weekdays)) == 1

    def _weekday(self, k: int) -> date:
        days = sorted(set(self.weekdays))
        before = sum(day < self.start.weekday() for day in days)
        weeks, index = divmod(k + before, len(days))
        return first_of_week(self.start) + timedelta(weeks=weeks * self.interval, days=days[index])

    def _in_month(self, months: int) -> date:
        last = last_of_month(months_later(self.start.replace(day=1), months))
        if self.anchor == LAST:
            return last
        return last.replace(day=min(self.anchor or self.start.day, last.day))

    def _about(self, day: date) -> int:
        """A number whose date is near a day, and not after the first one that is later."""
        match self.frequency:
            case RepeatUnit.DAY:
                return (day - self.start).days // self.interval
            case RepeatUnit.WEEK:
                weeks = (first_of_week(day) - first_of_week(self.start)).days // DAYS_PER_WEEK
                each = len(set(self.weekdays)) or 1
                return (weeks // self.interval) * each - each
            case RepeatUnit.MONTH | RepeatUnit.YEAR:
                months = (day.year - self.start.year) * MONTHS_PER_YEAR + day.month - self.start.month
                return months // (
                    self.interval * (1 if self.frequency is RepeatUnit.MONTH else MONTHS_PER_YEAR)
                )

    def _allows(self, day: date) -> bool:
        return day.year <= LAST_YEAR and (self.end_date is None or day <= self.end_date)
