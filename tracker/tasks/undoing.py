"""The last changes of a person's tasks, and how one is taken back."""

from collections.abc import Iterable
from datetime import datetime

from tracker.store.entity import from_item, from_items, to_item
from tracker.store.keys import TaskKey
from tracker.store.table import Table
from tracker.store.values import PK, SK
from tracker.tasks.changing import Changed, TaskChange
from tracker.tasks.errors import NothingUndoable
from tracker.tasks.listing import FINDER, find_task
from tracker.tasks.model import Task, TaskBook, TaskStatus, UndoStep
from tracker.tasks.scene import TaskScene

MOST_UNDOABLE = 5
_DERIVED = frozenset({PK, SK, "revision", "openBlockers", "blocks"})


def step_of(changed: Changed, now: datetime) -> UndoStep | None:
    """What is to be remembered of a change; None where it cannot be taken back, because the task is gone."""
    before, after = changed.changes[0]
    if after is None:
        return None
    there, then = _attributes(after), {} if before is None else _attributes(before)
    return UndoStep(
        task=after.id,
        revision=after.revision,
        from_revision=before.revision if before else 0,
        at=now,
        is_new=before is None,
        before={name: value for name, value in then.items() if there.get(name) != value},
        gone=tuple(name for name in there if name not in then) if before else (),
        next=changed.next.id if changed.next else None,
    )


def remembered(book: TaskBook, changed: Changed, now: datetime) -> tuple[UndoStep, ...]:
    """The steps after a change; what was taken back is forgotten, and the one before it is the last again."""
    if changed.undone:
        newest = last_step(book, changed.task.id)
        others = [one for one in book.undoable if one is not newest]
        return tuple(again(others, newest.task, newest.from_revision, changed.task.revision))
    step = step_of(changed, now)
    if step is None:
        return tuple(one for one in book.undoable if changed.task.id not in (one.task, one.link))
    return with_step(book, step)


def with_step(book: TaskBook, step: UndoStep) -> tuple[UndoStep, ...]:
    return (*book.undoable, step)[-MOST_UNDOABLE:]


def again(steps: Iterable[UndoStep], task_id: str, before: int, now: int) -> list[UndoStep]:
    """Steps after one is undone: the task is as the one right before it has left it, with a new revision."""
    return [
        one.model_copy(update={"revision": now}) if (one.task, one.revision) == (task_id, before) else one
        for one in steps
    ]


def last_step(book: TaskBook, task_id: str | None) -> UndoStep:
    """The last change of a task, or of any; of one that came with a change, that change.

    Raises NothingUndoable.
    """
    steps = [one for one in book.undoable if task_id in (None, one.task, one.next)]
    if not steps:
        raise NothingUndoable("There is nothing of your tasks that can be undone.")
    return steps[-1]


async def undoable_task(table: Table, user_id: str, text: str) -> str:
    """The id of the task of the last change that a text means. Raises NothingUndoable, NoSuchTask."""
    item = await table.get(TaskBook.key_of(user_id).key)
    steps = from_item(TaskBook, item).undoable if item else ()
    of = {one: step.task for step in steps for one in (step.task, step.next) if one}
    found = await table.get_many([TaskKey(user_id, one).key for one in of])
    meant = {of[one.id] for one in FINDER.meant([*from_items(Task, found.values())], text)}
    if newest := next((one.task for one in reversed(steps) if one.task in meant), None):
        return newest
    task = await find_task(table, user_id, text, status=(TaskStatus.DONE, TaskStatus.CANCELLED))
    raise NothingUndoable(
        f"You can undo your last {MOST_UNDOABLE} changes, and none of them is about {task.title}."
    )


def undone(scene: TaskScene, step: UndoStep) -> Changed:
    """As it was before. Raises NothingUndoable where it has changed since."""
    task = scene.tasks.get(step.task)
    if task is None:
        raise NothingUndoable("The task that you changed last is gone, so that cannot be undone.")
    if task.revision != step.revision:
        raise NothingUndoable(f"{task.title} has changed since then, so that can no longer be undone.")
    if step.is_new:
        return Changed((TaskChange(task, None),), undone=True)
    item = {name: value for name, value in to_item(task, task.key).items() if name not in step.gone}
    after = from_item(Task, {**item, **step.before, "revision": task.revision + 1})
    following = scene.tasks.get(step.next or "")
    if following is None or following.revision == 1:
        gone = [TaskChange(following, None)] if following else []
        return Changed((TaskChange(task, after), *gone), undone=True)
    return Changed((TaskChange(task, after),), undone=True, kept_next=True)


def _attributes(task: Task) -> dict[str, object]:
    return {name: value for name, value in to_item(task, task.key).items() if name not in _DERIVED}
