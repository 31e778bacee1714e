"""When a person's tasks are looked at next: one item for each person, moved by whoever changes a task."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import day_begins
from tracker.digest.planning import first_round
from tracker.due import Due, moved
from tracker.logs import get_logger
from tracker.store.conditions import ABSENT
from tracker.store.entity import Instant, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import OpenTaskKey
from tracker.store.keys import DueKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.table import Operation, Put, Table
from tracker.store.values import Item, Key
from tracker.tasks.listing import due_query
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
    """The tasks around today: all of which something may have to be said, and the first that is due later."""

    items: Mapping[Key, Item]
    """What was to be read along."""
    tasks: list[Task]
    later: date | None
    """When that is due."""

    def next_look(self, user: User, now: datetime) -> datetime | None:
        moments = [next_moment(user, self.tasks, now), self.later and day_begins(self.later, user.zone)]
        return min(filter(None, moments), default=None)


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


def near_tasks(user_id: str, now: datetime, also: Sequence[Key] = ()) -> ReadSteps[Near]:
    """Not all that there is, in one round trip; `also` is read along."""
    first, last = window(now)
    due, later = due_query(user_id, first, last), _first_due_after(user_id, last)
    found = yield Lookup(also, [due, later])
    items = [*found.pages[0].items]
    if (cursor := found.pages[0].cursor) is not None:
        items += yield from every_item(replace(due, cursor=cursor))
    after = next(from_items(Task, found.pages[1].items), None)
    return Near(found.items, [*from_items(Task, items)], after and after.due_date)


def _first_due_after(user_id: str, day: date) -> Query:
    some = OpenTaskKey.between(f"{day + timedelta(days=1)}", UNDATED, user=user_id)
    return Query(some.pk, lo=some.lo, hi=some.hi, index=some.index, limit=1)


async def replan(table: Table, user: User, now: datetime) -> None:
    """After a change of zone or hours. What is due already is held first, and plans the next."""
    for _ in range(_ATTEMPTS):
        item = await table.get(round_key(user.id))
        round_ = None if item is None else from_item(TaskRound, item)
        if round_ is None or round_.due_at <= now:
            return
        at = (await table.read_in_steps(near_tasks(user.id, now))).next_look(user, now)
        if at is None or at == round_.due_at:
            return
        try:
            await table.update(moved(round_, at))
        except ConditionFailed:
            continue  # it was held meanwhile, perhaps by the old settings
        return
    log.warning("tasks not planned anew; the next look still comes at the old time", user=user.id)
