"""A habit's past, day by day: what each day was to somebody who looks back, and how strong the habit was."""

from collections.abc import Iterable, Iterator
from datetime import date

from tracker.frozen import frozen
from tracker.habits.schedule import ONE_DAY, DuePeriod, Schedule
from tracker.habits.states import DayState
from tracker.habits.streaks import WHOLE, Course, Mark, day_by_day


@frozen
class PastDay:
    day: date
    state: DayState | None
    """None where nothing was wanted of it: no day that was chosen, or one that its week could do without."""
    share: float
    """How much of what was wanted was done, from 0 to 1."""
    strength: float
    """After this day, from 0 to 1."""


@frozen
class HabitPast:
    days: tuple[PastDay, ...]
    """In the order of time, up to today."""
    standing: Mark


def past_of(course: Course, today: date, since: date) -> HabitPast:
    """In one pass over the whole log, of which the days since the one given are kept."""
    marks = [Mark(through=course.first - ONE_DAY), *day_by_day(course, today)]
    missed = set(_missed(course, _missed_periods(course.schedule, marks)))
    days = (
        PastDay(day, _state(course, day, missed), course.log.share_of(day), mark.strength / WHOLE)
        for mark in marks[1:]
        if (day := mark.through) >= since
    )
    return HabitPast(tuple(days), marks[-1])


def _state(course: Course, day: date, missed: set[date]) -> DayState | None:
    state = course.log.state_of(day)
    if state is DayState.MISSED and day not in course.log.entries and day not in missed:
        return None
    if state is DayState.OPEN and course.schedule.period_of(day) is None:
        return None
    return state


def _missed_periods(schedule: Schedule, marks: Iterable[Mark]) -> Iterator[DuePeriod]:
    before = 0
    for mark in marks:
        if mark.missed > before and (period := schedule.period_of(mark.through)) is not None:
            yield period
        before = mark.missed


def _missed(course: Course, periods: Iterable[DuePeriod]) -> Iterator[date]:
    """As many days of a period as it is short of, the last ones: those could have saved it."""
    for period in periods:
        days = list(period.days())
        empty = [day for day in days if day not in course.log.entries and _is_missed(course, day)]
        short = period.needed - (len(days) - len(empty))
        yield from empty[len(empty) - short :]


def _is_missed(course: Course, day: date) -> bool:
    return course.log.state_of(day) is DayState.MISSED
