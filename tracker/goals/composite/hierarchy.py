"""Goals below goals: four deep at most, and none below itself."""

from collections.abc import Sequence

from tracker.goals.composite.errors import GoalCycle, TooDeep
from tracker.goals.composite.model import DEEPEST, MOST_CHILDREN, CompositeGoal
from tracker.goals.errors import NoSuchGoal, TooMany


def check_parent(goals: Sequence[CompositeGoal], goal: CompositeGoal) -> None:
    """Whether the goal can be below the one that it names. Raises NoSuchGoal, GoalCycle, TooDeep, TooMany."""
    if goal.parent is None:
        return
    known = {one.id: one for one in goals} | {goal.id: goal}
    if (parent := known.get(goal.parent)) is None:
        raise NoSuchGoal("The goal above no longer exists.", field="parent")
    above = _above(known, goal)
    if goal.id in above:
        raise GoalCycle(f"{goal.title} would be below itself.", field="parent")
    if len(above) + _height(known, goal.id) > DEEPEST:
        raise TooDeep(f"Goals can be {DEEPEST} deep. Put it higher up.", field="parent")
    if goal.id not in parent.children and len(parent.children) >= MOST_CHILDREN:
        raise TooMany(f"{parent.title} has {MOST_CHILDREN} goals below it, and that is the most.")


def _above(known: dict[str, CompositeGoal], goal: CompositeGoal) -> list[str]:
    """The ids of all goals above one, up to the first that comes twice."""
    found: list[str] = []
    next_id = goal.parent
    while next_id is not None and next_id not in found:
        found.append(next_id)
        next_id = known[next_id].parent if next_id in known else None
    return found


def _height(known: dict[str, CompositeGoal], goal_id: str) -> int:
    """How many levels there are from a goal down."""
    below = [one.id for one in known.values() if one.parent == goal_id and one.id != goal_id]
    return 1 + max((_height(known, one) for one in below), default=0)
