"""How a goal of parts hears of its parts: who changes one writes so into the goal, in the same transaction.

A mark moves the goal's sums, ends a progress that was said by hand, and makes the goal due for a recount. It
needs no look at the goal, and two marks at once both count. The recount follows within seconds, and names the
revision of the goal that it saw: so no mark is lost between the two.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from tracker.due import place_at
from tracker.goals.composite.errors import BadPart
from tracker.goals.composite.model import (
    DUE_KIND,
    MOST_GOALS_OF_PART,
    GoalHabit,
    GoalMetric,
    GoalTask,
)
from tracker.ids import is_ulid
from tracker.store.conditions import EXISTS
from tracker.store.entity import stored, to_item
from tracker.store.keys import CompositeGoalKey
from tracker.store.table import Delete, Operation, Put, Update


def composite_ids(goal_ids: Iterable[str]) -> tuple[str, ...]:
    """Of the goals that something is for, those that are made of parts: only their ids are ULIDs."""
    return tuple(one for one in goal_ids if is_ulid(one))


def with_goal(goal_ids: tuple[str, ...], goal_id: str, *, counts: bool) -> tuple[str, ...]:
    """What something is for, when it counts towards a goal or no longer does. Raises BadPart."""
    others = tuple(one for one in goal_ids if one != goal_id)
    if not counts:
        return others
    few_enough((*others, goal_id))
    return (*others, goal_id)


def few_enough(goal_ids: Iterable[str]) -> tuple[str, ...]:
    """Of the goals that something is for, those that are made of parts. Raises BadPart."""
    if len(found := composite_ids(goal_ids)) > MOST_GOALS_OF_PART:
        raise BadPart(f"One thing counts towards {MOST_GOALS_OF_PART} goals of parts at most.")
    return found


def marked(user_id: str, goal_id: str, now: datetime, **sums: int) -> Update:
    """A part has moved. `sums` are what is added to sums of the goal, by their names in the table."""
    at = stored(now)
    return Update(
        CompositeGoalKey(user_id, goal_id).key,
        set={"dueAt": at, "lastActivityAt": at, **place_at(DUE_KIND, user_id, now).attributes},
        add={"revision": 1, **{name: number for name, number in sums.items() if number}},
        remove=["manualOverride"],
        when=EXISTS,
        stamped=True,
    )


def due_now(user_id: str, goal_id: str, now: datetime) -> Update:
    """No part has moved, but days are others now: what was said by hand stays."""
    place = place_at(DUE_KIND, user_id, now).attributes
    goal = CompositeGoalKey(user_id, goal_id).key
    return Update(goal, set={"dueAt": stored(now), **place}, add={"revision": 1}, stamped=True)


def all_marked(user_id: str, goal_ids: Iterable[str], now: datetime) -> Iterator[Operation]:
    """Every goal that something counts towards."""
    return (marked(user_id, one, now) for one in composite_ids(goal_ids))


def relinked(
    before: Iterable[str], after: Iterable[str], link_of: "type[GoalTask | GoalHabit]", part_id: str
) -> Iterator[Operation]:
    """The links of a part that counts towards other goals than before."""
    name = "task" if link_of is GoalTask else "habit"
    old, new = set(composite_ids(before)), set(composite_ids(after))
    for goal in sorted(new ^ old):
        link = link_of.model_validate({"goal": goal, name: part_id})
        yield Put(to_item(link, link.key)) if goal in new else Delete(link.key.key)


def metric_unlinked(goal_ids: Iterable[str], metric_id: str) -> Iterator[Operation]:
    for one in composite_ids(goal_ids):
        yield Delete(GoalMetric(goal=one, metric=metric_id).key.key)
