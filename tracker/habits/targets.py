"""A new target holds from today on: days that are over were good or not by the one that they had."""

from collections.abc import Mapping

from tracker.habits.model import FormerTarget, HabitType
from tracker.habits.schedule import ONE_DAY
from tracker.habits.watched import Watched

MOST_FORMER = 60


def retargeted(watched: Watched, changes: Mapping[str, object]) -> Mapping[str, object]:
    """With the target of the days before today kept, where the changes bring another one."""
    habit, yesterday = watched.habit, watched.today - ONE_DAY
    kind = HabitType(changes.get("habit_type", habit.habit_type))
    if (changes.get("amount", habit.amount), kind.at_most) == (habit.amount, habit.target.at_most):
        return changes
    known = habit.former_targets
    if yesterday < habit.began or (known and known[-1].through >= yesterday):
        return changes  # of today alone, which is not over
    former = FormerTarget(through=yesterday, amount=habit.amount, at_most=habit.target.at_most)
    return {**changes, "former_targets": (*known, former)[-MOST_FORMER:]}
