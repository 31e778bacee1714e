"""A goal opened part by part: why it is where it is, what was reached, what happened, when it may be done."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction

from tracker.accounts.model import User
from tracker.days import left_of_day, local_day
from tracker.frozen import frozen
from tracker.goal_parts.counting import (
    child_share,
    habit_days,
    metric_way,
    target_of,
)
from tracker.goal_parts.reading import GoalScene, scene_of
from tracker.goals.composite.model import (
    CompositeGoal,
    Criterion,
    GoalActivity,
    GoalMilestone,
    GoalTask,
    PartKind,
)
from tracker.goals.composite.progress import MetricWay, percent
from tracker.goals.pace.forecast import Eta, forecast
from tracker.goals.pace.gains import MOST_DAYS
from tracker.readings import Number
from tracker.store.entity import from_items
from tracker.store.keys import (
    CompositeGoalKey,
    GoalActivityKey,
    GoalTaskKey,
    MilestoneKey,
    TaskKey,
)
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.worth import minutes_of
from tracker.words import near_day, people, with_unit

MOST_TASKS, MOST_ACTIVITY = 100, 200
_WHOLE = 100


@frozen
class PartLook:
    """One part. All that weigh something add up to the goal's progress: weight times percent."""

    kind: PartKind
    id: str
    name: str
    percent: Number | None
    """None where nothing is known of it yet."""
    weight: float = 0.0
    """How many percent of the goal it is, as far as something is known of it."""
    text: str = ""


@frozen
class GoalLook:
    goal: CompositeGoal
    parent: CompositeGoal | None
    parts: Sequence[PartLook]
    more_tasks: int
    """Tasks that count, and are not among the parts here."""
    milestones: Sequence[GoalMilestone]
    activity: Sequence[GoalActivity]
    """The newest first."""
    eta: Eta | None
    """By the pace of the last days; None while there are too few."""
    per_day: float | None


def look_at(user_id: str, goal_id: str, now: datetime) -> ReadSteps[GoalLook]:
    """Raises NoSuchUser, NoSuchGoal."""
    scene = yield from scene_of(user_id, goal_id, now)
    goal = scene.goal
    tasks, told, happened = (
        GoalTaskKey.prefix(goal=goal_id),
        MilestoneKey.prefix(user=user_id, goal=goal_id),
        GoalActivityKey.prefix(goal=goal_id),
    )
    above = [CompositeGoalKey(user_id, goal.parent).key] if goal.parent else []
    first = yield Lookup(
        above,
        [
            Query(tasks.pk, prefix=tasks.prefix, limit=MOST_TASKS, reverse=True),
            Query(told.pk, prefix=told.prefix),
            Query(happened.pk, prefix=happened.prefix, limit=MOST_ACTIVITY, reverse=True),
        ],
    )
    links, milestones, activity = first.pages
    keys = [TaskKey(user_id, one.task).key for one in from_items(GoalTask, links.items)]
    found = yield Lookup(keys)
    there = [*from_items(Task, found.items.values())]
    feed = [*from_items(GoalActivity, activity.items)]
    ahead = pace_of(scene.user, goal, feed, now)
    return GoalLook(
        goal=goal,
        parent=next(from_items(CompositeGoal, first.items.values()), None),
        parts=[*weighed(scene, there)],
        more_tasks=max(goal.tasks_done + goal.tasks_open - len(there), 0) if links.cursor else 0,
        milestones=[*from_items(GoalMilestone, milestones.items)],
        activity=feed,
        eta=ahead[0],
        per_day=ahead[1],
    )


def weighed(scene: GoalScene, tasks: Sequence[Task]) -> Iterator[PartLook]:
    """Each part with its share of the goal, of the kinds that there are."""
    config = scene.goal.progress_config
    whole = sum(config.weight_of(one.kind) for one in scene.goal.cached_parts)
    counts = {one.kind: one.count for one in scene.goal.cached_parts}
    for one, size in _parts(scene, tasks):
        kind = one.kind
        known = kind in counts and one.percent is not None and whole
        share = Fraction(config.weight_of(kind), whole) if known else Fraction()
        part = share * size if size is not None else share / max(counts.get(kind, 1), 1)
        yield PartLook(kind, one.id, one.name, one.percent, round(float(_WHOLE * part), 2), one.text)


