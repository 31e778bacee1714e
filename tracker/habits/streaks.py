"""Streaks and strength: functions of the log and the schedule alone, in the habit's own unit.

A period is kept, missed, excused or still open. Kept ones extend the streak, missed ones end it, the others
do neither. The reckoning goes day by day, and can go on from a mark, which holds all that lies before it: the
result is the same as from the beginning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple, Self

from pydantic import BaseModel

from tracker.habits.schedule import (
    ONE_DAY,
    DuePeriod,
    Schedule,
    WithinDays,
    periods,
)
from tracker.habits.states import UNDONE, DayState, Log
from tracker.store.entity import made, stored_as

FREEZE_AFTER = 7
"""A freeze is earned by a streak of so many, and by each so many more."""
MOST_FREEZES = 3
WHOLE = 1_000_000
"""Strength is counted in millionths, so that each step is exact and the same everywhere."""
HALF_LIFE = 13.0
"""Days in which a daily habit that is left loses half its strength; Loop Habit Tracker's choice."""
_WEEK, _MONTH = 7, 30


class PeriodOutcome(StrEnum):
    KEPT = "kept"
    EXCUSED = "excused"
    MISSED = "missed"
    OPEN = "open"


class Streak(BaseModel, frozen=True):
    """Where a habit stands."""

    model_config = stored_as(last_done="lastCompleted")

    current: int = 0
    longest: int = 0
    freezes: int = 0
    kept: int = 0
    missed: int = 0
    strength: int = 0
    done: int = 0
    """Days on which it was done, in all."""
    last_done: date | None = None

    @property
    def rate(self) -> float | None:
        """The share of periods that were kept; None before the first has ended."""
        ended = self.kept + self.missed
        return self.kept / ended if ended else None


class Mark(Streak, frozen=True):
    """All that is known up to a day, that one included: from it the reckoning can go on."""

    through: date
    by_weekday: tuple[int, ...] = (0,) * _WEEK
    recent: tuple[int, ...] = ()
    """The shares of the last days that were not excused, in millionths, as far as the schedule looks."""

    def streak_fields(self) -> dict[str, Any]:
        """What a streak has of it, by the names of its fields."""
        return {name: getattr(self, name) for name in Streak.model_fields}

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
    found, pace = _Reckoning.after(mark or Mark(through=course.first - ONE_DAY)), _Pace.of(course.schedule)
    for day in _days(found.through + ONE_DAY, today):
        found.live(course, pace, day, today)
    found.through = today
    return found.mark()


def day_by_day(course: Course, today: date, mark: Mark | None = None) -> Iterator[Mark]:
    """The mark after each day up to today. A period counts on its last day; that of today counts today."""
    found, pace = _Reckoning.after(mark or Mark(through=course.first - ONE_DAY)), _Pace.of(course.schedule)
    for day in _days(found.through + ONE_DAY, today):
        found.live(course, pace, day, today)
        yield found.mark()


def mark_at(course: Course, day: date, mark: Mark | None = None) -> Mark | None:
    """The mark at the end of the last period that has ended by that day; None where none has."""
    begin = mark.through + ONE_DAY if mark else course.first
    ends = [period.last for period in periods(course.schedule, begin, day) if period.last <= day]
    return streak(course, ends[-1], mark) if ends else mark


def mark_before(course: Course, day: date, mark: Mark | None = None) -> Mark | None:
    """The mark before the period that holds a day, or before the day itself where nothing is due on it.

    The given one where that knows as much; None where the habit has no day before.
    """
    period = course.schedule.period_of(day)
    last = (day if period is None else period.first) - ONE_DAY
    known = mark.through if mark else course.first - ONE_DAY
    return streak(course, last, mark) if last > known else mark


def days_needed(course: Course, day: date, mark: Mark | None = None) -> int:
    """How many days, this one first, a streak hangs on: it ends unless it is done on each. 0: it can wait.

    Of a week or month those are all that are left of it, once no more of them are left than are needed.
    """
    period = course.schedule.period_of(day)
    if period is None or course.log.state_of(day) not in UNDONE or period.first < course.first:
        return 0
    before = mark_before(course, day, mark)
    if before is None or before.current == 0:
        return 0
    if course.schedule.kind == "within":
        over = course._replace(log=replace(course.log, settled=day))
        return int(streak(over, day, before).current == 0)
    states = {one: course.log.state_of(one) for one in period.days()}
    lacking = period.needed - sum(one is DayState.DONE or one.is_excused for one in states.values())
    left = sum(one >= day and state in UNDONE for one, state in states.items())
    return left if lacking == left else 0


class _Pace(NamedTuple):
    """How strength goes with a schedule."""

    reach: int
    """Over how many days it shows how often a habit is done."""
    wanted: float
    """How often, in so many days."""
    kept: float
    """What a day leaves of the strength before it."""

    @classmethod
    def of(cls, schedule: Schedule) -> Self:
        reach, often = _reach(schedule), schedule.frequency
        return cls(reach, often * reach, 0.5 ** (often**0.5 / HALF_LIFE))


