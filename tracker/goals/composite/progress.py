"""How far a goal of parts is: exact, and rounded down at the end, so that 100 is all of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tracker.goals.composite.model import CompositeGoal, PartKind, ProgressConfig
from tracker.readings import Number

Shares: TypeAlias = Mapping[PartKind, Fraction]
"""Of each kind of which something is known, from 0 to 1."""

_KEPT = Fraction(9, 10)
"""So much of a level is left after a day: 7-day habits show, and single days do not (Hacker's Diet)."""
_LEVEL_DIGITS = Decimal("0.000001")
WHOLE = Fraction(1)


def progress_of(config: ProgressConfig, shares: Shares) -> Number | None:
    """In percent, by the weights of the kinds that there are; None where there are none that weigh."""
    weights = {kind: config.weight_of(kind) for kind in shares}
    if not (whole := sum(weights.values())):
        return None
    return percent(sum((weights[kind] * share for kind, share in shares.items()), Fraction()) / whole)


def percent(share: Fraction) -> Number:
    """With one digit, rounded down."""
    return Decimal(1000 * share.numerator // share.denominator) / 10


def mean(shares: Sequence[Fraction]) -> Fraction | None:
    return sum(shares, Fraction()) / len(shares) if shares else None


def done_share(goal: CompositeGoal) -> Fraction | None:
    """Of its criteria."""
    every = goal.success_criteria
    return Fraction(sum(one.done for one in every), len(every)) if every else None


def minutes_share(goal: CompositeGoal) -> Fraction | None:
    """Of its tasks, by their minutes; what was cancelled is none of it."""
    whole = goal.minutes_done + goal.minutes_open
    return Fraction(goal.minutes_done, whole) if whole > 0 else None


class MetricWay(NamedTuple):
    """From where to where a metric is to go, and where it is."""

    start: Number
    target: Number
    level: Number
    within: Number = 0
    """So near the target is there."""
    is_kept: bool | None = None
    """Of one that met its own target before it was linked: whether it still does. There is no way to go."""

    @property
    def share(self) -> Fraction:
        """Whichever way the target lies; what is on the other side of the start is nothing."""
        if self.is_kept is not None:
            return WHOLE if self.is_kept else Fraction()
        start, target, level = Fraction(self.start), Fraction(self.target), Fraction(self.level)
        if abs(level - target) <= Fraction(self.within):
            return WHOLE
        if target == start:
            return Fraction()
        return min(max((level - start) / (target - start), Fraction()), WHOLE)


def level_of(days: Iterable[tuple[date, Number]]) -> Number | None:
    """Where a number is, by its days in their order: each counts for a tenth, and more after a gap."""
    level: Fraction | None = None
    before = date.min
    for day, value in days:
        number = Fraction(value)
        level = number if level is None else number + _KEPT ** (day - before).days * (level - number)
        before = day
    if level is None:
        return None
    return (Decimal(level.numerator) / Decimal(level.denominator)).quantize(_LEVEL_DIGITS)
