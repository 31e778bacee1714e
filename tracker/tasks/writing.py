"""A change of a task as one transaction: all that follows from the task before and the task after.

Each write has a condition that names what was read. Where somebody was faster, everything is read again.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeAlias

from tracker.frozen import frozen
from tracker.goals.composite.marking import marked, relinked
from tracker.goals.composite.model import GoalTask
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.notify import outbox
from tracker.projects.model import Project
from tracker.projects.progress import NOTHING, Share, share_of, with_share
from tracker.projects.service import difference as difference_of_project
from tracker.rewards.board_names import name_or_somebody
from tracker.rewards.giving import PaidFor, Payment, paid
from tracker.rewards.messages import overtake_message
from tracker.rewards.model import BoardPlace, Wallet
from tracker.rewards.rivals import overtaken
from tracker.store.conditions import ABSENT, EXISTS, eq, lacks, lt
from tracker.store.entity import PRESENT, change, stored, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ProjectTaskKey, TaskBlocksKey, TaskDependencyKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table, Update
from tracker.store.values import Key, camel_case
from tracker.tasks.changing import Changed, TaskChange
from tracker.tasks.errors import TooManyTasks
from tracker.tasks.listeners import TaskListener
from tracker.tasks.messages import unblocked_message
from tracker.tasks.model import MOST_OPEN, ProjectTask, Task, TaskBook, TaskStatus
from tracker.tasks.rounds.planning import planned
from tracker.tasks.scene import TaskScene
from tracker.tasks.undoing import remembered
from tracker.tasks.worth import minutes_of
from tracker.words import people

ATTEMPTS = 20

Look: TypeAlias = Callable[[], Awaitable[tuple[TaskScene, Changed]]]


@frozen
class WrittenTask:
    scene: TaskScene
    changed: Changed
    unblocked: Sequence[Task] = ()
    """Those whose last blocker has gone with it."""
    overtaken: Sequence[BoardPlace] = ()
    """Those behind whom the person was before, who want to hear that they no longer are."""
    heard: Sequence[Operation] = ()
    """What listeners write along with it."""


class TaskWriter:
    def __init__(self, table: Table, listeners: Sequence[TaskListener] = ()) -> None:
        self._table, self._listeners = table, listeners

    async def write(self, look: Look) -> WrittenTask:
        """What a look at everything gives, written; where something changed meanwhile, look again."""
        for _ in range(ATTEMPTS):
            scene, changed = await look()
            changed = changed.among(scene.projects)
            purse = scene.purse
            wallet = purse.wallet or Wallet()
            passed = await overtaken(self._table, purse.user, wallet, changed.points, purse.places, {})
            heard = [one for listener in self._listeners for one in await listener(scene, changed)]
            written = WrittenTask(scene, changed, [*_unblocked(scene, changed)], passed, heard)
            if await self._is_written(written):
                return written
        raise Throttled("the task keeps changing under our hands; try again in a moment")

    async def _is_written(self, written: WrittenTask) -> bool:
        """False where something changed meanwhile: look again. What was told before is not told again."""
        told = set[Key]()
        messages = {one.key for one in _messages(written) if isinstance(one, Put)}
        seen_by = self._happening(written)
        while True:
            every = [*operations(written), *seen_by]
            try:
                await self._table.transact([one for one in every if one.key not in told])
            except ConditionFailed as failed:
                lost = {failure.key for failure in failed.failures}
                if not lost or not lost <= messages - told:
                    return False
                told |= lost
            else:
                return True

    def _happening(self, written: WrittenTask) -> list[Operation]:
        """Of the task itself: what follows it in a series is read with it."""
        before, after = written.changed.changes[0]
        if (task := after or before) is None:
            return []
        what = "removed" if after is None else "added" if before is None else after.status.value.lower()
        thing = (task.id, task.title)
        return happening(self._table, written.scene.user, HappeningKind.TASK, thing, what)


def operations(written: WrittenTask) -> Iterator[Operation]:
    scene, changed = written.scene, written.changed
    yield Check(UserKey(scene.user.id).key, PRESENT)
    for one in changed.changes:
        yield from _task(one)
        yield from _project_links(one)
        yield from _goal_links(scene, one)
    yield _book(scene, changed)
    yield from paid(scene.purse, [*_payments(scene, changed)])
    yield from _dependents(scene, changed)
    yield from _links(scene, changed)
    yield from _projects(scene, changed)
    yield from _goals(scene, changed)
    yield from written.heard
    after = [one.after for one in changed.changes if one.after is not None]
    yield from planned(scene.user, scene.plans, after, scene.now)
    yield from _messages(written)


def _messages(written: WrittenTask) -> Iterator[Operation]:
    """To the person, and to those whom they got ahead of and who want to hear of it."""
    scene, changed = written.scene, written.changed
    for task in written.unblocked:
        yield outbox.operation(unblocked_message(scene.user, task, changed.task, scene.now))
    yield from (outbox.operation(one) for one in changed.tells)
    name = name_or_somebody(scene.user, scene.purse.wallet)
    for place in written.overtaken:
        yield Check(UserKey(place.user).key, PRESENT)
        yield outbox.operation(overtake_message(place, name, scene.today, scene.now))


def _task(one: TaskChange) -> Iterator[Operation]:
    before, after = one
    if before is None and after is not None:
        yield Put(to_item(after, after.key, *after.places()), ABSENT)
    elif after is None and before is not None:
        yield Delete(before.key.key, eq("revision", before.revision))
    elif before is not None and after is not None:
        yield difference(before, after)


def difference(before: Task, after: Task) -> Operation:
    """What has changed of a task, and nothing else: others count its blockers at the same time."""
    fields = {
        name: value for name in Task.model_fields if (value := getattr(after, name)) != getattr(before, name)
    }
    there = [*after.places()]
    gone = {type(one) for one in before.places()} - {type(one) for one in there}
    unchanged = eq("revision", before.revision)
    if "project_ids" in fields:  # which a project that is removed changes, and keeps the revision
        same = eq("projectIds", stored(before.project_ids))
        unchanged &= same if before.project_ids else same | lacks("projectIds")
    return change(Task, before.key, fields, enter=there, leave=[*gone], when=unchanged)


def _book(scene: TaskScene, changed: Changed) -> Operation:
    """The counters move by what has changed. How many may be open is decided here, for all writers."""
    opened = sum(_is_open(one.after) - _is_open(one.before) for one in changed.changes)
    done = sum(_is_done(one.after) - _is_done(one.before) for one in changed.changes)
    steps = remembered(scene.book or TaskBook(), changed, scene.now)
    key = TaskBook.key_of(scene.user.id)
    if scene.book is None:
        return Put(to_item(TaskBook(open=opened, done=done, undoable=steps), key), ABSENT)
    if opened > 0 and scene.book.open + opened > MOST_OPEN:
        raise TooManyTasks(
            f"You have {people(MOST_OPEN)} open tasks, which is as many as there can be. Close some first."
        )
    room = lt("open", MOST_OPEN) if opened > 0 else EXISTS
    counted = {name: number for name, number in (("open", opened), ("done", done)) if number}
    return Update(key.key, set={"undoable": stored(steps)}, add=counted, when=room, stamped=True)


def _is_open(task: Task | None) -> bool:
    return task is not None and task.status.is_open


def _is_done(task: Task | None) -> bool:
    return task is not None and task.status is TaskStatus.DONE


def _payments(scene: TaskScene, changed: Changed) -> Iterator[Payment]:
    """What a task has given is taken back where it is open again, and stays where it is removed."""
    for before, after in changed.changes:
        if after is None or (before is not None and before.award == after.award):
            continue
        for task, reverses in ((before, True), (after, False)):
            if task is not None and task.award is not None:
                about = PaidFor(task_id=task.id)
                yield Payment(task.award, task.title, scene.today, about, reverses=reverses)


def _dependents(scene: TaskScene, changed: Changed) -> Iterator[Operation]:
    """Those that wait for the task have one open blocker less, or one more."""
    for task, number in _blockers(scene, changed):
        unchanged = eq("openBlockers", task.open_blockers)
        yield change(Task, task.key, {"open_blockers": number}, when=unchanged)


def _blockers(scene: TaskScene, changed: Changed) -> Iterator[tuple[Task, int]]:
    before, after = changed.changes[0]
    moved = _is_open(after) - _is_open(before)
    for one in scene.waiting:
        if moved and (task := scene.tasks.get(one)) is not None:
            yield task, max(task.open_blockers + moved, 0)


def _unblocked(scene: TaskScene, changed: Changed) -> Iterator[Task]:
    for task, number in _blockers(scene, changed):
        if number == 0 < task.open_blockers and task.status.is_listed:
            yield task


def _links(scene: TaskScene, changed: Changed) -> Iterator[Operation]:
    """Of a task that is removed, from both sides."""
    before, after = changed.changes[0]
    if after is not None or before is None:
        return
    for other in scene.waits_for:
        yield Delete(TaskDependencyKey(before.id, other).key)
        yield Delete(TaskBlocksKey(other, before.id).key)
        if (task := scene.tasks.get(other)) is not None:
            yield change(Task, task.key, {"blocks": max(task.blocks - 1, 0)}, when=eq("blocks", task.blocks))
    for other in scene.waiting:
        yield Delete(TaskDependencyKey(other, before.id).key)
        yield Delete(TaskBlocksKey(before.id, other).key)


def _project_links(one: TaskChange) -> Iterator[Operation]:
    before, after = (set(task.project_ids) if task else set[str]() for task in one)
    task = one.after or one.before
    for project in sorted(after - before):
        link = ProjectTask(project=project, task=task.id if task else "")
        yield Put(to_item(link, ProjectTaskKey(project, link.task)))
    for project in sorted(before - after):
        yield Delete(ProjectTaskKey(project, task.id if task else "").key)


def _projects(scene: TaskScene, changed: Changed) -> Iterator[Operation]:
    for project in scene.projects.values():
        moved, comes = NOTHING, False
        for before, after in changed.changes:
            moved = moved.plus(_share(after, project).minus(_share(before, project)))
            comes |= _is_in(project, after) and not _is_in(project, before)
        if comes or moved != NOTHING:  # what comes to a project holds it: it must not be removed meanwhile
            at = changed.task.completed_date or scene.now  # which may be long ago, where a past is told
            yield difference_of_project(project, with_share(project, moved, at))


def _goal_links(scene: TaskScene, one: TaskChange) -> Iterator[Operation]:
    before, after = (scene.goals.intersection(task.goal_ids) if task else () for task in one)
    task = one.after or one.before
    yield from relinked(before, after, GoalTask, task.id if task else "")


def _goals(scene: TaskScene, changed: Changed) -> Iterator[Operation]:
    """Their sums move, and they are recounted soon."""
    for goal in sorted(scene.goals):
        moved = NOTHING
        for before, after in changed.changes:
            moved = moved.plus(_towards(after, goal).minus(_towards(before, goal)))
        if moved != NOTHING:
            sums = {camel_case(name): number for name, number in moved._asdict().items()}
            yield marked(scene.user.id, goal, scene.now, **sums)


def _towards(task: Task | None, goal: str) -> Share:
    return NOTHING if task is None or goal not in task.goal_ids else share_in_all(task)


def _share(task: Task | None, project: Project) -> Share:
    return share_in_all(task) if task is not None and _is_in(project, task) else NOTHING


def _is_in(project: Project, task: Task | None) -> bool:
    return task is not None and project.id in task.project_ids


def share_in_all(task: Task) -> Share:
    """What it is of whatever it counts towards: a project, a goal."""
    done = task.status is TaskStatus.DONE
    return share_of(minutes_of(task), is_done=done, is_open=task.status.is_open)
