"""All that the progress of a goal depends on, read in three steps, and bounded whatever its past is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime, timedelta

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.goals.composite.model import MOST_NUMBERS, CompositeGoal, GoalHabit, GoalMetric
from tracker.goals.errors import NoSuchGoal
from tracker.habits.model import Habit, HabitLog
from tracker.metrics.model import Metric, MetricDay
from tracker.store.entity import from_item, from_items
from tracker.store.key import KeyPrefix
from tracker.store.keys import (
    CompositeGoalKey,
    GoalHabitKey,
    GoalMetricKey,
    HabitKey,
    HabitLogKey,
    MetricDayKey,
    MetricKey,
    TaskKey,
    UserKey,
)
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item
from tracker.tasks.model import Task

LEVEL_DAYS = 60
"""So many days of a metric say where it is: what is older counts for less than a five-hundredth."""
HABIT_DAYS = 28
"""Over so many days it is asked how well a habit is kept."""
_MONTH, _WEEK = 31, 7


@frozen
class GoalScene:
    user: User
    goal: CompositeGoal
    now: datetime
    children: Sequence[CompositeGoal] = ()
    metrics: Sequence["LinkedMetric"] = ()
    habits: Sequence["LinkedHabit"] = ()
    tasks: Mapping[str, Task] = field(default_factory=dict[str, Task])
    """Those that a criterion follows, by id."""

    @property
    def today(self) -> date:
        return local_day(self.now, self.user.zone, self.user.day_start)


@frozen
class LinkedMetric:
    link: GoalMetric
    metric: Metric
    days: Sequence[MetricDay]
    """The newest, in their order."""


@frozen
class LinkedHabit:
    habit: Habit
    logs: Mapping[date, HabitLog]
    """As far as they matter for the last days."""


def scene_of(user_id: str, goal_id: str, now: datetime) -> ReadSteps[GoalScene]:
    """The goal is read first: whatever moves after it changes its revision. Raises NoSuchUser, NoSuchGoal."""
    user_key, goal_key = UserKey(user_id).key, CompositeGoalKey(user_id, goal_id).key
    first = yield Lookup([user_key, goal_key])
    if user_key not in first.items:
        raise NoSuchUser("There is no such person.")
    if goal_key not in first.items:
        raise NoSuchGoal("This goal no longer exists.")
    user, goal = from_item(User, first.items[user_key]), from_item(CompositeGoal, first.items[goal_key])
    scene = GoalScene(user, goal, now)
    links = [GoalMetricKey.prefix(goal=goal_id), GoalHabitKey.prefix(goal=goal_id)]
    second = yield Lookup(
        [CompositeGoalKey(user_id, one).key for one in goal.children],
        [_some(one, 2 * MOST_NUMBERS) for one in links],  # two at once may link one more than that
    )
    by_metrics, by_habits = second.pages
    metric_links = [*from_items(GoalMetric, by_metrics.items)]
    habit_ids = [one.habit for one in from_items(GoalHabit, by_habits.items)]
    followed = {one.linked_task_id for one in goal.success_criteria if one.linked_task_id}
    third = yield Lookup(
        [
            *(MetricKey(user_id, one.metric).key for one in metric_links),
            *(HabitKey(user_id, one).key for one in habit_ids),
            *(TaskKey(user_id, one).key for one in followed),
        ],
        [_some(MetricDayKey.prefix(metric=one.metric), LEVEL_DAYS, reverse=True) for one in metric_links],
    )
    items = third.items
    metrics = {one.id: one for one in from_items(Metric, _of(items.values(), MetricKey.item_type))}
    habits = [*from_items(Habit, _of(items.values(), HabitKey.item_type))]
    logs = yield Lookup(queries=[_logs_of(one, scene.today) for one in habits])
    return GoalScene(
        user,
        goal,
        now,
        [*from_items(CompositeGoal, second.items.values())],
        [
            LinkedMetric(link, metrics[link.metric], [*from_items(MetricDay, reversed(page.items))])
            for link, page in zip(metric_links, third.pages, strict=True)
            if link.metric in metrics
        ],
        [
            LinkedHabit(habit, {one.day: one for one in from_items(HabitLog, page.items)})
            for habit, page in zip(habits, logs.pages, strict=True)
        ],
        {one.id: one for one in from_items(Task, _of(items.values(), TaskKey.item_type))},
    )


def first_day(habit: Habit, today: date) -> date:
    """From here on the log is read: so far back as a period can reach into the last days."""
    schedule = habit.schedule
    match schedule.kind:
        case "daily" | "weekdays":
            reach = 0
        case "perWeek":
            reach = _WEEK
        case "perMonth":
            reach = _MONTH
        case "every" | "within":
            reach = schedule.days
    return max(today - timedelta(days=HABIT_DAYS - 1 + reach), habit.began)


def _logs_of(habit: Habit, today: date) -> Query:
    since = HabitLogKey.since(habit=habit.id, day=first_day(habit, today))
    return Query(since.pk, lo=since.lo, hi=since.hi)


def _some(of: KeyPrefix, most: int, *, reverse: bool = False) -> Query:
    return Query(of.pk, prefix=of.prefix, limit=most, reverse=reverse)


def _of(items: Iterable[Item], kind: str) -> list[Item]:
    return [one for one in items if one["type"] == kind]
