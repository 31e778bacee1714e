"""What a group goal may be, and how it may be changed: functions of plain values."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from tracker.challenge.model import Phase, WhoMayJoin
from tracker.dates import DateInPast
from tracker.group_goals.errors import BadGroupGoal, GroupGoalOver
from tracker.group_goals.model import MOST_DAYS, GroupGoal, GroupStatus
from tracker.group_goals.words import GroupAim, aim_text, amount_text, checked_name, phase_of
from tracker.limits import Limit
from tracker.words import day_text

EDITS = Limit("group-goal-edit", 20, timedelta(days=1))
"""Of one goal: the group is told of each."""


def check_new(goal: GroupGoal, today: date) -> None:
    """Raises BadGroupGoal, DateInPast."""
    if goal.starts < today:
        raise DateInPast("A group goal begins today or later.", field="starts")
    _check_span(goal)


def _check_span(goal: GroupGoal) -> None:
    if goal.ends < goal.starts:
        raise BadGroupGoal("A group goal ends on its first day or later.", field="until")
    if goal.ends - goal.starts >= timedelta(days=MOST_DAYS):
        raise BadGroupGoal(f"A group goal goes on for {MOST_DAYS} days at most.", field="until")


def changed_goal(before: GroupGoal, wanted: Mapping[str, object], today: date) -> GroupGoal:
    """`wanted` are a name, an aim, a last day, and who may join. Raises BadGroupGoal, GroupGoalOver."""
    if phase_of(before, today) is Phase.OVER:
        raise GroupGoalOver(f"{before.name} is over. It can only be removed.")
    changes = {name: wanted[name] for name in ("ends", "who") if name in wanted}
    if (name := wanted.get("name")) is not None:
        changes["name"] = checked_name(str(name))
    aim = wanted.get("aim")
    if isinstance(aim, GroupAim):
        changes["target"] = _target(before, aim)
    after = before.model_copy(update=changes)
    if after == before:
        raise BadGroupGoal("Say what to change: its name, how much, its last day, or who may join.")
    _check_span(after)
    return after


def _target(before: GroupGoal, aim: GroupAim) -> object:
    """What people joined to add stays what it is."""
    known = (before.counts, before.attribute, before.unit, before.each)
    if (aim.counts, aim.attribute, aim.unit, aim.each) != known:
        raise BadGroupGoal(
            f"{before.name} counts the same to its end; only how much can be changed. Set another one.",
            field="aim",
        )
    if before.each and before.people:
        raise BadGroupGoal("The target of each cannot change once somebody has joined.", field="aim")
    return aim.target


def ended_goal(before: GroupGoal, today: date) -> GroupGoal:
    """Raises BadGroupGoal, GroupGoalOver."""
    match phase_of(before, today):
        case Phase.COMING:
            raise BadGroupGoal(f"{before.name} has not begun, so it cannot end. Remove it instead.")
        case Phase.UNDER_WAY:
            return before.model_copy(update={"status": GroupStatus.ENDED, "ends": today})
        case Phase.OVER:
            raise GroupGoalOver(f"{before.name} is over already.")


def differences(before: GroupGoal, after: GroupGoal, today: date) -> Iterator[str]:
    """What people in it want to know, in sentences."""
    if before.name != after.name:
        yield f"It was called {before.name} before."
    if before.target != after.target:
        yield f"It is {aim_text(after)} now; it was {amount_text(before, before.target)}."
    if before.ends != after.ends:
        yield f"Its last day is {day_text(after.ends, today)}. Until then what you add is counted."
    if before.who != after.who:
        yield (
            "Whoever knows its id may join it now."
            if after.who is WhoMayJoin.ANYBODY
            else "Only those where it was set may join it now."
        )
