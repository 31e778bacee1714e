"""What a habit says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class HabitRefused(Refused):
    """The root of what habits refuse."""

    code: ClassVar[str] = "habit"


class NoSuchHabit(HabitRefused):
    code = "no_such_habit"
    reason = Reason.UNKNOWN


class TooManyHabits(HabitRefused):
    code = "too_many_habits"


class BadHabit(HabitRefused, ValueError):
    code = "bad_habit"
    reason = Reason.UNREADABLE


class WrongDay(HabitRefused):
    """In the future, or too long ago."""

    code = "wrong_day"
    reason = Reason.UNREADABLE


class NoSkipsLeft(HabitRefused):
    code = "no_skips_left"


class HabitMissing(HabitRefused):
    """It takes a habit to know what is meant."""

    code = "habit_missing"
    reason = Reason.UNREADABLE


class NotDue(HabitRefused):
    """There is nothing to do on that day, so nothing to be reminded of, and nothing to skip."""

    code = "not_due"


class TooLate(HabitRefused):
    """The day is over before it would be of use."""

    code = "too_late"


class NothingToUndo(HabitRefused):
    code = "nothing_to_undo"


class AmbiguousHabit(HabitRefused):
    code = "ambiguous_habit"


class HabitUnchanged(HabitRefused):
    code = "nothing_to_change"


class WrongHabitUnit(HabitRefused):
    """Of what is counted in another unit."""

    code = "wrong_unit"
    reason = Reason.UNREADABLE


class BadFeed(HabitRefused):
    code = "bad_feed"
    reason = Reason.UNREADABLE
