"""What the days of a metric say: read a page at a time, and no further than it matters.

A day that changes is read with what came after it; the streak before it follows from what is remembered.
Only where a streak is carried on that was forgotten, or where all days are judged anew, are they read back
until it ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from tracker.frozen import frozen
from tracker.metrics.aggregation import value_of
from tracker.metrics.alerts import DayValue, MetricAlert, alert_of, is_judged
from tracker.metrics.judging import is_good
from tracker.metrics.model import FirstDay, LatestDay, Metric, MetricDay
from tracker.metrics.streaks import REMEMBERED, GoodDay, LogStreak, streak_at, streak_of
from tracker.readings import Number
from tracker.store.entity import from_items
from tracker.store.keys import MetricDayKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.table import Table

_AT_ONCE = 100
_ENOUGH = REMEMBERED + 2
"""So many days before the streak, or before a day that changes, say what was usual then."""


@frozen
class MetricPast:
    """The days of a metric as far as they matter for what is remembered of it."""

    first: MetricDay | None
    newest: Sequence[MetricDay]
    """In their order: all of the streak, or what carries on what has begun."""
    begun: LogStreak | None = None
    is_all: bool = True
    """Whether there is no day before them."""

    def streak(self, metric: Metric) -> LogStreak | None:
        found = streak_of(judged(metric, self.newest), self.begun)
        if found is None or self.begun is not None or self.is_all:
            return found
        return found.known_from(self.newest[min(_ENOUGH, len(self.newest)) - 1].day)


@frozen
class OtherDay:
    """A day that is about to be another one: None where it will have no log any more."""

    day: date
    after: MetricDay | None

    def among(self, days: Iterable[MetricDay]) -> Iterator[MetricDay]:
        """Days in their order, with this one as it will be."""
        new = self.after
        for one in days:
            if new is not None and one.day > self.day:
                yield new
                new = None
            if one.day != self.day:
                yield one
        if new is not None:
            yield new


def past_of(metric: Metric, other: OtherDay | None = None) -> ReadSteps[MetricPast]:
    """Back until the streak before the other day is known, or ends."""
    every = MetricDayKey.prefix(metric=metric.id)
    oldest, newest = Query(every.pk, prefix=every.prefix, limit=2), _newest(metric)
    found, begun = list[MetricDay](), None
    read = yield Lookup(queries=[oldest, newest])
    first, page = read.pages
    while True:
        found = [*reversed([*from_items(MetricDay, page.items)]), *found]
        days = _with_other(found, other, is_all=page.cursor is None)
        begun = None if other is None or page.cursor is None else _begun(metric, found, other)
        if page.cursor is None or begun is not None or _is_enough(metric, days):
            break
        [page] = (yield Lookup(queries=[_newest(metric, page.cursor)])).pages
    two = [*from_items(MetricDay, first.items)]
    oldest_day = next(iter(two if other is None else other.among(two)), None)
    if begun is not None:
        days = [one for one in days if one.day > begun.day]
    return MetricPast(oldest_day, days, begun, is_all=page.cursor is None)


def _begun(metric: Metric, days: Sequence[MetricDay], other: OtherDay) -> LogStreak | None:
    """The streak as it was a little before the other day, where that is remembered."""
    if metric.cached_streak is None or len(days) < _ENOUGH or days[_ENOUGH - 1].day >= other.day:
        return None
    return streak_at(metric.cached_streak, [*judged(metric, days)], REMEMBERED)


def _with_other(days: list[MetricDay], other: OtherDay | None, *, is_all: bool) -> list[MetricDay]:
    """Of some days: another day that lies before all of them is not among them, unless there are no more."""
    if other is None:
        return days
    changed = [*other.among(days)]
    is_before = bool(days) and other.day < days[0].day
    return days if is_before and not is_all else changed


def _is_enough(metric: Metric, days: Sequence[MetricDay]) -> bool:
    streak = streak_of(judged(metric, days))
    return streak is not None and len(days) - streak.current >= _ENOUGH


def _newest(metric: Metric, cursor: str | None = None) -> Query:
    every = MetricDayKey.prefix(metric=metric.id)
    return Query(every.pk, prefix=every.prefix, reverse=True, limit=_AT_ONCE, cursor=cursor)


def judged(metric: Metric, days: Iterable[MetricDay]) -> Iterator[GoodDay]:
    for one in days:
        yield GoodDay(one.day, is_good(metric, value_of(metric, one)))


def reckoned(metric: Metric, past: MetricPast) -> Metric:
    """With what follows from its days."""
    newest = past.newest[-1] if past.newest else None
    return metric.model_copy(
        update={
            "cached_first": None if past.first is None else first_day(metric, past.first),
            "cached_latest": None if newest is None else latest_day(metric, newest),
            "cached_streak": past.streak(metric),
        }
    )


def first_day(metric: Metric, day: MetricDay) -> FirstDay:
    return FirstDay(value=value_of(metric, day), day=day.day)


def latest_day(metric: Metric, day: MetricDay) -> LatestDay:
    return LatestDay(value=value_of(metric, day), at=day.last_at, day=day.day)


def newest_days(metric_id: str, most: int, other: OtherDay | None = None) -> ReadSteps[list[MetricDay]]:
    """In their order, with the other day as it will be."""
    every = MetricDayKey.prefix(metric=metric_id)
    [page] = (yield Lookup(queries=[Query(every.pk, prefix=every.prefix, reverse=True, limit=most)])).pages
    found = [*reversed([*from_items(MetricDay, page.items)])]
    return _with_other(found, other, is_all=page.cursor is None)


def alert_after(metric: Metric, days: Sequence[MetricDay], today: date) -> MetricAlert | None:
    """Where its days leave it between its bounds; None where it has none."""
    if (bounds := metric.bounds) is None:
        return None
    values = [DayValue(one.day, value_of(metric, one)) for one in days]
    adds_up = metric.aggregation.adds_up
    if values and not is_judged(values[-1].value, bounds, adds_up=adds_up, is_over=values[-1].day < today):
        values.pop()
    return alert_of(values, bounds, metric.alert)


async def values_between(table: Table, metric: Metric, first: date, last: date) -> dict[date, Number]:
    """What each day was, both included, in their order; one without a log is not in it."""
    days = await table.read_in_steps(_days_between(metric.id, first, last))
    return {one.day: value_of(metric, one) for one in days}


def _days_between(metric_id: str, first: date, last: date) -> ReadSteps[list[MetricDay]]:
    some = MetricDayKey.between(first, last, metric=metric_id)  # whole keys: the last one is among them
    asked = Query(some.pk, lo=some.lo, hi=some.hi, limit=_AT_ONCE)
    return [*from_items(MetricDay, (yield from every_item(asked)))]
