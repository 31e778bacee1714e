"""When a person is asked for a number: one item for each metric that asks, moved by whatever is logged."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from tracker.accounts.model import User
from tracker.days import Strike, next_local_time
from tracker.due import Due, moved
from tracker.logs import get_logger
from tracker.metrics.model import Metric, MetricStatus
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey, MetricKey
from tracker.store.table import Delete, Operation, Put, Table, Update
from tracker.store.values import Item, Key

log = get_logger(__name__)

KIND = "metric-question"
DAILY_QUESTIONS = 3
"""After so many without an answer it is asked once a week."""
_WEEK, _DAY = timedelta(days=7), timedelta(days=1)
_ATTEMPTS = 5


class Asking(Due, frozen=True):
    """The next question of a metric, and what became of the last ones."""

    kind: str = KIND
    day: date
    """The date on the person's calendar that it is for."""
    last_day: date | None = None
    """The same of the last one that was asked."""
    unanswered: int = 0
    """How many were asked since something was logged last."""


def asking_key(user_id: str, metric_id: str) -> Key:
    return DueKey(user_id, KIND, metric_id).key


def asking_in(item: Item | None) -> Asking | None:
    return None if item is None else from_item(Asking, item)


def asks(metric: Metric) -> time | None:
    """When it asks; None where it does not."""
    is_active = metric.status is MetricStatus.ACTIVE
    return metric.question.at if metric.question is not None and is_active else None


def next_strike(user: User, at: time, last_day: date | None, unanswered: int, now: datetime) -> Strike:
    """Every day; once a week, where the last ones stayed without an answer."""
    if last_day is not None and unanswered >= DAILY_QUESTIONS:
        last_day += _WEEK - _DAY
    return next_local_time(now, at, user.zone, later_than=last_day)


def planned(user: User, metric: Metric, asking: Asking | None, now: datetime) -> Iterator[Operation]:
    """After something was logged, or said of the question: tomorrow's at the latest, or none."""
    if (at := asks(metric)) is None:
        if asking is not None:
            yield Delete(asking.key.key, asking.unmoved)
        return
    strike = next_strike(user, at, asking.last_day if asking else None, 0, now)
    if asking is None:
        new = Asking(user=user.id, id=metric.id, due_at=strike.at, day=strike.day)
        yield Put(to_item(new, new.key, new.place), ABSENT)
    elif strike != Strike(asking.day, asking.due_at) or asking.unanswered:
        yield moved_to(asking, strike, unanswered=0)


def moved_to(asking: Asking, strike: Strike, **memory: object) -> Update:
    return moved(asking, strike.at, day=strike.day, **memory)


async def replan_all(table: Table, user: User, now: datetime) -> None:
    """After a change of zone. What is due already is asked first, and plans the next."""
    mine = DueKey.prefix(user=user.id, kind=KIND)
    for item in [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]:
        if (asking := next(from_items(Asking, [item]), None)) is not None:
            await _replan(table, user, asking.id, now)


async def _replan(table: Table, user: User, metric_id: str, now: datetime) -> None:
    key, metric_key = asking_key(user.id, metric_id), MetricKey(user.id, metric_id).key
    for _ in range(_ATTEMPTS):
        found = await table.get_many([key, metric_key])
        asking = asking_in(found.get(key))
        metric = next(from_items(Metric, filter(None, [found.get(metric_key)])), None)
        at = None if metric is None else asks(metric)
        if asking is None or at is None or asking.due_at <= now:
            return
        strike = next_strike(user, at, asking.last_day, asking.unanswered, now)
        if strike == Strike(asking.day, asking.due_at):
            return
        try:
            await table.update(moved_to(asking, strike))
        except ConditionFailed:
            continue  # it was asked meanwhile, perhaps by the old settings
        return
    log.warning("question not planned anew; it still comes at the old time", user=user.id)
