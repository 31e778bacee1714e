"""How many more days it takes until a number can say something: nobody is left to wonder."""

from collections.abc import Iterator, Sequence

from tracker.analysis import pattern, prediction, trend
from tracker.frozen import frozen
from tracker.insights.numbers import KnownNumber, NumberKind


@frozen
class Waiting:
    metric: str
    name: str
    more_days: int
    until: str
    """What there will be then."""


def waiting_for(known: Sequence[KnownNumber]) -> list[Waiting]:
    """What comes next of each number, the soonest first. Of one that has everything, nothing."""
    found = [_next(one) for one in known if one.kind is not NumberKind.HABIT]
    return sorted(filter(None, found), key=lambda one: one.more_days)


def _next(number: KnownNumber) -> Waiting | None:
    short = ((days, what) for what, days in _steps(number) if days > 0)
    soonest = min(short, default=None)
    return None if soonest is None else Waiting(number.id, number.name, *soonest)


def _steps(number: KnownNumber) -> Iterator[tuple[str, int]]:
    """Each with how many days with a value are missing, if there is one on every day from now on."""
    values, days = number.series.count, number.series.span
    yield "a trend can be seen", trend.FEWEST - values
    if not number.is_rated:
        yield (
            "the next week can be predicted",
            max(prediction.FEWEST - days, prediction.FEWEST // 2 - values),
        )
    yield "weekdays can be compared", max(pattern.SPAN - days, pattern.FEWEST - values)
