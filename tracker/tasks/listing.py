"""A person's tasks as lists: what is open by due date, and all of them by status, project or area.

A page is one query, however many tasks there are.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from tracker.finding import Finder
from tracker.projects.model import MOST_PROJECTS, Project
from tracker.store.entity import from_items
from tracker.store.index_keys import AreaKey, OpenTaskKey, StatusKey
from tracker.store.keys import ProjectKey, ProjectTaskKey, TaskBookKey, TaskKey
from tracker.store.query import Query
from tracker.store.segments import timestamp
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.table import Table
from tracker.tasks.errors import AmbiguousTask, NoSuchTask
from tracker.tasks.model import KIND, ProjectTask, Task, TaskStatus, due_place

_AT_ONCE = 100
_LONG_AGO = date(2000, 1, 1)
_LONGEST_ID = 60

FINDER: Finder[Task] = Finder(
    "task",
    name=lambda task: task.title,
    ids=lambda task: (task.id, task.series_id or task.id, task.handle),
    missing=NoSuchTask,
    ambiguous=AmbiguousTask,
    is_live=lambda task: task.status.is_open,
    nothing="none that is open",
)


class TaskPage(NamedTuple):
    tasks: list[Task]
    cursor: str | None
    """Where the next page begins."""


def open_query(user_id: str, limit: int) -> Query:
    """For open tasks, soonest due first; those without a date last."""
    every = OpenTaskKey.prefix(user=user_id)
    return Query(every.pk, prefix=every.prefix, index=every.index, limit=limit)


def open_page(user_id: str, limit: int) -> ReadSteps[TaskPage]:
    return (yield from _page(open_query(user_id, limit)))


def by_due(task: Task) -> tuple[str, str]:
    """The order of that list, for tasks that were found in another way."""
    return due_place(task.due_date, task.due_time), timestamp(task.created_at)


def status_page(user_id: str, status: TaskStatus, limit: int) -> ReadSteps[TaskPage]:
    """In the order of creation, the newest first."""
    return (yield from _page(_status_query(user_id, status, limit)))


def due_between(user_id: str, first: date, last: date) -> ReadSteps[list[Task]]:
    """All open ones that are due from one day to another, both included."""
    return [*from_items(Task, (yield from every_item(due_query(user_id, first, last))))]


def due_until(user_id: str, last: date) -> ReadSteps[list[Task]]:
    return (yield from due_between(user_id, _LONG_AGO, last))


class TasksOfDay(NamedTuple):
    tasks: list[Task]
    any_ever: bool
    """Whether the person has, or had, any task at all."""
    projects: Mapping[str, str]
    """Names by id."""


def for_today(user_id: str, today: date) -> ReadSteps[TasksOfDay]:
    """What is due until then and may begin, and what is under way; soonest due first: one round trip."""
    due, book = due_query(user_id, _LONG_AGO, today), TaskBookKey(user_id).key
    named = ProjectKey.prefix(user=user_id)
    read = yield Lookup(
        [book],
        [
            due,
            _status_query(user_id, TaskStatus.IN_PROGRESS, _AT_ONCE),
            Query(named.pk, prefix=named.prefix, limit=MOST_PROJECTS),
        ],
    )
    *pages, projects = read.pages
    items = [item for page in pages for item in page.items]
    if (cursor := read.pages[0].cursor) is not None:
        items += yield from every_item(replace(due, cursor=cursor))
    found = {one.id: one for one in from_items(Task, items) if not one.waits_on(today)}
    names = {one.id: one.name for one in from_items(Project, projects.items)}
    return TasksOfDay(sorted(found.values(), key=by_due), book in read.items, names)


def due_query(user_id: str, first: date, last: date) -> Query:
    some = OpenTaskKey.between(f"{first}", f"{last + timedelta(days=1)}", user=user_id)
    return Query(some.pk, lo=some.lo, hi=some.hi, index=some.index)


def _status_query(user_id: str, status: TaskStatus, limit: int) -> Query:
    every = StatusKey.prefix(user=user_id, kind=KIND, status=status.value)
    return Query(every.pk, prefix=every.prefix, index=every.index, limit=limit, reverse=True)


def every_open(user_id: str) -> ReadSteps[list[Task]]:
    """All that are open, up to as many as there can be: for what has to look at each of them."""
    every = OpenTaskKey.prefix(user=user_id)
    items = yield from every_item(Query(every.pk, prefix=every.prefix, index=every.index))
    return [*from_items(Task, items)]


def in_area(user_id: str, area: str) -> ReadSteps[list[Task]]:
    every = AreaKey.prefix(user=user_id, area=area.casefold(), kind=KIND)
    items = yield from every_item(Query(every.pk, prefix=every.prefix, index=every.index))
    return [*from_items(Task, items)]


def of_project(user_id: str, project_id: str) -> ReadSteps[list[Task]]:
    """All of a project, also those that are done."""
    every = ProjectTaskKey.prefix(project=project_id)
    links = from_items(ProjectTask, (yield from every_item(Query(every.pk, prefix=every.prefix))))
    keys = [TaskKey(user_id, one.task).key for one in links]
    found: list[Task] = []
    for first in range(0, len(keys), _AT_ONCE):
        step = yield Lookup(keys[first : first + _AT_ONCE])
        found += from_items(Task, step.items.values())
    return found


def _page(asked: Query) -> ReadSteps[TaskPage]:
    [page] = (yield Lookup(queries=[asked])).pages
    return TaskPage([*from_items(Task, page.items)], page.cursor)


async def find_task(
    table: Table, user_id: str, text: str, *, status: Sequence[TaskStatus] = (), whole_name: bool = False
) -> Task:
    """Among those that are open or on hold; and where none of these is meant, that have one of the statuses.

    Of a series that is over, the last one counts. An id finds any. Raises NoSuchTask, AmbiguousTask.
    """
    wanted = text.strip()
    if 0 < len(wanted) <= _LONGEST_ID and (item := await table.get(TaskKey(user_id, wanted).key)) is not None:
        return next(from_items(Task, [item]))
    live = await table.read_in_steps(every_open(user_id))
    live += (await table.read_in_steps(status_page(user_id, TaskStatus.ON_HOLD, _AT_ONCE))).tasks
    if not whole_name and (found := FINDER.meant(live, text)):
        return FINDER.only(found, text)
    over: list[Task] = []
    for one in status:
        over += (await table.read_in_steps(status_page(user_id, one, _AT_ONCE))).tasks
    return FINDER.one([*live, *_last_of_series(live, over)], text, whole_name=whole_name)


def _last_of_series(live: Iterable[Task], over: Iterable[Task]) -> list[Task]:
    """Of each series that has none that is live."""
    under_way = {one.series_id for one in live if one.series_id}
    newest = sorted(over, key=lambda one: one.completed_date or one.created_at)
    last = {one.series_id or one.id: one for one in newest}
    return [one for one in last.values() if one.series_id not in under_way]
