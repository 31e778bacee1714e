"""How a goal of parts goes: parts count towards it no longer, then what it recorded goes, then the goal."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from tracker.goals.composite.marking import marked
from tracker.goals.composite.model import CompositeGoal
from tracker.habits.model import Habit
from tracker.metrics.model import Metric
from tracker.shares.model import Shareable
from tracker.shares.things import end_links_to
from tracker.store.conditions import eq
from tracker.store.entity import change, from_item, stored
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.key import KeyOf
from tracker.store.keys import (
    GoalHabitKey,
    GoalMetricKey,
    GoalTaskKey,
    HabitKey,
    MetricKey,
    MilestoneKey,
    TaskKey,
)
from tracker.store.table import Delete, Operation, Table
from tracker.store.values import Key, camel_case, key_of
from tracker.tasks.model import Task
from tracker.tasks.writing import share_in_all

_ATTEMPTS = 20

Part: TypeAlias = tuple[type[Task | Habit | Metric], KeyOf]


async def forget_parts(table: Table, user_id: str, goal: CompositeGoal, now: datetime) -> None:
    """All that lies in its partition. Stopped halfway, it is a goal with fewer parts, and right."""
    partition = GoalTaskKey.partition(goal=goal.id)
    while items := (await table.query(partition)).items:
        for item in items:
            if (part := _part_of(user_id, key_of(item))) is not None:
                await _unlinked(table, part, goal, key_of(item), now)
        others = [key_of(item) for item in items if _part_of(user_id, key_of(item)) is None]
        await table.write_many(deletes=others)
    told = MilestoneKey.prefix(user=user_id, goal=goal.id)
    while items := (await table.query(told.pk, prefix=told.prefix)).items:
        await table.write_many(deletes=[key_of(item) for item in items])
    await end_links_to(table, user_id, Shareable.GOAL, goal.id)


def removed(goal: CompositeGoal) -> Sequence[Operation]:
    """Unless a part came or moved meanwhile: then it has to be looked at again."""
    return [Delete(goal.key.key, eq("revision", goal.revision))]


def _part_of(user_id: str, key: Key) -> Part | None:
    if (task := GoalTaskKey.parse(key)) is not None:
        return Task, TaskKey(user_id, task.task)
    if (habit := GoalHabitKey.parse(key)) is not None:
        return Habit, HabitKey(user_id, habit.habit)
    if (metric := GoalMetricKey.parse(key)) is not None:
        return Metric, MetricKey(user_id, metric.metric)
    return None


async def _unlinked(
    table: Table,
    part: tuple[type[Task | Habit | Metric], KeyOf],
    goal: CompositeGoal,
    link: Key,
    now: datetime,
) -> None:
    """The part counts no longer. It keeps its revision: what can be undone of it still can."""
    model, key = part
    for _ in range(_ATTEMPTS):
        item = await table.get(key.key)
        known = None if item is None else from_item(model, item)
        if known is None or goal.id not in known.goal_ids:
            await table.delete(link)
            return
        others = tuple(one for one in known.goal_ids if one != goal.id)
        unchanged = eq("goalIds", stored(known.goal_ids))
        sums: dict[str, int] = {}
        if isinstance(known, Task):
            unchanged &= eq("revision", known.revision)
            sums = {camel_case(name): -number for name, number in share_in_all(known)._asdict().items()}
        try:
            await table.transact(
                [
                    change(model, key, {"goal_ids": others}, when=unchanged),
                    Delete(link),
                    marked(goal.user, goal.id, now, **sums),
                ]
            )
        except ConditionFailed:
            continue
        return
    raise Throttled("the parts of the goal keep changing under our hands; try again in a moment")
