"""What it takes to count the commits of so many people, before GitHub is asked for any of them."""

import math
from dataclasses import dataclass
from typing import Final

from scheduler.sources.github.api import SEARCHES_PER_MINUTE
from scheduler.sources.github.query import FEW, LONGEST, points_of

POINTS_PER_HOUR: Final = 5000
"""What GitHub gives a token."""


@dataclass(frozen=True, slots=True)
class CountCost:
    """At most, if nothing goes wrong and nobody worked in more repositories than are listed at once."""

    requests: int
    points: int
    """Of those that GitHub gives a token in an hour."""
    seconds: float
    """At least, by the pace alone."""


def cost_with_token(accounts: int, days: int = 14, *, size: int = 20, per_second: float = 1.0) -> CountCost:
    full, rest = divmod(accounts, size)
    parts = math.ceil(days / LONGEST)
    requests = (full + bool(rest)) * parts
    points = (full * points_of(size, FEW) + (points_of(rest, FEW) if rest else 0)) * parts
    return CountCost(requests, points, max(requests - 1, 0) / per_second)


def cost_of_search(accounts: int) -> CountCost:
    """Without a token; more for those with more than a hundred commits."""
    return CountCost(accounts, 0, max(accounts - 1, 0) * 60 / SEARCHES_PER_MINUTE)
