"""The last changes of a person's tasks, and how one is taken back."""

from datetime import datetime

from tracker.store.entity import from_item, to_item
from tracker.store.values import PK, SK
from tracker.tasks.changing import Changed, TaskChange
from tracker.tasks.errors import NothingUndoable
from tracker.tasks.model import Task, TaskBook, UndoStep
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
        others = tuple(one for one in book.undoable if one is not newest)
        return tuple(_again(one, newest, changed) for one in others)
    step = step_of(changed, now)
    others = [one for one in book.undoable if step is not None or one.task != changed.task.id]
    return tuple([*others, *([step] if step else [])][-MOST_UNDOABLE:])


def _again(step: UndoStep, undone_step: UndoStep, changed: Changed) -> UndoStep:
    """A step that came right before the one that is undone: the task is as it has left it."""
    if step.task != undone_step.task or step.revision != undone_step.from_revision:
        return step
    return step.model_copy(update={"revision": changed.task.revision})


def last_step(book: TaskBook, task_id: str | None) -> UndoStep:
    """The last change of a task, or of any. Raises NothingUndoable."""
    steps = [one for one in book.undoable if task_id in (None, one.task)]
    if not steps:
        raise NothingUndoable("There is nothing of your tasks that can be undone.")
    return steps[-1]


def undone(scene: TaskScene, step: UndoStep) -> Changed:
    """As it was before. Raises NothingUndoable where it has changed since."""
    task = scene.tasks.get(step.task)
    if task is None or task.revision != step.revision:
        raise NothingUndoable("It has changed since then, so it cannot be undone any more.")
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
