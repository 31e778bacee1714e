"""What may become of a task: from what was read to what it is afterwards, without writing anything.

A change is tasks before and after. Everything else that follows from it (points, what it blocks, projects,
counters) is derived from the two, in `writing.py`.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from tracker.dates import DateInPast
from tracker.frozen import frozen
from tracker.notify.model import Notification
from tracker.rewards.model import Award
from tracker.rewards.points import Scale
from tracker.tasks.errors import NotRecurring, TaskUnchanged, WrongTaskStatus
from tracker.tasks.messages import snooze_message
from tracker.tasks.model import STATUS_WORDS, Task, TaskStatus, instance_id
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.scene import TaskScene, successors
from tracker.tasks.worth import points_of
from tracker.words import in_full


class TaskChange(NamedTuple):
    """One task: None before where it is new, None after where it is gone."""

    before: Task | None
    after: Task | None

    def among(self, projects: Collection[str]) -> "TaskChange":
        if self.after is None or all(one in projects for one in self.after.project_ids):
            return self
        there = tuple(one for one in self.after.project_ids if one in projects)
        return TaskChange(self.before, self.after.model_copy(update={"project_ids": there}))


@frozen
class Changed:
    """What a person did with a task."""

    changes: tuple[TaskChange, ...]
    """The task itself first; the next of its series after it."""
    undone: bool = False
    """Whether this takes the last change back."""
    ended: bool = False
    """Whether the series of the task is at its end."""
    tells: tuple[Notification, ...] = ()
    """What is said later because of it."""
    kept_next: bool = False
    """Whether the next one stays although this one is open again, because somebody has touched it."""

    @property
    def task(self) -> Task:
        """As it is now, or as it was before it went."""
        first = self.changes[0]
        task = first.after or first.before
        assert task is not None, "a change has one of the two"  # noqa: S101 - for the type checker
        return task

    @property
    def next(self) -> Task | None:
        return next((one.after for one in self.changes[1:] if one.before is None), None)

    @property
    def points(self) -> int:
        """Given, or where it is below nothing, taken back."""
        before, after = self.changes[0]
        gone = before.award.points if before and before.award and after else 0
        return (after.award.points if after and after.award else 0) - gone

    def among(self, projects: Collection[str]) -> "Changed":
        """The tasks are in no other projects afterwards: one of theirs may have been removed meanwhile."""
        return replace(self, changes=tuple(one.among(projects) for one in self.changes))


def done(scene: TaskScene, task: Task, scale: Scale) -> Changed:
    """Raises WrongTaskStatus."""
    if not task.status.is_open:
        raise _closed(task)
    worth = points_of(task)
    given = scale.given(worth, scene.purse.given_today)
    award = Award(id=f"{task.id}.{task.revision}", points=given, given_on=scene.today)
    return _closing(scene, task, TaskStatus.DONE, award=award, points_awarded=given)


def cancelled(scene: TaskScene, task: Task) -> Changed:
    """This one alone: of a series the next one comes."""
    if not task.status.is_open:
        raise _closed(task)
    return _closing(scene, task, TaskStatus.CANCELLED)


def skipped(scene: TaskScene, task: Task) -> Changed:
    """On to the next date of its series."""
    if task.recurrence_rule is None:
        raise NotRecurring(f"{task.title} comes only once: move it, or cancel it.")
    return cancelled(scene, task)


def series_ended(scene: TaskScene, task: Task) -> Changed:
    """This one and all that would come after it."""
    if task.recurrence_rule is None:
        raise NotRecurring(f"{task.title} comes only once: cancel it.")
    if not task.status.is_open:
        raise _closed(task)
    after = changed(task, status=TaskStatus.CANCELLED, completed_date=scene.now)
    return Changed((TaskChange(task, after),), ended=True)


def switched(task: Task, status: TaskStatus) -> Changed:
    """Started, put on hold, blocked by hand, or none of these any more."""
    if not task.status.is_open:
        raise _closed(task)
    if task.status is status:
        raise TaskUnchanged(f"{task.title} is {STATUS_WORDS[status]} already.")
    return Changed((TaskChange(task, changed(task, status=status)),))


def rescheduled(scene: TaskScene, task: Task, due: date, **also: object) -> Changed:
    """This one is due on another day; its series goes on as before."""
    if not task.status.is_open:
        raise _closed(task)
    if due < scene.today:
        raise DateInPast(f"{in_full(due)} is in the past: today is {in_full(scene.today)}.", field="to")
    fields: dict[str, Any] = {"due_date": due, "snoozed_until": None, **also}
    if all(getattr(task, name) == value for name, value in fields.items()):
        raise TaskUnchanged(f"{task.title} is due then already.")
    if task.recurrence_rule is not None:
        fields["moved_from"] = task.series_due
    return Changed((TaskChange(task, changed(task, **fields, due_set_at=scene.now)),))


def edited(scene: TaskScene, task: Task, fields: Mapping[str, object]) -> Changed:
    """Other fields, of this one and all that come after it. What was not said at first counts from now."""
    if all(getattr(task, name) == value for name, value in fields.items()):
        raise TaskUnchanged("That is what the task says already.")
    moved: dict[str, object] = {}
    if {"due_date", "due_time"} & fields.keys():
        moved = {"due_set_at": scene.now, "moved_from": None}
    return Changed((TaskChange(task, changed(task, **fields, **moved)),))


def snoozed(scene: TaskScene, task: Task, until: datetime) -> Changed:
    """Nothing is said of it before, and once more then. It is due when it was."""
    if not task.status.is_open:
        raise _closed(task)
    after = changed(task, snoozed_until=until)
    return Changed((TaskChange(task, after),), tells=(snooze_message(scene.user, after, until, scene.now),))


def changed(task: Task, **fields: object) -> Task:
    """With other fields, and with what follows from them."""
    new = task.model_copy(update={**fields, "revision": task.revision + 1})
    first = new.first_size if new.first_size is not None else new.size
    new = new.model_copy(update={"first_size": first})
    return new.model_copy(
        update={"point_value": points_of(new), "is_recurring": new.recurrence_rule is not None}
    )


def _closing(scene: TaskScene, task: Task, status: TaskStatus, **fields: object) -> Changed:
    """The task is over, and the next of its series is there with it."""
    over = changed(task, **{"status": status, "completed_date": scene.now, **fields})
    new, ended = None, task.recurrence_rule is not None and task.due_date is not None
    for one in successors(task, scene.today):
        there, ended = scene.tasks.get(one.id), False
        if there is None:
            new = following(task, one.rule, one.due, scene.now)
        if there is None or there.status.is_open:  # it may have come when this one was done before
            break
    return Changed((TaskChange(task, over), *([TaskChange(None, new)] if new else [])), ended=ended)


def following(task: Task, rule: Recurrence, due: date, now: datetime) -> Task:
    """The next of a series: as it was said, with nothing of what happened to this one."""
    series, before = task.series_id or task.id, task.series_due
    ahead = before.due_date - task.scheduled_date if before and task.scheduled_date else None
    new = task.model_copy(
        update={
            "id": instance_id(series, due),
            "series_id": series,
            "recurrence_rule": rule,
            "occurrence": task.occurrence + 1,
            "due_date": due,
            "due_time": before.due_time if before else task.due_time,
            "moved_from": None,
            "scheduled_date": None if ahead is None else max(due - ahead, date.min + timedelta(1)),
            "status": TaskStatus.NOT_STARTED,
            "first_size": task.size,
            "notes": None,
            "checklist": tuple(one.model_copy(update={"done": False}) for one in task.checklist),
            "open_blockers": 0,
            "blocks": 0,
            "snoozed_until": None,
            "due_set_at": None,
            "completed_date": None,
            "award": None,
            "points_awarded": 0,
            "created_at": now,
            "revision": 1,
        }
    )
    return new.model_copy(update={"point_value": points_of(new)})


def _closed(task: Task) -> WrongTaskStatus:
    return WrongTaskStatus(f"{task.title} is {STATUS_WORDS[task.status]} already. Undo that first.")
