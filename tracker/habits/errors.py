"""What a habit says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar


class HabitRefused(Exception):
    """The root of all refusals; nothing was changed."""

    code: ClassVar[str] = "habit"


class NoSuchHabit(HabitRefused):
    code = "no_such_habit"


class TooManyHabits(HabitRefused):
    code = "too_many_habits"


class BadHabit(HabitRefused, ValueError):
    code = "bad_habit"


class WrongDay(HabitRefused):
    """In the future, or too long ago."""

    code = "wrong_day"


class NoSkipsLeft(HabitRefused):
    code = "no_skips_left"


class NothingToUndo(HabitRefused):
    code = "nothing_to_undo"


class AmbiguousHabit(HabitRefused):
    code = "ambiguous_habit"


class NothingToChange(HabitRefused):
    code = "nothing_to_change"


class BadName(HabitRefused):
    code = "bad_name"


class TooManyBoards(HabitRefused):
    code = "too_many_boards"


class BadFeed(HabitRefused):
    code = "bad_feed"
