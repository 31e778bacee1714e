"""Reads what a look needs, in two steps: which numbers a person has, then the days of those."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import islice

from tracker.analysis.series import DailySeries
from tracker.frozen import frozen
from tracker.habits.model import Habit, HabitLog, HabitStatus
from tracker.habits.states import Logged
from tracker.insights.model import InsightBook, book_in
from tracker.insights.numbers import DAYS, MOST, KnownNumber, NumberKind
from tracker.metrics.aggregation import value_of
from tracker.metrics.model import Metric, MetricDay, MetricStatus
from tracker.metrics.trends import trending_in
from tracker.store.entity import from_items
from tracker.store.key import KeyRange
from tracker.store.keys import HabitKey, HabitLogKey, MetricDayKey, MetricKey
from tracker.store.query import Query
from tracker.store.segments import Subject
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.table import Update
from tracker.store.values import Item

_AT_ONCE = 200
_ONE = timedelta(days=1)


@frozen
class Desk:
    """All that a look is made of."""

    book: InsightBook
    numbers: tuple[KnownNumber, ...]
    kept: tuple[Metric, ...] = ()
    """The metrics among them, as they are stored."""

    @property
    def metrics(self) -> int:
        return sum(one.kind is not NumberKind.HABIT for one in self.numbers)


def desk_of(user_id: str, today: date) -> ReadSteps[Desk]:
    """`today` is the person's; it is not over, so it is not looked at."""
    mine, kept = MetricKey.prefix(user=user_id), HabitKey.prefix(user=user_id)
    key = InsightBook.key_of(user_id).key
    lists = [Query(one.pk, prefix=one.prefix, limit=_AT_ONCE) for one in (mine, kept)]
    found = yield Lookup([key], lists)
    metrics = _lately_logged(from_items(Metric, found.pages[0].items))
    active = (one for one in from_items(Habit, found.pages[1].items) if one.status is HabitStatus.ACTIVE)
    habits = [*islice(active, MOST)]
    first, last = today - DAYS * _ONE, today - _ONE
    items = yield from every_item(
        *(_range(MetricDayKey.between(first, last, metric=one.id)) for one in metrics),
        *(_range(HabitLogKey.between(first, last, habit=one.id)) for one in habits),
    )
    days, logs = _days(items), _logs(items)
    numbers = (
        *(_metric_number(one, days.get(one.id, ()), last) for one in metrics),
        *(_habit_number(one, logs.get(one.id, ()), first, last) for one in habits),
    )
    return Desk(book_in(found.items.get(key)), numbers, tuple(metrics))


def trend_changes(desk: Desk) -> list[Update]:
    """Where metrics go, as far as they do not say so already: what is shown of them without a look."""
    series = {one.id: one.series for one in desk.numbers}
    found = (trending_in(one, series[one.id]).change_of(one) for one in desk.kept if one.id in series)
    return [one for one in found if one is not None]


def _range(some: KeyRange) -> Query:
    return Query(some.pk, lo=some.lo, hi=some.hi, limit=_AT_ONCE)


def _lately_logged(metrics: Iterable[Metric]) -> list[Metric]:
    """Those that were logged last: who has very many cannot want to understand all of them."""
    live = [
        (one.is_outcome or one.is_hidden, one.cached_latest.day, one.id, one)
        for one in metrics
        if one.status is MetricStatus.ACTIVE and one.cached_latest is not None
    ]
    return [one for *_, one in sorted(live, key=lambda it: it[:3], reverse=True)[:MOST]]


def _days(items: Iterable[Item]) -> dict[str, list[MetricDay]]:
    found: dict[str, list[MetricDay]] = {}
    for one in from_items(MetricDay, (it for it in items if it["type"] == MetricDayKey.item_type)):
        found.setdefault(one.metric, []).append(one)
    return found


def _logs(items: Iterable[Item]) -> dict[str, list[HabitLog]]:
    found: dict[str, list[HabitLog]] = {}
    for one in from_items(HabitLog, (it for it in items if it["type"] == HabitLogKey.item_type)):
        found.setdefault(one.habit, []).append(one)
    return found


def _metric_number(metric: Metric, days: Iterable[MetricDay], last: date) -> KnownNumber:
    values = {one.day: float(value_of(metric, one)) for one in days}
    fed = () if metric.fed_by is None else (metric.fed_by.subject,)
    return KnownNumber(
        id=metric.id,
        name=metric.name,
        unit=metric.day_unit or "",
        kind=NumberKind.RATING if metric.is_hidden else NumberKind.METRIC,
        series=DailySeries.of(values, last, DAYS),
        adds_up=metric.aggregation.adds_up,
        is_outcome=metric.is_outcome,
        sources=frozenset({Subject("metric", metric.id), *fed}),
    )


def _habit_number(habit: Habit, logs: Iterable[HabitLog], first: date, last: date) -> KnownNumber:
    """Whether it was done on each day, or how much of it; a day of which nothing is known is left out."""
    done = {one.day: _amount(one) for one in logs}
    since = max(habit.began, first)
    lived = (since + number * _ONE for number in range((last - since).days + 1))
    values = {day: value for day in lived if (value := done.get(day, 0.0)) is not None}
    return KnownNumber(
        id=habit.id,
        name=habit.name,
        unit="",
        kind=NumberKind.HABIT,
        series=DailySeries.of(values, last, DAYS),
        sources=frozenset(() if habit.fed_by is None else {habit.fed_by.subject}),
    )


def _amount(log: HabitLog) -> float | None:
    if log.state is Logged.UNKNOWN:
        return None
    return (1.0 if log.amount is None else float(log.amount)) if log.state is Logged.DONE else 0.0
