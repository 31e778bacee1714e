"""What a task waits for: links in both directions, and never in a circle."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tracker.frozen import frozen
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import PRESENT, change, from_items, stored, to_item
from tracker.store.keys import TaskBlocksKey, TaskDependencyKey, TaskKey, UserKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Check, Delete, Operation, Put, Update
from tracker.tasks.errors import BadDependency, DependencyCycle
from tracker.tasks.model import MOST_LINKS, Task, TaskBlocks, TaskBook, TaskLink, UndoStep
from tracker.tasks.scene import TaskScene
from tracker.tasks.undoing import again, with_step

MOST_WALKED = 200
_AT_ONCE = 20


@frozen
class Linked:
    """A task and one that it waits for, or no longer does."""

    task: Task
    blocker: Task
    """Both as they were before."""
    added: bool
    undone: UndoStep | None = None
    """Where this takes a change back."""

    @property
    def after(self) -> Task:
        """The task as it is now."""
        step = (1 if self.added else -1) if self.blocker.status.is_open else 0
        count = max(self.task.open_blockers + step, 0)
        return self.task.model_copy(update={"open_blockers": count, "revision": self.task.revision + 1})


def path_to(start: str, wanted: str) -> ReadSteps[list[str] | None]:
    """How a task leads to another by what it waits for; None where it does not. Raises BadDependency."""
    came_from: dict[str, str | None] = {start: None}
    level = [start]
    while level:
        if wanted in came_from:
            return _path(came_from, wanted)
        if len(came_from) > MOST_WALKED:
            raise BadDependency(f"More than {MOST_WALKED} tasks hang together there. Link fewer of them.")
        further: list[str] = []
        for first in range(0, len(level), _AT_ONCE):
            some = level[first : first + _AT_ONCE]
            for task, others in zip(some, (yield from _waits_for(some)), strict=True):
                for other in others:
                    if other not in came_from:
                        came_from[other] = task
                        further.append(other)
        level = further
    return _path(came_from, wanted) if wanted in came_from else None


def _path(came_from: Mapping[str, str | None], wanted: str) -> list[str]:
    found, step = list[str](), came_from.get(wanted)
    found.append(wanted)
    while step is not None:
        found.append(step)
        step = came_from[step]
    return found[::-1]


def _waits_for(tasks: Sequence[str]) -> ReadSteps[list[list[str]]]:
    prefixes = [TaskDependencyKey.prefix(task=one) for one in tasks]
    pages = (
        yield Lookup(queries=[Query(one.pk, prefix=one.prefix, limit=MOST_LINKS) for one in prefixes])
    ).pages
    return [[link.dependency for link in from_items(TaskLink, page.items)] for page in pages]


def checked_link(scene: TaskScene, task: Task, blocker: Task, path: Sequence[str] | None) -> Linked:
    """`path` leads from the blocker to the task. Raises DependencyCycle, BadDependency."""
    if task.id == blocker.id:
        raise DependencyCycle(f"{task.title} cannot wait for itself.")
    if path is not None:
        names = " \N{RIGHTWARDS ARROW} ".join(scene.tasks[one].title for one in path if one in scene.tasks)
        raise DependencyCycle(
            f"That would be a circle: {blocker.title} already waits for {task.title} ({names})."
        )
    if blocker.id in scene.waits_for:
        raise BadDependency(f"{task.title} waits for {blocker.title} already.")
    if len(scene.waits_for) >= MOST_LINKS or blocker.blocks >= MOST_LINKS:
        raise BadDependency(f"A task can wait for {MOST_LINKS} others, and as many for it.")
    return Linked(task, blocker, added=True)


def checked_unlink(scene: TaskScene, task: Task, blocker: Task) -> Linked:
    if blocker.id not in scene.waits_for:
        raise BadDependency(f"{task.title} does not wait for {blocker.title}.")
    return Linked(task, blocker, added=False)


def link_operations(scene: TaskScene, link: Linked) -> Iterator[Operation]:
    """Both directions, both counters, and the person's mark: of two who close a circle one looks again."""
    task, blocker, user = link.task, link.blocker, scene.user.id
    waits, blocks = TaskDependencyKey(task.id, blocker.id), TaskBlocksKey(blocker.id, task.id)
    yield Check(UserKey(user).key, PRESENT)
    if link.added:
        yield Put(to_item(TaskLink(user=user, task=task.id, dependency=blocker.id), waits), ABSENT)
        yield Put(to_item(TaskBlocks(user=user, task=blocker.id, waiting=task.id), blocks), ABSENT)
    else:
        yield Delete(waits.key)
        yield Delete(blocks.key)
    step = 1 if link.added else -1
    yield change(
        Task,
        TaskKey(user, task.id),
        {"open_blockers": link.after.open_blockers, "revision": link.after.revision},
        when=eq("revision", task.revision) & eq("openBlockers", task.open_blockers),
    )
    yield change(  # whoever closes it meanwhile has not seen that somebody waits for it: they look again
        Task,
        TaskKey(user, blocker.id),
        {"blocks": max(blocker.blocks + step, 0), "revision": blocker.revision + 1},
        when=eq("revision", blocker.revision),
    )
    book = scene.book or TaskBook()
    kept = {"links": book.links + 1, "undoable": stored(_steps(book, link, scene.now))}
    yield Update(TaskBook.key_of(user).key, set=kept, when=eq("links", book.links), stamped=True)


def _steps(book: TaskBook, link: Linked, now: datetime) -> tuple[UndoStep, ...]:
    """What can be undone after it."""
    task, blocker, undone = link.task, link.blocker, link.undone
    if undone is not None:
        others = [one for one in book.undoable if one != undone]
        if task.revision == undone.revision:
            others = again(others, undone.task, undone.from_revision, task.revision + 1)
        if blocker.revision == undone.link_from_revision + 1:
            others = again(others, blocker.id, undone.link_from_revision, blocker.revision + 1)
        return tuple(others)
    step = UndoStep(
        task=task.id,
        revision=task.revision + 1,
        from_revision=task.revision,
        at=now,
        link=blocker.id,
        linked=link.added,
        link_from_revision=blocker.revision,
    )
    return with_step(book, step)
