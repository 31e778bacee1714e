"""The moments at which something is said of a task by itself, by the person's clocks."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.tasks.model import Priority, Task, instant_on

OVERDUE_DAYS = (1, 2, 4, 7)
URGENT_DAYS = (1, 2, 3, 4, 5, 6, 7)
"""Of P1."""
LAST_DAY = 7
"""What is overdue for longer stands in the digest, once a week."""
LOOK_BACK = timedelta(days=2)
"""What was to be said longer ago is of no use any more."""


class TaskMoment(NamedTuple):
    at: datetime
    task: Task
    days_over: int
    """0 when it is due."""


def moments_of(user: User, task: Task) -> Iterator[TaskMoment]:
    """At its due time, or at the person's hour where it has none; and again while it is overdue."""
    due = task.due_date
    if due is None or not task.status.is_listed:
        return
    days = URGENT_DAYS if task.priority is Priority.P1 else OVERDUE_DAYS
    since = max(filter(None, (task.created_at, task.due_set_at)))
    for over in (0, *days):
        day = due + timedelta(days=over)
        at = instant_on(day, (task.due_time if not over else None) or user.digest_time, user)
        if at > since and not task.waits_on(day):
            yield TaskMoment(at, task, over)


def struck_between(user: User, tasks: Iterable[Task], after: datetime, until: datetime) -> list[TaskMoment]:
    """Of each task the last that has come since; nothing of what is blocked or put off."""
    start, found = max(after, until - LOOK_BACK), list[TaskMoment]()
    for task in tasks:
        past = [one for one in moments_of(user, task) if start < one.at <= until]
        put_off = task.snoozed_until is not None and task.snoozed_until > until
        if past and not task.is_blocked and not put_off:
            found.append(past[-1])
    return sorted(found, key=lambda one: (one.at, one.task.id))


def next_moment(user: User, tasks: Iterable[Task], after: datetime) -> datetime | None:
    """When to look again. What is blocked may not be blocked then."""
    return min((one.at for task in tasks for one in moments_of(user, task) if one.at > after), default=None)


def window(now: datetime) -> tuple[date, date]:
    """The due dates of all of which something may have to be said now or on the next day, in any zone.

    Nobody's date is more than one away from that of UTC.
    """
    here = now.astimezone(UTC).date()
    return here - timedelta(days=LAST_DAY + 1) - LOOK_BACK, here + timedelta(days=2)
