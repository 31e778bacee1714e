"""When a person's tasks are looked at next: one item for each person, moved by whoever changes a task."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import day_begins, local_day
from tracker.digest.planning import first_round
from tracker.due import Due, moved
from tracker.logs import get_logger
from tracker.store.conditions import ABSENT
from tracker.store.entity import Instant, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import OpenTaskKey
from tracker.store.keys import DueKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Operation, Put, Table
from tracker.store.values import Key
from tracker.tasks.listing import due_between
from tracker.tasks.model import UNDATED, Task
from tracker.tasks.rounds.moments import next_moment, window

log = get_logger(__name__)

KIND, ID = "tasks", "daily"
_ATTEMPTS = 5


class TaskRound(Due, frozen=True):
    """The next look at a person's tasks."""

    kind: str = KIND
    id: str = ID
    last_at: Instant
    """Until then everything was said that was to be said."""


class Plans(NamedTuple):
    """What is planned for a person, as it was read."""

    round: TaskRound | None = None
    has_digest: bool = True


NO_PLANS = Plans()


class Near(NamedTuple):
    """The tasks around a day, and when to look next."""

    tasks: list[Task]
    next_at: datetime | None


def round_key(user_id: str) -> Key:
    return DueKey(user_id, KIND, ID).key


def planned(user: User, plans: Plans, changed: Iterable[Task], now: datetime) -> Iterator[Operation]:
    """What goes into each transaction that changes tasks: they are looked at in time.

    They are in the digest, too, so that whoever has one has a daily round.
    """
    if not plans.has_digest:
        yield first_round(user, now)
    at = next_moment(user, changed, now)
    if at is None or (plans.round is not None and plans.round.due_at <= at):
        return
    if plans.round is not None:
        yield moved(plans.round, at)
        return
    new = TaskRound(user=user.id, due_at=at, last_at=now)
    yield Put(to_item(new, new.key, new.place), ABSENT)


def near_tasks(user: User, now: datetime) -> ReadSteps[Near]:
    """What may have to be said something of now, and the first that is due later: not all that there is."""
    today = local_day(now, user.zone, user.day_start)
    first, last = window(today)
    tasks = yield from due_between(user.id, first, last)
    later = yield from _first_due_after(user.id, last)
    moments = [next_moment(user, tasks, now), later and day_begins(later, user.zone)]
    return Near(tasks, min(filter(None, moments), default=None))


def _first_due_after(user_id: str, day: date) -> ReadSteps[date | None]:
    some = OpenTaskKey.between(f"{day + timedelta(days=1)}", UNDATED, user=user_id)
    [page] = (yield Lookup(queries=[Query(some.pk, lo=some.lo, hi=some.hi, index=some.index, limit=1)])).pages
    return next((one.due_date for one in from_items(Task, page.items)), None)


async def replan(table: Table, user: User, now: datetime) -> None:
    """After a change of zone or hours. What is due already is held first, and plans the next."""
    for _ in range(_ATTEMPTS):
        item = await table.get(round_key(user.id))
        round_ = None if item is None else from_item(TaskRound, item)
        if round_ is None or round_.due_at <= now:
            return
        at = (await table.read_in_steps(near_tasks(user, now))).next_at
        if at is None or at == round_.due_at:
            return
        try:
            await table.update(moved(round_, at))
        except ConditionFailed:
            continue  # it was held meanwhile, perhaps by the old settings
        return
    log.warning("tasks not planned anew; the next look still comes at the old time", user=user.id)
