"""Numbers in a picture: beside a point, where there is room, and along an axis, where there is little."""

import math
from collections.abc import Sequence

from tracker.numbers import is_short, short
from tracker.readings import Number
from tracker.words import people, with_own_signs

_SHORT_FROM = 1_000
_ROUGH_FROM = 10_000
_INEXACT_FROM = 2**53
"""From there on a float has not all of its digits, and nobody reads them."""


def label(value: Number) -> str:
    """All digits of what was read or typed."""
    return people(value)


def rough(value: Number) -> str:
    """Where only the size matters: `12.34k`."""
    return with_own_signs(short(round(value))) if abs(value) >= _ROUGH_FROM else people(value)


def axis_words(numbers: Sequence[float], step: float) -> list[str]:
    """`1.2k`, `13m`, where nothing is lost by it; else all in full, with as many decimals as they need."""
    words = [_in_short(number) for number in numbers]
    if all(words) and len(set(words)) == len(words):
        return [word or "" for word in words]
    decimals = max(0, -math.floor(math.log10(step)))
    decimals += round(step * 10**decimals, 9) != round(step * 10**decimals)  # a step of 2.5 has one more
    return [with_own_signs(f"{number:,.{decimals}f}") for number in numbers]


def _in_short(number: float) -> str | None:
    if abs(number) < _SHORT_FROM:
        return with_own_signs(f"{round(number, 9):g}")
    whole = round(number)
    exact = abs(whole) >= _INEXACT_FROM or (is_short(whole) and math.isclose(whole, number, abs_tol=1e-9))
    return with_own_signs(short(whole)) if exact else None
