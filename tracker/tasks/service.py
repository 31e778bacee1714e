"""Tasks: the one door to what can be done with them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import cast

from tracker.clock import Clock
from tracker.goals.composite.marking import few_enough, with_goal
from tracker.ids import Ids
from tracker.rewards.points import Scale
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import CompositeGoalKey, ProjectKey, TaskKey
from tracker.store.table import Table
from tracker.store.values import Key
from tracker.tasks import changing, undoing
from tracker.tasks.changing import Changed, TaskChange
from tracker.tasks.dependencies import Linked, checked_link, checked_unlink, link_operations, path_to
from tracker.tasks.errors import NoSuchTask
from tracker.tasks.listeners import TaskListener
from tracker.tasks.listing import find_task
from tracker.tasks.model import MOST_LINKS, ChecklistItem, Priority, Task, TaskBook, TaskStatus, UndoStep
from tracker.tasks.project_removal import remove_project
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.scene import TaskScene, scene_of
from tracker.tasks.worth import points_of
from tracker.tasks.writing import ATTEMPTS, TaskWriter, WrittenTask


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTask:
    """What is said of a task that is to be made, read and checked."""

    title: str
    description: str | None = None
    extended_description: str | None = None
    notes: str | None = None
    area: str | None = None
    sub_category: str | None = None
    priority: Priority = Priority.P4
    size: int | None = None
    due_date: date | None = None
    due_time: time | None = None
    scheduled_date: date | None = None
    recurrence_rule: Recurrence | None = None
    goal_ids: tuple[str, ...] = ()
    project_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    checklist: tuple[ChecklistItem, ...] = ()


class Tasks:
    def __init__(
        self,
        table: Table,
        clock: Clock,
        new_id: Ids,
        scale: Scale | None = None,
        listeners: Sequence[TaskListener] = (),
    ) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id
        self._scale = scale or Scale()
        self._writer = TaskWriter(table, listeners)

    async def find(
        self, user_id: str, text: str, *, status: Sequence[TaskStatus] = (), whole_name: bool = False
    ) -> Task:
        """Raises NoSuchTask, AmbiguousTask."""
        return await find_task(self._table, user_id, text, status=status, whole_name=whole_name)

    async def add(
        self,
        user_id: str,
        new: NewTask,
        *,
        created_at: datetime | None = None,
        completed_at: datetime | None = None,
    ) -> WrittenTask:
        """With `completed_at`, one that was done in the past: nothing is given for it, nothing is said."""
        task = self._made(user_id, new, created_at or self._now(), completed_at)
        also = [ProjectKey(user_id, one).key for one in task.project_ids]
        also += _goal_keys(user_id, task.goal_ids)

        def change(_: TaskScene) -> Changed:
            return Changed((TaskChange(None, task),))

        return await self._write(user_id, None, change, also)

    async def done(self, user_id: str, task_id: str) -> WrittenTask:
        """Raises NoSuchTask, WrongTaskStatus."""
        return await self._write_one(
            user_id, task_id, lambda scene, one: changing.done(scene, one, self._scale)
        )

    async def cancel(self, user_id: str, task_id: str) -> WrittenTask:
        return await self._write_one(user_id, task_id, changing.cancelled)

    async def skip(self, user_id: str, task_id: str) -> WrittenTask:
        return await self._write_one(user_id, task_id, changing.skipped)

    async def end_series(self, user_id: str, task_id: str) -> WrittenTask:
        return await self._write_one(user_id, task_id, changing.series_ended)

    async def switch(self, user_id: str, task_id: str, status: TaskStatus) -> WrittenTask:
        """Start it, put it on hold, block it by hand, or have it wait to be started again."""
        return await self._write_one(user_id, task_id, lambda _, one: changing.switched(one, status))

    async def move(self, user_id: str, task_id: str, due: date, **also: object) -> WrittenTask:
        return await self._write_one(
            user_id, task_id, lambda scene, one: changing.rescheduled(scene, one, due, **also)
        )

    async def snooze(self, user_id: str, task_id: str, until: datetime) -> WrittenTask:
        """Nothing is said of it before. It is due when it was."""
        return await self._write_one(user_id, task_id, lambda scene, one: changing.snoozed(scene, one, until))

    async def edit(
        self, user_id: str, task_id: str, fields: Mapping[str, object], projects: Sequence[str] = ()
    ) -> WrittenTask:
        """`projects` are those that it is in afterwards, where they are others."""
        also = [ProjectKey(user_id, one).key for one in projects]
        also += _goal_keys(user_id, cast("Iterable[str]", fields.get("goal_ids", ())))
        return await self._write_one(
            user_id, task_id, lambda scene, one: changing.edited(scene, one, fields), also
        )

    async def count_for(
        self, user_id: str, task_id: str, goal_id: str, *, counts: bool = True
    ) -> WrittenTask:
        """It counts towards a goal, or no longer does. Raises TaskUnchanged."""

        def change(scene: TaskScene, task: Task) -> Changed:
            return changing.edited(
                scene, task, {"goal_ids": with_goal(task.goal_ids, goal_id, counts=counts)}
            )

        return await self._write_one(user_id, task_id, change, _goal_keys(user_id, [goal_id]))

    async def remove(self, user_id: str, task_id: str) -> WrittenTask:
        """For good. What it gave stays.

        One with very many links loses some before: a transaction has room for a hundred writes.
        """
        scene = await self._table.read_in_steps(scene_of(user_id, self._now(), task_id))
        if len(scene.waits_for) + len(scene.waiting) > MOST_LINKS:
            for other in scene.waits_for:
                await self.stop_depending(user_id, task_id, other)
        return await self._write_one(user_id, task_id, lambda _, one: Changed((TaskChange(one, None),)))

    async def remove_project(self, user_id: str, project_id: str) -> None:
        """For good; its tasks stay, and are no longer in it. Raises NoSuchProject."""
        await remove_project(self._table, user_id, project_id, self._now())

    async def undo(self, user_id: str, task_id: str | None = None) -> WrittenTask:
        """The last change, of a task or of any. Raises NothingUndoable."""
        item = await self._table.get(TaskBook.key_of(user_id).key)
        book = TaskBook.model_validate(item) if item else TaskBook()
        step = undoing.last_step(book, task_id)
        if step.link is not None:
            scene, link = await self._link(user_id, step.task, step.link, adds=not step.linked, undone=step)
            return WrittenTask(scene, Changed((TaskChange(link.task, link.after),), undone=True))
        also = [TaskKey(user_id, step.next).key] if step.next else []
        also += [ProjectKey(user_id, one).key for one in step.before.get("projectIds", ())]
        also += _goal_keys(user_id, step.before.get("goalIds", ()))
        return await self._write(user_id, step.task, lambda scene: undoing.undone(scene, step), also)

    async def depend(self, user_id: str, task_id: str, blocker_id: str) -> Linked:
        """The task waits for the other one. Raises DependencyCycle, BadDependency."""
        return (await self._link(user_id, task_id, blocker_id, adds=True))[1]

    async def stop_depending(self, user_id: str, task_id: str, blocker_id: str) -> Linked:
        return (await self._link(user_id, task_id, blocker_id, adds=False))[1]

    async def find_undoable(self, user_id: str, text: str) -> str:
        """The id of the task whose last change a text means. Raises NothingUndoable, NoSuchTask."""
        return await undoing.undoable_task(self._table, user_id, text)

    async def _link(
        self, user_id: str, task_id: str, blocker_id: str, *, adds: bool, undone: UndoStep | None = None
    ) -> tuple[TaskScene, Linked]:
        for _ in range(ATTEMPTS):
            also = [TaskKey(user_id, blocker_id).key]
            scene = await self._table.read_in_steps(scene_of(user_id, self._now(), task_id, also))
            task, blocker = _there(scene, task_id), _there(scene, blocker_id)
            if adds:
                path = await self._table.read_in_steps(path_to(blocker_id, task_id))
                if path is not None:  # it is told by the names of all on it
                    also = [TaskKey(user_id, one).key for one in path]
                    scene = await self._table.read_in_steps(scene_of(user_id, self._now(), task_id, also))
                link = checked_link(scene, task, blocker, path)
            else:
                link = checked_unlink(scene, task, blocker)
            link = replace(link, undone=undone)
            try:
                await self._table.transact([*link_operations(scene, link)])
            except ConditionFailed:
                continue
            return scene, link
        raise Throttled("the tasks keep changing under our hands; try again in a moment")

    async def _write_one(
        self,
        user_id: str,
        task_id: str,
        change: Callable[[TaskScene, Task], Changed],
        also: Sequence[Key] = (),
    ) -> WrittenTask:
        return await self._write(user_id, task_id, lambda scene: change(scene, _there(scene, task_id)), also)

    async def _write(
        self,
        user_id: str,
        task_id: str | None,
        change: Callable[[TaskScene], Changed],
        also: Sequence[Key] = (),
    ) -> WrittenTask:
        async def look() -> tuple[TaskScene, Changed]:
            scene = await self._table.read_in_steps(scene_of(user_id, self._now(), task_id, also))
            return scene, change(scene)

        return await self._writer.write(look)

    def _made(self, user_id: str, new: NewTask, created_at: datetime, completed_at: datetime | None) -> Task:
        fields = {name: getattr(new, name) for name in new.__dataclass_fields__}
        if new.recurrence_rule is not None:
            fields["due_date"] = new.due_date or new.recurrence_rule.start
        task = Task(
            id=self._new_id(),
            user_id=user_id,
            first_size=new.size,
            is_recurring=new.recurrence_rule is not None,
            created_at=created_at,
            completed_date=completed_at,
            status=TaskStatus.DONE if completed_at else TaskStatus.NOT_STARTED,
            **fields,
        )
        series = task.id if task.is_recurring else None
        return task.model_copy(update={"point_value": points_of(task), "series_id": series})

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _goal_keys(user_id: str, goal_ids: Iterable[str]) -> list[Key]:
    """Raises BadPart where they are too many."""
    return [CompositeGoalKey(user_id, one).key for one in few_enough(goal_ids)]


def _there(scene: TaskScene, task_id: str) -> Task:
    if (task := scene.tasks.get(task_id)) is None:
        raise NoSuchTask("There is no such task.")
    return task
