"""What characters and goals say no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class GoalRefused(Refused, ValueError):
    """The root of what goals and characters refuse."""

    code: ClassVar[str] = "goal_refused"


class NotUnderstood(GoalRefused):
    """Words, or an order of words, that mean nothing here."""

    code = "not_understood"
    reason = Reason.UNREADABLE


class NumberMissing(GoalRefused):
    """What to reach was not said."""

    code = "number_missing"
    reason = Reason.UNREADABLE


class NameMissing(GoalRefused):
    """In which skill, or at which boss, was not said."""

    code = "name_missing"
    reason = Reason.UNREADABLE


class TwoTargets(GoalRefused):
    """Two numbers, two names or two dates, where a goal has one of each."""

    code = "two_targets"
    reason = Reason.UNREADABLE


class NoSuchName(GoalRefused):
    """Neither a skill nor a boss, with what was probably meant."""

    code = "no_such_name"
    reason = Reason.UNREADABLE


class AmbiguousName(NoSuchName):
    """A name for several rows."""

    code = "ambiguous_name"


class NoSuchMeasure(GoalRefused):
    """A level of a boss, kills of a skill."""

    code = "no_such_measure"
    reason = Reason.UNREADABLE


class AboveCap(GoalRefused):
    """More than the game has."""

    code = "above_cap"
    reason = Reason.UNREADABLE


class Incomplete(GoalRefused):
    """Fewer than two of target, date and pace, where the target is not one of them."""

    code = "incomplete"
    reason = Reason.UNREADABLE


class Overdetermined(GoalRefused):
    """Target, date and pace: any two of them give the third."""

    code = "overdetermined"
    reason = Reason.UNREADABLE


class AlreadyReached(GoalRefused):
    """There is nothing left to do."""

    code = "already_reached"


class AnotherAttribute(GoalRefused):
    """A goal that exists cannot become one on something else: its history would mean nothing."""

    code = "another_attribute"


class DuplicateGoal(GoalRefused):
    """There is one like it: `goal_id`."""

    code = "duplicate_goal"

    def __init__(self, message: str, goal_id: str) -> None:
        self.goal_id = goal_id
        super().__init__(message)


class NoSuchGoal(GoalRefused):
    """The person has no such goal, or not any more."""

    code = "no_such_goal"
    reason = Reason.UNKNOWN


class AmbiguousGoal(NoSuchGoal):
    """Several goals may be meant."""

    code = "ambiguous_goal"
    reason = Reason.CONFLICT


class TwoPeriods(GoalRefused):
    """A period and days, of which gains can be asked for."""

    code = "two_periods"
    reason = Reason.UNREADABLE


class GoalUnchanged(GoalRefused):
    """It is so already."""

    code = "nothing_to_change"


class WrongStatus(GoalRefused):
    """A goal that is reached or archived stays as it is."""

    code = "wrong_status"


class TooMany(GoalRefused):
    """As many as there may be."""

    code = "too_many"


class NoSuchPerson(GoalRefused):
    """The person is gone, or being deleted."""

    code = "no_such_person"
    reason = Reason.UNKNOWN


class AlreadyLinked(GoalRefused):
    """The person has this character."""

    code = "already_linked"


class CharacterNameTaken(GoalRefused):
    """The person calls something else so."""

    code = "name_taken"


class NoSuchCharacter(GoalRefused):
    """The person has no such character, or not any more, with what was probably meant."""

    code = "no_such_character"
    reason = Reason.UNKNOWN


class AmbiguousCharacter(NoSuchCharacter):
    """A name for several characters."""

    code = "ambiguous_character"
    reason = Reason.CONFLICT


class CharacterMissing(GoalRefused):
    """Whose goal it is was not said, with those that it may be of."""

    code = "character_missing"
    reason = Reason.UNREADABLE


class LookedTooOften(GoalRefused):
    """Others' servers are asked only so often for one person."""

    code = "too_often"
    reason = Reason.TOO_OFTEN


class AnotherCharacter(GoalRefused):
    """What should be the same character under a new name has less than was recorded."""

    code = "another_character"
