"""Who else hears of a change of a task. What they answer is written in the same transaction.

Tasks know nothing of what is made of them, such as a goal to which they count (`goal_ids`). Whoever hears of
them is brought in when `Tasks` are made.
"""

from collections.abc import Sequence
from typing import Protocol

from tracker.store.table import Operation
from tracker.tasks.changing import Changed
from tracker.tasks.scene import TaskScene


class TaskListener(Protocol):
    """Hears of every change before it is written: each task as it was and as it will be.

    It may read, and each of its writes has a condition that names what it has read. Where somebody was faster
    nothing of it all is written; everything is looked at again, and the listener is asked again.
    """

    async def __call__(self, scene: TaskScene, changed: Changed, /) -> Sequence[Operation]: ...
