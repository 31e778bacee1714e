"""What a month or a year came to: a function of what was logged, done and reached in it.

Metrics, moods and pages of the logbook stay out: a look back is made to be shown.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Self

from tracker.accounts.model import User
from tracker.days import Days, local_day
from tracker.frozen import frozen
from tracker.goals.composite.model import CompositeGoal, CompositeStatus, GoalMilestone
from tracker.habits.model import Habit, HabitLog
from tracker.habits.states import DayState
from tracker.habits.streaks import Course, streak
from tracker.habits.watched import Watched
from tracker.life.recap.period import RecapPeriod
from tracker.rewards.model import UnlockedAchievement
from tracker.tasks.model import Task, TaskStatus

MOST_SHOWN = 5
"""Streaks and days; of goals and achievements all are named."""
_WHOLE = 100


@frozen
class Lived:
    """All that a look back is made of, as the table has it."""

    user: User
    now: datetime
    period: RecapPeriod
    habits: Sequence[Habit]
    logs: Mapping[str, Sequence[HabitLog]]
    """By habit, those of the days of the period."""
    tasks: Sequence[Task]
    milestones: Sequence[GoalMilestone]
    goals: Sequence[CompositeGoal]
    """Of parts, those that are achieved."""
    of_metrics: frozenset[str]
    """Characters that stand for metrics."""
    achievements: Sequence[UnlockedAchievement]
    whole: bool
    """Whether nothing was left out because there is so much."""

    def day_of(self, instant: datetime) -> date:
        return local_day(instant, self.user.zone, self.user.day_start)

    @property
    def days(self) -> Days:
        """Those of the period that have come."""
        return Days(self.period.days.first, min(self.period.days.last, self.day_of(self.now)))


@frozen
class ReachedGoal:
    title: str
    day: date
    is_private: bool = False
    """Whether it is about a metric: weight, money, mood. Others are not shown it."""


@frozen
class HabitRun:
    """How often a habit was kept without a miss, within the period."""

    habit: str
    longest: int
    unit: str
    """`day`, `week`."""
    done: int
    """On so many days."""


@frozen
class DayDone:
    day: date
    done: int
    """Habits and tasks."""
    points: int


@frozen
class Recap:
    period: RecapPeriod
    days: Days
    reached: Sequence[ReachedGoal]
    """The first one first."""
    runs: Sequence[HabitRun]
    """The longest first."""
    best: Sequence[DayDone]
    """The days on which most was done first; of equal ones, those with more points."""
    achievements: Sequence[ReachedGoal]
    done_by_day: Mapping[date, int]
    habit_days: int
    tasks: int
    minutes: int
    """Of those tasks whose size was said."""
    milestones: int
    points: int
    whole: bool

    @property
    def active_days(self) -> int:
        return len(self.done_by_day)

    @property
    def is_empty(self) -> bool:
        return not (self.done_by_day or self.reached or self.achievements or self.milestones)


@dataclass(slots=True)
class _Day:
    done: int = 0
    points: int = 0


def recap_of(lived: Lived) -> Recap:
    """For a thread: a year of many habits is some work."""
    within = lived.days
    lives = [_Life.of(lived, one, within) for one in lived.habits]
    logs = [log for life in lives for log in life.done]
    tasks = [*_done_tasks(lived, within)]
    days = _by_day(logs, tasks)
    best = sorted((DayDone(day, one.done, one.points) for day, one in days.items()), key=_most_first)
    milestones = [one for one in lived.milestones if _is_within(lived.day_of(one.achieved_at), within)]
    return Recap(
        period=lived.period,
        days=within,
        reached=_reached(lived, milestones, within),
        runs=_runs(lives, within.last),
        best=best[:MOST_SHOWN],
        achievements=_achieved(lived, within),
        done_by_day={day: one.done for day, one in days.items()},
        habit_days=len(logs),
        tasks=len(tasks),
        minutes=sum(one.size or 0 for _, one in tasks),
        milestones=len(milestones),
        points=sum(one.points for one in days.values()),
        whole=lived.whole,
    )


def _by_day(logs: Iterable[HabitLog], tasks: Iterable[tuple[date, Task]]) -> dict[date, _Day]:
    found: defaultdict[date, _Day] = defaultdict(_Day)
    gave = [(one.day, one.award.points if one.award else 0) for one in logs]
    for day, points in (*gave, *((day, one.points_awarded) for day, one in tasks)):
        found[day].done += 1
        found[day].points += points
    return found


def _done_tasks(lived: Lived, within: Days) -> Iterable[tuple[date, Task]]:
    for one in lived.tasks:
        if one.status is TaskStatus.DONE and one.completed_date is not None:
            day = lived.day_of(one.completed_date)
            if _is_within(day, within):
                yield day, one


def _most_first(one: DayDone) -> tuple[int, int, date]:
    return -one.done, -one.points, one.day


def _reached(lived: Lived, milestones: Iterable[GoalMilestone], within: Days) -> list[ReachedGoal]:
    """By their last milestone, or because the person said so; each once."""
    found = {
        one.goal: ReachedGoal(
            one.description or one.name,
            lived.day_of(one.achieved_at),
            is_private=one.goal.partition(".")[0] in lived.of_metrics,
        )
        for one in milestones
        if one.percentage == _WHOLE
    }
    for goal in lived.goals:
        if goal.status is CompositeStatus.ACHIEVED and goal.completed_date is not None:
            day = lived.day_of(goal.completed_date)
            if _is_within(day, within):
                found[goal.id] = ReachedGoal(goal.title, day)
    return sorted(found.values(), key=lambda one: (one.day, one.title))


def _achieved(lived: Lived, within: Days) -> list[ReachedGoal]:
    days = ((one, lived.day_of(one.unlocked_at)) for one in lived.achievements)
    found = [ReachedGoal(one.title, day) for one, day in days if _is_within(day, within)]
    return sorted(found, key=lambda one: (one.day, one.title))


@frozen
class _Life:
    """A habit, as if it had begun with the period: what was before and what came after changes nothing."""

    habit: Habit
    course: Course
    done: Sequence[HabitLog]
    """Of the days that were logged and kept."""

    @classmethod
    def of(cls, lived: Lived, habit: Habit, within: Days) -> Self:
        logs = lived.logs.get(habit.id, ())
        entries = {one.day: one.entry for one in logs}
        whole = Watched(lived.user, habit, lived.now, None, entries).course_with(entries)
        log = replace(whole.log, settled=min(whole.log.settled, within.last))
        course = Course(whole.schedule, log, max(within.first, whole.first))
        return cls(habit, course, [one for one in logs if log.state_of(one.day) is DayState.DONE])

    def run(self, until: date) -> HabitRun:
        longest = streak(self.course, until).longest
        return HabitRun(self.habit.name, longest, self.habit.schedule.unit, len(self.done))


def _runs(lives: Iterable[_Life], until: date) -> list[HabitRun]:
    runs = [run for one in lives if (run := one.run(until)).longest > 0]
    return sorted(runs, key=lambda run: (-run.longest, -run.done, run.habit))[:MOST_SHOWN]


def _is_within(day: date, within: Days) -> bool:
    return within.first <= day <= within.last
