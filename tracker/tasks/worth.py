"""What a task is worth: minutes, times what its priority says."""

from tracker.tasks.model import Priority, Task

MINUTES_UNSAID, MOST_MINUTES = 15, 240
_PERCENT = {Priority.P1: 300, Priority.P2: 200, Priority.P3: 150, Priority.P4: 100}


def minutes_of(task: Task) -> int:
    """As far as projects are concerned: what was said, or a quarter of an hour."""
    return task.size or MINUTES_UNSAID


def points_of(task: Task) -> int:
    """The smaller of the first and the last size counts, and no task counts as more than four hours."""
    sizes = [size for size in (task.first_size, task.size) if size is not None]
    minutes = min([*sizes, MOST_MINUTES], default=MOST_MINUTES) if sizes else MINUTES_UNSAID
    return minutes * _PERCENT[task.priority] // 100
