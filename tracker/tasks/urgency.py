"""What comes first: Taskwarrior's urgency, part by part, so that people can see why."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from tracker.tasks.model import Priority, Task, TaskStatus

_PRIORITIES = {Priority.P1: 6.0, Priority.P2: 3.9, Priority.P3: 1.8}
_DUE, _BLOCKING, _STARTED, _SCHEDULED, _AGE, _PROJECT = 12.0, 8.0, 4.0, 5.0, 2.0, 1.0
_WAITING, _BLOCKED, _ON_HOLD = -3.0, -5.0, -3.0
_LABELS = (0.0, 0.8, 0.9, 1.0)
"""For none, one, two, and three or more."""
_SOON, _LATE, _LEAST = 14, 7, 0.2
"""From two weeks before to a week after its day the term grows, from a fifth to all of it."""
_YEAR = 365


class UrgencyFactor(NamedTuple):
    """What an urgency is made of."""

    name: str
    value: float


class Urgency(NamedTuple):
    parts: tuple[UrgencyFactor, ...]

    @property
    def total(self) -> float:
        return round(sum(part.value for part in self.parts), 2)


def urgency_of(task: Task, now: datetime, today: date) -> Urgency:
    return Urgency(tuple(part for part in _parts(task, now, today) if part.value))


def most_urgent(tasks: Sequence[Task], now: datetime, today: date) -> list[tuple[Task, Urgency]]:
    """The most urgent first; of two that are alike, the older one."""
    rated = [(task, urgency_of(task, now, today)) for task in tasks]
    return sorted(rated, key=lambda one: (-one[1].total, one[0].created_at, one[0].id))


def _parts(task: Task, now: datetime, today: date) -> Iterator[UrgencyFactor]:
    if task.due_date is not None:
        yield UrgencyFactor("due", round(_DUE * due_factor((today - task.due_date).days), 2))
    yield UrgencyFactor("priority", _PRIORITIES.get(task.priority, 0.0))
    yield UrgencyFactor("others wait for it", _BLOCKING if task.blocks and task.status.is_open else 0.0)
    if task.scheduled_date is not None:
        waits = task.scheduled_date > today
        yield UrgencyFactor(
            "not before its day" if waits else "its day has come", _WAITING if waits else _SCHEDULED
        )
    yield UrgencyFactor("in progress", _STARTED if task.status is TaskStatus.IN_PROGRESS else 0.0)
    yield UrgencyFactor("on hold", _ON_HOLD if task.status is TaskStatus.ON_HOLD else 0.0)
    yield UrgencyFactor("age", round(_AGE * min(max((now - task.created_at).days, 0) / _YEAR, 1), 2))
    yield UrgencyFactor("project", _PROJECT if task.project_ids else 0.0)
    yield UrgencyFactor("tags", _LABELS[min(len(task.tags), 3)])
    yield UrgencyFactor("notes", _LABELS[min(sum(map(bool, (task.description, task.notes))), 3)])
    yield UrgencyFactor("blocked", _BLOCKED if task.is_blocked else 0.0)


def due_factor(days_over: int) -> float:
    """From .2 two weeks before to 1 a week after."""
    if days_over >= _LATE:
        return 1.0
    if days_over < -_SOON:
        return _LEAST
    return _LEAST + (1 - _LEAST) * (days_over + _SOON) / (_SOON + _LATE)
