"""What group goals say no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class GroupRefused(Refused):
    """The root of what group goals refuse."""

    code: ClassVar[str] = "group"


class NoSuchGroupGoal(GroupRefused):
    """Or not for this person: what it is called is not said."""

    code = "no_such_group_goal"
    reason = Reason.UNKNOWN


class AmbiguousGroupGoal(NoSuchGroupGoal):
    code = "ambiguous_group_goal"
    reason = Reason.CONFLICT


class BadGroupGoal(GroupRefused, ValueError):
    code = "bad_group_goal"
    reason = Reason.UNREADABLE


class GroupGoalExists(BadGroupGoal):
    """Another one here is called so."""

    reason = Reason.CONFLICT


class TooManyGroupGoals(GroupRefused):
    code = "too_many_group_goals"


class PartMissing(GroupRefused):
    """It is not said by what the person adds, or it is nothing that counts there."""

    code = "part_missing"
    reason = Reason.UNREADABLE


class PartTaken(GroupRefused):
    """The character adds for somebody else there."""

    code = "part_taken"


class AlreadyInGroup(GroupRefused):
    code = "already_in"


class NotInGroup(GroupRefused):
    code = "not_in"


class NotYourGroup(GroupRefused):
    """Others may look at it or join it, and not change it."""

    code = "not_yours"
    reason = Reason.FORBIDDEN


class GroupGoalOver(GroupRefused):
    code = "group_goal_over"


class GroupChangedTooOften(GroupRefused):
    code = "too_often"
    reason = Reason.TOO_OFTEN