@dataclass(slots=True)
class _Reckoning:
    """A mark that is moved on day by day."""

    through: date
    current: int
    longest: int
    freezes: int
    kept: int
    missed: int
    strength: int
    done: int
    last_done: date | None
    by_weekday: list[int]
    recent: tuple[int, ...]

    @classmethod
    def after(cls, mark: Mark) -> Self:
        return cls(
            through=mark.through,
            current=mark.current,
            longest=mark.longest,
            freezes=mark.freezes,
            kept=mark.kept,
            missed=mark.missed,
            strength=mark.strength,
            done=mark.done,
            last_done=mark.last_done,
            by_weekday=list(mark.by_weekday),
            recent=mark.recent,
        )

    def mark(self) -> Mark:
        """Nothing in it needs to be checked, and a year has many days."""
        fields = {
            "current": self.current,
            "longest": self.longest,
            "freezes": self.freezes,
            "kept": self.kept,
            "missed": self.missed,
            "strength": self.strength,
            "done": self.done,
            "last_done": self.last_done,
            "through": self.through,
            "by_weekday": tuple(self.by_weekday),
            "recent": self.recent,
        }
        return made(Mark, fields)

    def live(self, course: Course, pace: _Pace, day: date, today: date) -> None:
        state = course.log.state_of(day)
        self._count_day(course.log, pace, day, state)
        period = course.schedule.period_of(day)
        if period is None or (day != period.last and day != today):  # noqa: PLR1714 - no tuple for each day
            return
        if course.schedule.kind == "within":
            self._count_period(_within(course.schedule, course.log, day, state, self.recent))
        elif state is DayState.DONE and period.needed == 1:
            self._count_period(PeriodOutcome.KEPT)
        else:
            lived = [state] if period.first == day else _lived(course, period, today)
            self._count_period(_outcome(course, period, lived))

    def _count_day(self, log: Log, pace: _Pace, day: date, state: DayState) -> None:
        self.through, share = day, WHOLE
        if state is DayState.DONE:
            self.done += 1
            self.last_done = day
            self.by_weekday[day.weekday()] += 1
        elif state.is_excused:
            self.freezes = max(self.freezes - (state is DayState.FROZEN), 0)
            return
        else:
            share = round(WHOLE * log.share_of(day)) if state is DayState.PARTIAL else 0
        self.recent = (*self.recent, share)[-pace.reach :]
        if state is not DayState.OPEN and (state is not DayState.PARTIAL or day <= log.settled):
            self.strength = _stronger(self.strength, pace, self.recent)

    def _count_period(self, outcome: PeriodOutcome) -> None:
        if outcome is PeriodOutcome.KEPT:
            self.current += 1
            self.longest = max(self.longest, self.current)
            self.kept += 1
            earned = 1 if self.current % FREEZE_AFTER == 0 else 0
            self.freezes = min(self.freezes + earned, MOST_FREEZES)
        elif outcome is PeriodOutcome.MISSED:
            self.current = 0
            self.missed += 1


def _lived(course: Course, period: DuePeriod, today: date) -> list[DayState]:
    return [course.log.state_of(day) for day in period.days() if course.first <= day <= today]


def _outcome(course: Course, period: DuePeriod, lived: Sequence[DayState]) -> PeriodOutcome:
    """Of a period by its days up to today."""
    log, first = course.log, course.first
    done = lived.count(DayState.DONE)
    if done >= period.needed:
        return PeriodOutcome.KEPT
    excused = sum(state.is_excused for state in lived)
    too_much = period.first == period.last and lived == [DayState.MISSED]  # before its end: it was too much
    if period.last > log.settled and not too_much:
        return PeriodOutcome.OPEN
    if done + excused >= period.needed or period.first < first:
        return PeriodOutcome.EXCUSED
    return PeriodOutcome.MISSED


def _within(
    schedule: WithinDays, log: Log, day: date, state: DayState, recent: Sequence[int]
) -> PeriodOutcome:
    """By the last so many days that count. Until there were so many of them, nothing is missed."""
    if state.is_excused:
        return PeriodOutcome.EXCUSED
    if sum(share == WHOLE for share in recent) >= schedule.times:
        return PeriodOutcome.KEPT
    if day > log.settled:
        return PeriodOutcome.OPEN
    return PeriodOutcome.EXCUSED if len(recent) < schedule.days else PeriodOutcome.MISSED


def _stronger(strength: int, pace: _Pace, recent: Sequence[int]) -> int:
    """One day's step of the exponential score: towards the share of what was wanted lately."""
    share = min(sum(recent) / pace.wanted, WHOLE)
    return round(strength * pace.kept + share * (1 - pace.kept))


def _reach(schedule: Schedule) -> int:
    match schedule.kind:
        case "daily":
            return 1
        case "weekdays" | "perWeek":
            return _WEEK
        case "perMonth":
            return _MONTH
        case "every" | "within":
            return schedule.days


def _days(first: date, last: date) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        day += ONE_DAY
