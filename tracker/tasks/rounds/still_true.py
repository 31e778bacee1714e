"""What is asked again before a message about a task goes out: is it still to be done, and as it was said?"""

from collections.abc import Mapping

from tracker.clock import Clock
from tracker.notify.model import StillTrue
from tracker.store.entity import from_items
from tracker.store.keys import TaskKey
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.tasks.messages import OPEN_CHECK
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
