"""What goals of parts say no to. Each message is for the person who asked; `code` is for programs."""

from tracker.goals.errors import GoalRefused
from tracker.refusals import Reason


class BadGoal(GoalRefused):
    """Something that is said of a goal makes no sense."""

    code = "bad_goal"
    reason = Reason.UNREADABLE


class BadPart(GoalRefused):
    """Something cannot count towards a goal."""

    code = "bad_part"


class NoSuchPart(GoalRefused):
    code = "no_such_part"
    reason = Reason.UNKNOWN


class GoalCycle(GoalRefused):
    """A goal would be below itself."""

    code = "goal_cycle"


class TooDeep(GoalRefused):
    code = "too_deep"
