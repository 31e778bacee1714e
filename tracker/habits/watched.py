"""A habit as it stands now: from what is kept in its person's own partition, whatever its past is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tracker.accounts.model import User
from tracker.days import day_begins, day_span, local_day
from tracker.habits.model import MOST_HABITS, Habit, HabitStatus, StreakItem
from tracker.habits.schedule import ONE_DAY, DuePeriod
from tracker.habits.states import UNDONE, DayEntry, DayState, Log
from tracker.habits.streaks import WHOLE, Course, Mark, days_needed, mark_at, mark_before, streak
from tracker.store.entity import from_items
from tracker.store.keys import HabitKey, StreakKey
from tracker.store.query import Query
from tracker.store.table import Table
from tracker.store.values import Item

BACKFILL_DAYS = 7
"""So long ago a day can still be told. What is older is folded into the mark."""
NOON = time(12)
MOMENTS = 1024


class Reckoned(NamedTuple):
    mark: Mark | None
    """Where the next reckoning may start: before all days that can still be told."""
    standing: Mark


@dataclass(frozen=True)
class Watched:
    user: User
    habit: Habit
    now: datetime
    streak: StreakItem | None
    entries: Mapping[date, DayEntry]
    """The days since the mark; all of them where there is none."""

    @cached_property
    def today(self) -> date:
        return _today(self.now, self.user.zone, self.user.day_start)

    def day_of(self, instant: datetime) -> date:
        return local_day(instant, self.user.zone, self.user.day_start)

    @cached_property
    def settled(self) -> date:
        """The last day of which nothing more is expected: until noon yesterday can still be told."""
        return _settled(self.now, self.user.zone, self.today)

    @property
    def mark(self) -> Mark | None:
        return None if self.streak is None else self.streak.mark

    def course_with(self, entries: Mapping[date, DayEntry]) -> Course:
        habit = self.habit
        log = Log(entries, habit.target, self.settled, habit.days_away, habit.targets_until)
        return Course(habit.schedule, log, habit.began)

    @cached_property
    def course(self) -> Course:
        """As its days are."""
        return self.course_with(self.entries)

    def standing(self, entries: Mapping[date, DayEntry] | None = None) -> Mark:
        """As its days are, unless they are said to be others."""
        return self._standing if entries is None else streak(self.course_with(entries), self.today, self.mark)

    @cached_property
    def _before(self) -> Mark | None:
        """Where it stood before the period that holds today: both of what follows go on from there."""
        return mark_before(self.course, self.today, self.mark)

    @cached_property
    def _standing(self) -> Mark:
        return streak(self.course, self.today, self._before)

    def reckoned(self, entries: Mapping[date, DayEntry]) -> Reckoned:
        """Up to the next mark, and from there to today: no day twice."""
        course, until = self.course_with(entries), self.today - timedelta(days=BACKFILL_DAYS + 1)
        mark = mark_at(course, until, self.mark)
        return Reckoned(mark, streak(course, self.today, mark))

    def state_of(self, day: date) -> DayState:
        return self.course.log.state_of(day)

    @cached_property
    def state(self) -> DayState:
        """Of today."""
        return self.state_of(self.today)

    @cached_property
    def period(self) -> DuePeriod | None:
        """That holds today."""
        return self.habit.schedule.period_of(self.today)

    def can_be_excused(self, day: date) -> bool:
        """Whether a day can become one that does not count: nothing was told of it that stands.

        Of what is to be left nothing is missed but what was told.
        """
        if self.habit.habit_type.at_most:
            return day not in self.entries
        return self.state_of(day) in (DayState.MISSED, *UNDONE)

    def was_lived(self, day: date) -> bool:
        """False for a date that clocks left out, as when a country goes over the date line."""
        span = day_span(day, self.user.zone, self.user.day_start)
        return span.start < span.end

    @cached_property
    def is_due(self) -> bool:
        """Whether there is still something to do today."""
        if self.habit.status is not HabitStatus.ACTIVE or self.habit.habit_type.at_most:
            return False
        schedule = self.habit.schedule
        if self.period is None or self.state not in UNDONE:
            return False
        if schedule.kind == "within":
            return self.standing().recent.count(WHOLE) < schedule.times
        return self.done_in_period < self.period.needed

    @cached_property
    def done_in_period(self) -> int:
        """On how many days of the period that holds today it was done so far."""
        if self.period is None:
            return 0
        days = (day for day in self.period.days() if self.habit.began <= day <= self.today)
        return sum(self.state_of(day) is DayState.DONE for day in days)

    def days_needed_from(self, day: date) -> int:
        """How many days, this one first, a streak hangs on; see `days_needed`."""
        return days_needed(self.course, day, self._before if day == self.today else self.mark)


# Asked again and again of the same moment, by all habits of a person. It has to be an instant in UTC: of two
# that read alike in another zone, one may be an hour later.
_today = lru_cache(MOMENTS)(local_day)


@lru_cache(MOMENTS)
def _settled(now: datetime, zone: ZoneInfo, today: date) -> date:
    return today - ONE_DAY * (1 if now >= day_begins(today, zone, NOON) else 2)


async def watch_one(table: Table, user: User, habit: Habit, now: datetime) -> Watched:
    item = await table.get(habit.streak_key.key)
    kept = next(from_items(StreakItem, [] if item is None else [item]), None)
    return Watched(user, habit, now, kept, kept.entries if kept else {})


async def watch(table: Table, user: User, now: datetime) -> list[Watched]:
    """All habits of a person that are not put away, in the order in which they were made; one round trip."""
    keys = HabitKey.prefix(user=user.id), StreakKey.prefix(user=user.id)
    # Nobody has more; where a table holds more all the same, no answer may grow with that.
    _, (habits, streaks) = await table.read(
        [], [Query(one.pk, prefix=one.prefix, limit=MOST_HABITS) for one in keys]
    )
    return watched_by(user, habits.items, streaks.items, now)


async def serving(table: Table, user: User, goal_id: str, now: datetime) -> list[Watched]:
    """The habits that are kept for a goal."""
    return [one for one in await watch(table, user, now) if goal_id in one.habit.goal_ids]


def watched_by(user: User, habits: Iterable[Item], streaks: Iterable[Item], now: datetime) -> list[Watched]:
    """As `watch`, from the items of habits and streaks."""
    kept = {one.habit: one for one in from_items(StreakItem, streaks)}
    shown = [one for one in from_items(Habit, habits) if one.status is not HabitStatus.ARCHIVED]
    return [
        Watched(user, one, now, kept.get(one.id), kept[one.id].entries if one.id in kept else {})
        for one in sorted(shown, key=lambda one: (one.created_at, one.id))
    ]
