"""From the parts of a goal to its progress: each part by itself, then all of a kind, then the whole."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from tracker.frozen import frozen
from tracker.goal_parts.reading import HABIT_DAYS, GoalScene, LinkedHabit, LinkedMetric, first_day
from tracker.goals.composite.model import CompositeGoal, CompositeStatus, Criterion, PartKind, PartShare
from tracker.goals.composite.progress import (
    WHOLE,
    MetricWay,
    done_share,
    level_of,
    mean,
    minutes_share,
    percent,
    progress_of,
)
from tracker.habits.streaks import day_by_day
from tracker.habits.watched import Watched
from tracker.metrics.aggregation import value_of
from tracker.metrics.judging import is_good, tolerance
from tracker.metrics.model import Direction, Metric, MetricDay
from tracker.readings import Number
from tracker.tasks.model import TaskStatus


@frozen
class PartsProgress:
    """How far a goal is, and what that follows from."""

    progress: Number | None
    parts: tuple[PartShare, ...]


def counted(scene: GoalScene) -> PartsProgress:
    shares: dict[PartKind, Fraction] = {}
    parts: list[PartShare] = []
    for kind, share, count in _kinds(scene):
        if share is not None:
            shares[kind] = share
            parts.append(PartShare(kind=kind, percent=percent(share), count=count))
    return PartsProgress(progress_of(scene.goal.progress_config, shares), tuple(parts))


def with_criteria(scene: GoalScene) -> GoalScene:
    """With criteria that follow a task or a metric as far as these are."""
    criteria = tuple(_followed(scene, one) for one in scene.goal.success_criteria)
    return replace(scene, goal=scene.goal.model_copy(update={"success_criteria": criteria}))


def _followed(scene: GoalScene, criterion: Criterion) -> Criterion:
    """What no longer counts towards the goal is followed no longer."""
    task = scene.tasks.get(criterion.linked_task_id or "")
    if task is not None and scene.goal.id in task.goal_ids:
        return criterion.model_copy(update={"done": task.status is TaskStatus.DONE})
    metric = next((one for one in scene.metrics if one.metric.id == criterion.linked_metric_id), None)
    if metric is not None:
        return criterion.model_copy(update={"done": metric_share(scene, metric) == WHOLE})
    return criterion


def _kinds(scene: GoalScene) -> Iterator[tuple[PartKind, Fraction | None, int]]:
    goal = scene.goal
    yield PartKind.CRITERIA, done_share(goal), len(goal.success_criteria)
    yield PartKind.TASKS, minutes_share(goal), goal.tasks_done + goal.tasks_open
    for kind, every in (
        (PartKind.METRICS, [metric_share(scene, one) for one in scene.metrics]),
        (PartKind.HABITS, [habit_share(scene, one) for one in scene.habits]),
        (PartKind.GOALS, [child_share(one) for one in scene.children]),
    ):
        known = [one for one in every if one is not None]
        yield kind, mean(known), len(known)


def metric_share(scene: GoalScene, one: LinkedMetric) -> Fraction | None:
    """None where it has no value yet, or no target."""
    way = metric_way(scene, one)
    return None if way is None else way.share


def metric_way(scene: GoalScene, one: LinkedMetric) -> MetricWay | None:
    target, level = target_of(one), metric_level(one.metric, one.days, scene.today)
    first = one.metric.cached_first
    start = one.link.start_value if one.link.start_value is not None or first is None else first.value
    if target is None or level is None or start is None:
        return None
    near = one.metric.direction is Direction.TARGET
    was_met = one.link.target_value is None and not near and is_good(one.metric, start)
    is_kept = is_good(one.metric, level) if was_met else None
    return MetricWay(start, target, level, tolerance(one.metric) if near else 0, is_kept)


def target_of(one: LinkedMetric) -> Number | None:
    own = one.link.target_value
    return one.metric.target_value if own is None else own


def metric_level(metric: Metric, some: Sequence[MetricDay], today: date) -> Number | None:
    """What adds up is known of a day when the day is over; the first day is better than nothing."""
    days = [(day.day, value_of(metric, day)) for day in some]
    if metric.aggregation.adds_up and len(days) > 1 and days[-1][0] >= today:
        days.pop()
    return level_of(days)


def habit_share(scene: GoalScene, one: LinkedHabit) -> Fraction | None:
    """What was kept of what was due in the last days; None while nothing was. What is excused is not due."""
    kept, due = habit_days(scene, one)
    return Fraction(kept, due) if due else None


def habit_days(scene: GoalScene, one: LinkedHabit) -> tuple[int, int]:
    """How often it was kept, and how often it was due."""
    habit = one.habit
    watched = Watched(scene.user, habit, scene.now, None, {day: log.entry for day, log in one.logs.items()})
    course = watched.course._replace(first=first_day(habit, scene.today))
    before = scene.today - timedelta(days=HABIT_DAYS)
    kept, missed = [0], [0]
    for mark in day_by_day(course, scene.today):
        if mark.through <= before:
            kept, missed = [mark.kept], [mark.missed]
        else:
            kept.append(mark.kept)
            missed.append(mark.missed)
    done = kept[-1] - kept[0]
    return done, done + missed[-1] - missed[0]


def child_share(goal: CompositeGoal) -> Fraction | None:
    """Of a goal below another: what was given up is left out, and what was achieved is all of it."""
    if goal.status is CompositeStatus.ACHIEVED:
        return WHOLE
    if goal.status is CompositeStatus.ABANDONED or goal.cached_progress is None:
        return None
    return Fraction(goal.cached_progress) / 100
