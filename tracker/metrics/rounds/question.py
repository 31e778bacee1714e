"""The question of a metric when it is due: at most one a day, and none where there is a log already.

What is asked and the next time are one write, so of two who hold the same question one asks.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.due import forget, same_clock
from tracker.logs import get_logger
from tracker.metrics.messages import UNLOGGED_CHECK, question_message
from tracker.metrics.model import Metric
from tracker.metrics.rounds.planning import Asking, asking_in, asks, moved_to, next_strike
from tracker.notify import outbox
from tracker.notify.model import Notification, StillTrue
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import MetricDayKey, MetricKey, UserKey
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Check, Operation, Table
from tracker.store.values import Item

log = get_logger(__name__)

TOO_LATE = timedelta(hours=12)
"""Nobody is asked about a day that long after."""
_ATTEMPTS = 5
_CLOCK = ("timezone", "dayStart", "mutedUntil")


class _Found(NamedTuple):
    person: Item | None
    """None where they are gone."""
    asking: Asking | None
    metric: Metric | None
    is_logged: bool
    """Whether the day that would be asked about has a log."""


async def hold(table: Table, clock: Clock, asking: Asking) -> list[Notification]:
    """Asks what is due to be asked, once, and answers what it told."""
    for _ in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        with suppress(ConditionFailed):  # the person has logged, or was asked, meanwhile
            return await _hold(table, await table.read_in_steps(_found(asking)), now)
    log.warning("question not asked: much changed meanwhile; it comes due once more", user=asking.user)
    return []


async def _hold(table: Table, found: _Found, now: datetime) -> list[Notification]:
    person, asking, metric = found.person, found.asking, found.metric
    if asking is None or asking.due_at > now:
        return []
    at = None if metric is None else asks(metric)
    if person is None or metric is None or at is None:
        await forget(table, asking)
        return []
    user = from_item(User, person)
    message = _question(user, metric, asking, now, is_logged=found.is_logged)
    operations: list[Operation] = [Check(user.key.key, PRESENT & same_clock(person, _CLOCK))]
    if message is not None:
        asked = outbox.operation(message)
        if await table.get(asked.key) is None:  # else this day was asked about before
            operations.append(asked)
    last_day = asking.day if message is not None else asking.last_day
    unanswered = asking.unanswered + (message is not None)
    strike = next_strike(user, at, last_day, unanswered, now)
    operations.append(moved_to(asking, strike, last_day=last_day, unanswered=unanswered))
    await table.transact(operations)
    return [message] if message is not None else []


def _question(
    user: User, metric: Metric, asking: Asking, now: datetime, *, is_logged: bool
) -> Notification | None:
    is_muted = user.muted_until is not None and user.muted_until > now
    if is_logged or is_muted or now - asking.due_at > TOO_LATE:
        return None
    return question_message(user, metric, _day_asked(user, asking), asking.due_at, now)


def _day_asked(user: User, asking: Asking) -> date:
    """The person's day when it strikes: after midnight that may still be the day before."""
    return local_day(asking.due_at, user.zone, user.day_start)


def _found(asking: Asking) -> ReadSteps[_Found]:
    who, what, metric_key = UserKey(asking.user).key, asking.key.key, MetricKey(asking.user, asking.id).key
    first = (yield Lookup([who, what, metric_key])).items
    person, current = first.get(who), asking_in(first.get(what))
    metric = next(from_items(Metric, filter(None, [first.get(metric_key)])), None)
    if current is None or person is None or not holds(PRESENT, person):
        return _Found(None, current, metric, is_logged=False)
    day = MetricDayKey(asking.id, _day_asked(from_item(User, person), current)).key
    return _Found(person, current, metric, is_logged=day in (yield Lookup([day])).items)


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def unlogged(person: str, reference: str) -> bool:
        """The day has no log, and the metric still asks."""
        metric_id, _, day = reference.partition("/")
        own, logged = MetricKey(person, metric_id).key, MetricDayKey(metric_id, date.fromisoformat(day)).key
        found = await table.get_many([own, logged])
        metric = next(from_items(Metric, filter(None, [found.get(own)])), None)
        return metric is not None and asks(metric) is not None and logged not in found

    return {UNLOGGED_CHECK: unlogged}
