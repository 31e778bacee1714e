"""What is said no to when a goal is set. Each message is for the person who asked; `code` is for programs."""

from collections.abc import Sequence
from typing import ClassVar


class GoalRefused(ValueError):
    """The root of all refusals; nothing was changed."""

    code: ClassVar[str] = "goal_refused"


class NotUnderstood(GoalRefused):
    """Words, or an order of words, that mean nothing here."""

    code = "not_understood"


class NumberMissing(GoalRefused):
    """What to reach was not said."""

    code = "number_missing"


class NameMissing(GoalRefused):
    """In which skill, or at which boss, was not said."""

    code = "name_missing"


class TwoTargets(GoalRefused):
    """Two numbers, two names or two dates, where a goal has one of each."""

    code = "two_targets"


class NoSuchName(GoalRefused):
    """Neither a skill nor a boss, with what was probably meant."""

    code = "no_such_name"

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        self.suggestions = tuple(suggestions)
        super().__init__(message)


class AmbiguousName(NoSuchName):
    """A name for several rows."""

    code = "ambiguous_name"


class NoSuchMeasure(GoalRefused):
    """A level of a boss, kills of a skill."""

    code = "no_such_measure"


class AboveCap(GoalRefused):
    """More than the game has."""

    code = "above_cap"


class NoSuchDate(GoalRefused):
    """Not a date, or not one that the calendar has."""

    code = "no_such_date"


class AmbiguousDate(NoSuchDate):
    """A date that people in two places read in two ways."""

    code = "ambiguous_date"


class DateInPast(GoalRefused):
    """The day is over."""

    code = "date_in_past"


class Incomplete(GoalRefused):
    """Fewer than two of target, date and pace, where the target is not one of them."""

    code = "incomplete"


class Overdetermined(GoalRefused):
    """Target, date and pace: any two of them give the third."""

    code = "overdetermined"


class AlreadyReached(GoalRefused):
    """There is nothing left to do."""

    code = "already_reached"
