"""Streaks and strength: functions of the log and the schedule alone, in the habit's own unit.

A period is kept, missed, excused or still open. Kept ones extend the streak, missed ones end it, the others
do neither. The reckoning goes day by day, and can go on from a mark, which holds all that lies before it: the
result is the same as from the beginning.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from tracker.habits.schedule import (
    ONE_DAY,
    Daily,
    EveryDays,
    OnWeekdays,
    Period,
    PerMonth,
    PerWeek,
    Schedule,
    WithinDays,
    periods,
)
from tracker.habits.states import DayState, Log

FREEZE_AFTER = 7
"""A freeze is earned by a streak of so many, and by each so many more."""
MOST_FREEZES = 3
WHOLE = 1_000_000
"""Strength is counted in millionths, so that each step is exact and the same everywhere."""
HALF_LIFE = 13.0
"""Days in which a daily habit that is left loses half its strength; Loop Habit Tracker's choice."""
_WEEK, _MONTH = 7, 30


class Outcome(StrEnum):
    KEPT = "kept"
    EXCUSED = "excused"
    MISSED = "missed"
    OPEN = "open"


class Mark(BaseModel, frozen=True):
    """All that is known up to a day, that one included."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, extra="ignore")

    through: date
    current: int = 0
    longest: int = 0
    freezes: int = 0
    kept: int = 0
    missed: int = 0
    strength: int = 0
    done: int = 0
    """Days on which it was done, in all."""
    by_weekday: tuple[int, ...] = (0,) * _WEEK
    recent: tuple[int, ...] = ()
    """The shares of the last days that were not excused, in millionths, as far as the schedule looks."""

    @property
    def rate(self) -> float | None:
        """The share of periods that were kept; None before the first has ended."""
        ended = self.kept + self.missed
        return self.kept / ended if ended else None

    @property
    def best_weekday(self) -> int | None:
        most = max(self.by_weekday)
        return self.by_weekday.index(most) if most else None


class Course(NamedTuple):
    """A habit as its streak sees it."""

    schedule: Schedule
    log: Log
    first: date
    """The day on which it began."""


def streak(course: Course, today: date, mark: Mark | None = None) -> Mark:
    """Where it stands today. What is open counts as soon as it is kept."""
    found = mark or Mark(through=course.first - ONE_DAY)
    for after in day_by_day(course, today, found):
        found = after
    return found.model_copy(update={"through": today})


def day_by_day(course: Course, today: date, mark: Mark | None = None) -> Iterator[Mark]:
    """The mark after each day up to today. A period counts on its last day; that of today counts today."""
    found = mark or Mark(through=course.first - ONE_DAY)
    for day in _days(found.through + ONE_DAY, today):
        found = _after_day(found, course, day)
        period = course.schedule.period_of(day)
        if period is not None and day in (period.last, today):
            found = _after_period(found, _outcome(course, period, found, today))
        yield found


def mark_at(course: Course, day: date, mark: Mark | None = None) -> Mark | None:
    """The mark at the end of the last period that has ended by that day; None where none has."""
    begin = mark.through + ONE_DAY if mark else course.first
    ends = [period.last for period in periods(course.schedule, begin, day) if period.last <= day]
    return streak(course, ends[-1], mark) if ends else mark


def _outcome(course: Course, period: Period, reached: Mark, today: date) -> Outcome:
    """`reached` includes the last day of the period that was lived."""
    if isinstance(course.schedule, WithinDays):
        return _within(course.schedule, course.log, period.last, reached)
    log, first = course.log, course.first
    lived = [log.state_of(day) for day in period.days() if first <= day <= today]
    done, excused = lived.count(DayState.DONE), sum(state.is_excused for state in lived)
    if done >= period.needed:
        return Outcome.KEPT
    if period.last > log.settled and lived != [DayState.MISSED]:  # missed before its end: it was too much
        return Outcome.OPEN
    if done + excused >= period.needed or period.first < first:
        return Outcome.EXCUSED
    return Outcome.MISSED


def _within(schedule: WithinDays, log: Log, day: date, reached: Mark) -> Outcome:
    """By the last so many days that count. Until there were so many of them, nothing is missed."""
    if log.state_of(day).is_excused:
        return Outcome.EXCUSED
    if sum(share == WHOLE for share in reached.recent) >= schedule.times:
        return Outcome.KEPT
    if day > log.settled:
        return Outcome.OPEN
    return Outcome.EXCUSED if len(reached.recent) < schedule.days else Outcome.MISSED


def _after_period(before: Mark, outcome: Outcome) -> Mark:
    match outcome:
        case Outcome.KEPT:
            current = before.current + 1
            earned = 1 if current % FREEZE_AFTER == 0 else 0
            return before.model_copy(
                update={
                    "current": current,
                    "longest": max(before.longest, current),
                    "kept": before.kept + 1,
                    "freezes": min(before.freezes + earned, MOST_FREEZES),
                }
            )
        case Outcome.MISSED:
            return before.model_copy(update={"current": 0, "missed": before.missed + 1})
        case _:
            return before


def _after_day(before: Mark, course: Course, day: date) -> Mark:
    state = course.log.state_of(day)
    changes: dict[str, object] = {"through": day}
    if state is DayState.FROZEN:
        changes["freezes"] = max(before.freezes - 1, 0)
    if state.is_excused:
        return before.model_copy(update=changes)
    share = round(WHOLE * course.log.share_of(day))
    recent = (*before.recent, share)[-_reach(course.schedule) :]
    changes["recent"] = recent
    if state is DayState.DONE:
        counts = [count + (weekday == day.weekday()) for weekday, count in enumerate(before.by_weekday)]
        changes |= {"done": before.done + 1, "by_weekday": tuple(counts)}
    if state is not DayState.OPEN:
        changes["strength"] = _stronger(before.strength, course.schedule, recent)
    return before.model_copy(update=changes)


def _stronger(strength: int, schedule: Schedule, recent: tuple[int, ...]) -> int:
    """One day's step of the exponential score: towards the share of what was wanted lately."""
    wanted = schedule.frequency * _reach(schedule)
    share = min(sum(recent) / wanted, WHOLE)
    kept: float = 0.5 ** (schedule.frequency**0.5 / HALF_LIFE)
    return round(strength * kept + share * (1 - kept))


def _reach(schedule: Schedule) -> int:
    """Over how many days it shows how often a habit is done."""
    match schedule:
        case Daily():
            return 1
        case OnWeekdays() | PerWeek():
            return _WEEK
        case PerMonth():
            return _MONTH
        case EveryDays() | WithinDays():
            return schedule.days


def _days(first: date, last: date) -> Iterator[date]:
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)
