"""Lists of tasks: what is open, by due date or urgency, and what there is by status, project, area or tag."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from bot.documents import copied, reading
from bot.reading import reading_first
from bot.tasks import requests
from bot.tasks.documents import TaskList, TaskView, task_document
from bot.visit import Visit
from tracker.finding import plain
from tracker.frozen import frozen
from tracker.projects.model import Project
from tracker.projects.service import FINDER as PROJECTS
from tracker.store.entity import from_items
from tracker.store.keys import ProjectKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.tasks import listing
from tracker.tasks.model import Task, TaskBook
from tracker.tasks.urgency import Urgency, most_urgent
from tracker.words import shown_week

PER_PAGE = 10
FEW = 25
"""So many are suggested."""


@frozen
class FirstLook:
    """What every list needs, and of the plain one the tasks themselves."""

    book: TaskBook
    projects: list[Project]
    tasks: list[Task]
    more: bool = False


def _first_look(user_id: str, ask: requests.ListTasks) -> ReadSteps[FirstLook]:
    """In one round trip: a page of what is open, how many there are, and the names of projects."""
    key, named = TaskBook.key_of(user_id).key, ProjectKey.prefix(user=user_id)
    asked = [Query(named.pk, prefix=named.prefix)]
    start, size = ask.page * (ask.limit or 0), ask.limit
    if ask.is_plain and size is not None:
        asked.append(listing.open_query(user_id, start + size))
    found = yield Lookup([key], asked)
    book = next(from_items(TaskBook, [found.items[key]] if key in found.items else []), TaskBook())
    projects, *pages = found.pages
    tasks = [*from_items(Task, pages[0].items)][start:] if pages else []
    more = bool(pages) and pages[0].cursor is not None
    if ask.is_plain and size is None:
        tasks = yield from listing.every_open(user_id)
    return FirstLook(book, [*from_items(Project, projects.items)], tasks, more)


async def list_tasks(visit: Visit, ask: requests.ListTasks) -> TaskList:
    return await glance(visit, ask)


@reading_first(_first_look)
async def glance(visit: Visit, ask: requests.ListTasks, first: FirstLook) -> TaskList:
    """As the request says. What has to be looked at one by one is bounded by how many can be open."""
    if ask.is_plain:
        return _listed(visit, ask, [(one, None) for one in first.tasks], first, more=first.more)
    found = await _filtered(visit, ask, first.projects)
    start = ask.page * (ask.limit or 0)
    end = start + (ask.limit or len(found))
    return _listed(visit, ask, found[start:end], first, more=len(found) > end)


async def _filtered(
    visit: Visit, ask: requests.ListTasks, projects: Sequence[Project]
) -> list[tuple[Task, Urgency | None]]:
    table, me = visit.services.table, visit.person.id
    if ask.status is not None:
        most = (ask.page + 1) * (ask.limit or requests.MOST_LISTED) + 1
        found = (await table.read_in_steps(listing.status_page(me, ask.status, most))).tasks
    elif ask.project is not None:
        with reading("project"):
            project = PROJECTS.one(projects, ask.project.lstrip("#+"))
        every = await table.read_in_steps(listing.of_project(me, project.id))
        found = sorted((one for one in every if one.status.is_open), key=listing.by_due)
    elif ask.area is not None:
        every = await table.read_in_steps(listing.in_area(me, ask.area))
        found = sorted((one for one in every if one.status.is_open), key=listing.by_due)
    elif ask.view in _UNTIL:
        last = _UNTIL[ask.view](visit.today)
        found = await table.read_in_steps(listing.due_until(me, last))
    else:
        found = await table.read_in_steps(listing.every_open(me))
    wanted = [one for one in found if ask.tag is None or _is_tagged(one, ask.tag)]
    if ask.view is TaskView.NEXT:
        return [*most_urgent(wanted, visit.now, visit.today)]
    return [(one, None) for one in wanted]


def _is_tagged(task: Task, tag: str) -> bool:
    return plain(tag.lstrip("@")) in map(plain, task.tags)


_UNTIL: dict[TaskView, Callable[[date], date]] = {
    TaskView.OVERDUE: lambda today: today - timedelta(days=1),
    TaskView.TODAY: lambda today: today,
    TaskView.WEEK: lambda today: shown_week(today).last,
}


def _listed(
    visit: Visit,
    ask: requests.ListTasks,
    found: Sequence[tuple[Task, Urgency | None]],
    first: FirstLook,
    *,
    more: bool,
) -> TaskList:
    names = {one.id: one.name for one in first.projects}
    return TaskList(
        tasks=tuple(task_document(task, visit.today, names, urgency) for task, urgency in found),
        **copied(ask, "view", "status", "project", "area", "tag", "page"),
        open=first.book.open,
        more=more,
    )


async def suggest(visit: Visit, typed: str) -> list[Task]:
    """Open tasks that may be meant while somebody types; before that, those that are due first."""
    table, me = visit.services.table, visit.person.id
    if not typed.strip():
        return (await table.read_in_steps(listing.open_page(me, FEW))).tasks
    every = await table.read_in_steps(listing.every_open(me))
    words = plain(typed).split()
    found = [one for one in every if one.id == typed or all(part in plain(one.title) for part in words)]
    return found[:FEW]
