"""What is asked again before a message about a task goes out: is it still so, and how does it read now?"""

from collections.abc import Mapping

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording, StillTrue
from tracker.store.entity import from_items
from tracker.store.keys import TaskKey, UserKey
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.tasks.messages import DUE, OPEN_CHECK, OVERDUE, UNBLOCKED, said_now
from tracker.tasks.model import Task, due_place


def checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_open(person: str, reference: str) -> bool:
        """It is open, nothing blocks it, it was neither moved nor put off since."""
        task_id, due, again = (*reference.split("/"), "", "")[:3]
        item = await table.get(TaskKey(person, task_id).key)
        task = next(from_items(Task, [item] if item else []), None)
        if task is None or not task.status.is_listed or task.is_blocked:
            return False
        moved = due and due != due_place(task.due_date, task.due_time)
        until = task.snoozed_until
        put_off = until is not None and until > clock()
        taken_back = again and (until is None or timestamp(until) != again)
        return not moved and not put_off and not taken_back

    return {OPEN_CHECK: still_open}


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    async def said(message: Notification) -> Notification | None:
        """By the name that the task has now, and as late as it is now."""
        if "task" not in message.facts:  # of several
            return message
        who, what = UserKey(message.person).key, TaskKey(message.person, message.entity).key
        found = await table.get_many([who, what])
        user = next(from_items(User, [found[who]] if who in found else []), None)
        task = next(from_items(Task, [found[what]] if what in found else []), None)
        if user is None or task is None:
            return None
        return said_now(message, user, task, clock().replace(microsecond=0))

    return {DUE: said, OVERDUE: said, UNBLOCKED: said}
