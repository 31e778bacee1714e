"""The look at a person's tasks when something is due: reminders, all of one moment together.

What is told and the next look are one write, so of two who hold the same round one tells.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.due import forget, moved, same_clock
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.table import Check, Operation, Table
from tracker.tasks.messages import more_message, reminder_message
from tracker.tasks.rounds.moments import TaskMoment, struck_between
from tracker.tasks.rounds.planning import TaskRound, near_tasks
from tracker.tasks.urgency import urgency_of

log = get_logger(__name__)

MOST_TOLD = 20
"""So many tasks have a message of their own at a time; how many others there are is said in one more."""
_ATTEMPTS = 5
_A_WHILE = timedelta(days=1)
"""Where nothing is planned: after that nothing is left to do, and the round goes."""


async def hold(table: Table, clock: Clock, round_: TaskRound) -> list[Notification]:
    """Does a round that is due, once, and answers what it told."""
    for attempt in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        with suppress(ConditionFailed):  # the person's clock or the round itself changed meanwhile
            return await _hold(table, round_, now, again=attempt > 0)
    log.warning(
        "tasks not looked at: they changed again and again; they come due once more", user=round_.user
    )
    return []


async def _hold(table: Table, round_: TaskRound, now: datetime, *, again: bool) -> list[Notification]:
    who, what = UserKey(round_.user).key, round_.key.key
    near = await table.read_in_steps(near_tasks(round_.user, now, [who, what]))
    current = from_item(TaskRound, near.items[what]) if what in near.items else None
    if current is None or current.due_at > now:
        return []
    person = near.items.get(who)
    if person is None or not holds(PRESENT, person):
        await forget(table, current)
        return []
    user = from_item(User, person)
    told = [*_said(user, struck_between(user, near.tasks, current.last_at, now), now)]
    operations: list[Operation] = [outbox.operation(one) for one in told]
    if again:  # one of them may have been told before
        known = await table.get_many([one.key for one in operations])
        operations = [one for one in operations if one.key not in known]
    following = near.next_look(user, now)
    if following is None and not operations:
        await forget(table, current)
        return []
    present = Check(who, PRESENT & same_clock(person))
    at = following or now + _A_WHILE
    await table.transact([present, *operations, moved(current, at, last_at=now)])
    return told


def _said(user: User, struck: Sequence[TaskMoment], now: datetime) -> Iterator[Notification]:
    """The most urgent ones, and how many others there are."""
    others = len(struck) - MOST_TOLD
    for one in _most_urgent(user, struck, now) if others > 0 else struck:
        yield reminder_message(user, one.task, one.at, one.days_over, now)
    if others > 0:
        yield more_message(user, others, max(one.at for one in struck), now)


def _most_urgent(user: User, struck: Sequence[TaskMoment], now: datetime) -> Sequence[TaskMoment]:
    today = local_day(now, user.zone, user.day_start)
    return sorted(struck, key=lambda one: -urgency_of(one.task, now, today).total)[:MOST_TOLD]
