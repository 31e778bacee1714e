"""Which group goal somebody means: one they are in, one where they are, or by its id one that is open."""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.finding import MOST_SHOWN, Finder
from tracker.group_goals.errors import AmbiguousGroupGoal, NoSuchGroupGoal
from tracker.group_goals.model import GroupGoal, GroupStatus
from tracker.words import some_of

FINDER: Finder[GroupGoal] = Finder(
    "group goal",
    name=lambda goal: goal.name,
    ids=lambda goal: (goal.id,),
    missing=NoSuchGroupGoal,
    ambiguous=AmbiguousGroupGoal,
    is_live=lambda goal: goal.status is GroupStatus.ACTIVE,
)


class KnownGroupGoals(NamedTuple):
    """The group goals that somebody can name where they are."""

    mine: Sequence[GroupGoal] = ()
    """Those that they are in, in the order in which they joined."""
    here: Sequence[GroupGoal] = ()
    """Those that were set where they are, on a server or at a terminal."""
    own: Sequence[GroupGoal] = ()
    """Those that they set themselves."""

    @property
    def every(self) -> list[GroupGoal]:
        """Each once, those that they are in first."""
        return [*{one.id: one for one in (*self.mine, *self.own, *self.here)}.values()]

    def is_joined(self, goal: GroupGoal) -> bool:
        return goal.id in {one.id for one in self.mine}


def the_only(known: Sequence[GroupGoal]) -> GroupGoal:
    """Where none is named. Raises NoSuchGroupGoal, AmbiguousGroupGoal."""
    if not known:
        raise NoSuchGroupGoal("You are in no group goal yet, and there is none here.")
    if len(known) > 1:
        names = some_of([one.name for one in known], MOST_SHOWN)
        raise AmbiguousGroupGoal(
            f"Which group goal? There is {names}.", FINDER.suggested(known), field="goal"
        )
    return known[0]
