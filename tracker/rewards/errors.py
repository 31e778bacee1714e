"""What points, boards and achievements say no to. Each message is for the person who asked."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class RewardRefused(Refused):
    """The root of what rewards refuse."""

    code: ClassVar[str] = "reward"


class BadName(RewardRefused):
    """Nobody can be called so where others see it."""

    code = "bad_name"
    reason = Reason.UNREADABLE


class NameTaken(RewardRefused):
    """Somebody else is called so there."""

    code = "name_taken"


class BoardNameMissing(RewardRefused):
    """Nothing is known that others could see the person by."""

    code = "name_missing"
    reason = Reason.UNREADABLE


class NoSuchBoard(RewardRefused):
    code = "no_such_board"
    reason = Reason.UNKNOWN


class BadSpan(RewardRefused):
    """A time that no leaderboard is of."""

    code = "bad_span"
    reason = Reason.UNREADABLE


class TooManyBoards(RewardRefused):
    code = "too_many_boards"
