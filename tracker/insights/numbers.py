"""What of a person is looked at: the days of their metrics, of mood and energy, and what habits they kept."""

from collections.abc import Sequence
from datetime import date, timedelta
from enum import StrEnum
from itertools import combinations

from tracker.analysis.series import DailySeries
from tracker.analysis.weekly import Numbers
from tracker.frozen import frozen
from tracker.store.segments import Subject

DAYS = 182
"""So many days are looked at: the longest window of all rules."""
MOST = 20
"""So many metrics, and so many habits: each is one more chance to be wrong."""
MOST_OUTCOMES = 2


class NumberKind(StrEnum):
    METRIC = "metric"
    RATING = "rating"
    """Mood and energy: numbers without an amount that would mean something."""
    HABIT = "habit"


@frozen
class KnownNumber:
    """One number of a person, with its days up to yesterday: today is not over."""

    id: str
    name: str
    unit: str
    kind: NumberKind
    series: DailySeries
    adds_up: bool = False
    """Whether a day has more of it, and not a higher one: steps, hours."""
    is_outcome: bool = False
    """Whether the person wants to understand it."""
    sources: frozenset[Subject] = frozenset()
    """What it is made of. Two that share one go together, and that says nothing."""

    @property
    def today(self) -> date:
        return self.series.last + timedelta(days=1)

    @property
    def is_rated(self) -> bool:
        return self.kind is NumberKind.RATING


def looked_at(known: Sequence[KnownNumber]) -> Numbers:
    """As the rules take them: with the few that may be explained, and without what explains itself."""
    wanted = [one.id for one in known if one.is_outcome and one.kind is not NumberKind.HABIT]
    rated = [one.id for one in known if one.kind is NumberKind.RATING]
    outcomes = list(dict.fromkeys([*wanted, *rated]))[:MOST_OUTCOMES]
    never = [
        frozenset((one.id, other.id)) for one, other in combinations(known, 2) if one.sources & other.sources
    ]
    return Numbers({one.id: one.series for one in known}, outcomes, never)
