"""What a person asks for when they set a goal, before it is compared with where they stand."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from tracker.frozen import frozen
from tracker.readings import Number


class GoalType(StrEnum):
    """Which number of an attribute the goal is about. Of `overall`, a level is the total level."""

    XP = "xp"
    LEVEL = "level"
    VIRTUAL_LEVEL = "virtual-level"
    SCORE = "score"
    RANK = "rank"
    VALUE = "value"


LEVELS = (GoalType.LEVEL, GoalType.VIRTUAL_LEVEL)


class PaceUnit(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


# A month is a twelfth of a year of 365 days.
_DAYS = {
    PaceUnit.DAY: Fraction(1),
    PaceUnit.WEEK: Fraction(7),
    PaceUnit.MONTH: Fraction(365, 12),
    PaceUnit.YEAR: Fraction(365),
}


@frozen
class Pace:
    """So much in a day, a week, a month or a year; for levels, in xp."""

    amount: Number
    unit: PaceUnit = PaceUnit.DAY

    @property
    def per_day(self) -> Fraction:
        return Fraction(self.amount) / _DAYS[self.unit]

    def __str__(self) -> str:
        return f"{_digits(self.amount)} a {self.unit}"


@frozen
class GoalRequest:
    """A goal as it was said. Of `target` and `gain` there is at most one, and of the rest enough to go on."""

    attribute: str
    type: GoalType
    target: Number | None = None
    """In the type's own unit: a level, xp, a rank."""
    gain: Number | None = None
    """So much more than now."""
    due: date | None = None
    pace: Pace | None = None
    then: "GoalRequest | None" = None
    """What comes after it is reached."""

    def __str__(self) -> str:
        """The canonical spelling, which `parse_goal` reads back to the same request."""
        return " then ".join(step._spelled() for step in self.steps())  # noqa: SLF001 - of the same class

    def steps(self) -> Iterator["GoalRequest"]:
        """This goal and what comes after it, one by one."""
        step: GoalRequest | None = self
        while step is not None:
            yield step
            step = step.then

    def _spelled(self) -> str:
        target = _digits(self.target) if self.target is not None else ""
        gain = f"+{_digits(self.gain)}" if self.gain is not None else ""
        due = f"by {self.due}" if self.due else ""
        pace = f"at {self.pace}" if self.pace else ""
        return " ".join(filter(None, [_WORDS[self.type], target or gain, self.attribute, due, pace]))


def _digits(number: Number) -> str:
    """Without an exponent, which nobody would read. Three decimals could be thousands, so they are four."""
    text = f"{Decimal(number):f}"
    return f"{text}0" if _THREE_DECIMALS.fullmatch(text) else text


_THREE_DECIMALS = re.compile(r"\d+\.\d{3}")
_WORDS = {
    GoalType.XP: "xp",
    GoalType.LEVEL: "level",
    GoalType.VIRTUAL_LEVEL: "virtual level",
    GoalType.SCORE: "score",
    GoalType.RANK: "rank",
    GoalType.VALUE: "",
}
