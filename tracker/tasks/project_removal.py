"""How a project goes: it is gone at once, and then its tasks lose it, some at a time.

What is left to do is a due item, written with the project's end. So whatever stops it halfway, the clock
finishes it. No task comes to it meanwhile: whoever brings one moves the project, which has to be there.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from tracker.due import Due, forget
from tracker.projects.errors import NoSuchProject
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, change, from_items, stored, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import DueKey, ProjectKey, ProjectTaskKey, TaskKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import key_of
from tracker.tasks.model import ProjectTask, Task

KIND = "project-removal"
_PATIENCE = timedelta(minutes=1)
"""So long whoever began it has the first go at it."""
_TOGETHER = 40
"""Two writes for each task: a transaction has room for a hundred."""
_ATTEMPTS = 20


class ProjectRemoval(Due, frozen=True):
    """`id` is a project that is gone, and of which tasks may still speak."""

    kind: str = KIND


async def remove_project(table: Table, user_id: str, project_id: str, now: datetime) -> None:
    """Its tasks stay, with all that they are. Raises NoSuchProject."""
    left = ProjectRemoval(user=user_id, id=project_id, due_at=now + _PATIENCE)
    try:
        await table.transact(
            [
                Check(UserKey(user_id).key, PRESENT),
                Delete(ProjectKey(user_id, project_id).key, EXISTS),
                Put(to_item(left, left.key, left.place), ABSENT),
            ]
        )
    except ConditionFailed:
        raise NoSuchProject("There is no such project.") from None
    await finish(table, left)


async def finish(table: Table, left: ProjectRemoval) -> None:
    """Two who do it at once do it once."""
    for _ in range(_ATTEMPTS):
        with suppress(ConditionFailed):  # a task changed meanwhile, or somebody else has freed it
            await _free_tasks(table, left)
            await forget(table, left)
            return
    raise Throttled("the tasks of the project keep changing under our hands; try again in a moment")


async def finish_all(table: Table, user_id: str) -> None:
    """Before a person is deleted: by a project that is gone, nobody would find what is left of it."""
    mine = DueKey.prefix(user=user_id, kind=KIND)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    for left in from_items(ProjectRemoval, items):
        await finish(table, left)


async def _free_tasks(table: Table, left: ProjectRemoval) -> None:
    links = ProjectTaskKey.prefix(project=left.id)
    while items := (await table.query(links.pk, prefix=links.prefix, limit=_TOGETHER)).items:
        keys = [TaskKey(left.user, one.task).key for one in from_items(ProjectTask, items)]
        tasks = from_items(Task, (await table.get_many(keys)).values())
        freed = [_freed(one, left.id) for one in tasks if left.id in one.project_ids]
        await table.transact([*freed, *(Delete(key_of(item)) for item in items)])


def _freed(task: Task, project_id: str) -> Operation:
    """It keeps its revision: what can be undone of it still can."""
    others = tuple(one for one in task.project_ids if one != project_id)
    unchanged = eq("projectIds", stored(task.project_ids))
    return change(Task, task.key, {"project_ids": others}, when=unchanged)