def _parts(scene: GoalScene, tasks: Sequence[Task]) -> Iterator[tuple[PartLook, Fraction | None]]:
    """Each with how much of its kind it is, where they are not all alike."""
    goal = scene.goal
    for number, one in enumerate(goal.success_criteria, 1):
        done, text = _WHOLE if one.done else 0, _criterion_text(scene, one)
        yield PartLook(PartKind.CRITERIA, f"{number}", one.text, done, text=text), None
    minutes = goal.minutes_done + goal.minutes_open
    for one in sorted(tasks, key=lambda task: (not task.status.is_open, task.created_at, task.id)):
        is_done, counts = one.status is TaskStatus.DONE, one.status is not TaskStatus.CANCELLED
        size = Fraction(minutes_of(one), minutes) if counts and minutes else None
        at = (_WHOLE if is_done else 0) if counts else None
        yield PartLook(PartKind.TASKS, one.id, one.title, at, text=_task_text(one, scene.today)), size
    for one in scene.metrics:
        way, unit = metric_way(scene, one), one.metric.day_unit or ""
        at = None if way is None else percent(way.share)
        if way is not None:
            text = _way_text(way, unit)
        else:
            text = "no value yet" if target_of(one) is not None else "no target yet"
        yield PartLook(PartKind.METRICS, one.metric.id, one.metric.name, at, text=text), None
    for one in scene.habits:
        kept, due = habit_days(scene, one)
        at = percent(Fraction(kept, due)) if due else None
        text = f"kept {kept} of {due} in 4 weeks" if due else "nothing was due yet"
        yield PartLook(PartKind.HABITS, one.habit.id, one.habit.name, at, text=text), None
    for one in scene.children:
        share = child_share(one)
        at = None if share is None else percent(share)
        yield PartLook(PartKind.GOALS, one.id, one.title, at, text=one.status.words), None


def _way_text(way: MetricWay, unit: str) -> str:
    """`85 kg, on the way from 90 to 80`; of what met its target from the start on, only that."""
    now, target = with_unit(float(way.level), unit), people(way.target)
    if way.is_kept is not None:
        return f"{now}, target {target}"
    return f"{now}, on the way from {people(float(way.start))} to {target}"


def _criterion_text(scene: GoalScene, criterion: Criterion) -> str:
    """Until when it is to be met, and what says whether it is."""
    if criterion.done:
        return "done"
    said: list[str] = []
    if criterion.target_date is not None:
        said.append(f"due {near_day(criterion.target_date, scene.today)}")
    if (task := scene.tasks.get(criterion.linked_task_id or "")) is not None:
        said.append(f"follows {task.title}")
    metrics = (one.metric for one in scene.metrics if one.metric.id == criterion.linked_metric_id)
    said += [f"follows {one.name}" for one in metrics]
    return ", ".join(said)


def _task_text(task: Task, today: date) -> str:
    if not task.status.is_open:
        return "done" if task.status is TaskStatus.DONE else "cancelled"
    return f"due {near_day(task.due_date, today)}" if task.due_date else ""


def pace_of(
    user: User, goal: CompositeGoal, feed: Sequence[GoalActivity], now: datetime
) -> tuple[Eta | None, float | None]:
    """By what each of the last whole days brought: the feed says where it stood."""
    today = local_day(now, user.zone, user.day_start)
    progress = goal.cached_progress
    if progress is None or progress >= _WHOLE or not goal.status.is_open:
        return None, None
    stood = _by_day(user, feed)
    if not stood:
        return None, None
    first = max(min(stood), today - timedelta(days=MOST_DAYS))
    rates: list[float] = []
    before = stood.get(first, 0.0)
    for ago in range(1, (today - first).days):
        day = first + timedelta(days=ago)
        after = stood.get(day, before)
        rates.append(after - before)
        before = after
    left = left_of_day(now, user.zone, user.day_start)
    found = forecast(rates, float(_WHOLE - progress), left) if rates else None
    return (found.eta(today), found.per_day) if found and found.per_day > 0 else (None, None)


def _by_day(user: User, feed: Sequence[GoalActivity]) -> Mapping[date, float]:
    """Where it stood at the end of each day on which something happened."""
    found: dict[date, float] = {}
    for one in reversed(feed):
        if one.progress is not None:
            found[local_day(one.at, user.zone, user.day_start)] = float(one.progress)
    return found
