"""What a page is about: tasks, goals, habits and projects of the same person, by name and by id."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tracker.goals.book import goal_book
from tracker.habits.finding import find_habit
from tracker.habits.model import Habit
from tracker.logbook.model import LinkKind, Links
from tracker.logbook.words import NONE
from tracker.projects.model import Project
from tracker.projects.service import FINDER as PROJECTS
from tracker.store.entity import from_items
from tracker.store.keys import HabitKey, ProjectKey, TaskKey
from tracker.store.table import Table
from tracker.tasks.listing import find_task
from tracker.tasks.model import Task, TaskStatus


class LinkedThing(NamedTuple):
    kind: LinkKind
    id: str
    name: str


Find: TypeAlias = Callable[[Table, str, str], Awaitable[str]]
"""The id of what a person calls so. Raises Refused."""


async def find_links(table: Table, user_id: str, said: Mapping[LinkKind, str]) -> Links:
    """What a person names, separated by commas, among their own things. Raises Refused."""
    found = dict[str, tuple[str, ...]]()
    for kind, text in said.items():
        names = [] if text.strip().casefold() == NONE else [*filter(None, map(str.strip, text.split(",")))]
        ids = [await _FINDERS[kind](table, user_id, one) for one in names]
        found[kind.field] = tuple(dict.fromkeys(ids))
    return Links(**found)


async def named(table: Table, user_id: str, links: Links) -> list[LinkedThing]:
    """With the names that they have now; what is gone is left out."""
    keys = [
        *(TaskKey(user_id, one).key for one in links.task_ids),
        *(HabitKey(user_id, one).key for one in links.habit_ids),
        *(ProjectKey(user_id, one).key for one in links.project_ids),
    ]
    items = [*(await table.get_many(keys)).values()] if keys else []
    of_type = {kind: [one for one in items if one["type"] == kind.value] for kind in LinkKind}
    tasks = {one.id: one.title for one in from_items(Task, of_type[LinkKind.TASK])}
    habits = {one.id: one.name for one in from_items(Habit, of_type[LinkKind.HABIT])}
    projects = {one.id: one.name for one in from_items(Project, of_type[LinkKind.PROJECT])}
    goals = (await table.read_in_steps(goal_book(user_id))).titles() if links.goal_ids else {}
    return [
        *_known(LinkKind.TASK, links.task_ids, tasks),
        *_known(LinkKind.GOAL, links.goal_ids, goals),
        *_known(LinkKind.HABIT, links.habit_ids, habits),
        *_known(LinkKind.PROJECT, links.project_ids, projects),
    ]


def _known(kind: LinkKind, ids: Sequence[str], names: Mapping[str, str]) -> list[LinkedThing]:
    return [LinkedThing(kind, one, names[one]) for one in ids if one in names]


async def _task(table: Table, user_id: str, text: str) -> str:
    over = (TaskStatus.DONE, TaskStatus.CANCELLED)
    return (await find_task(table, user_id, text, status=over)).id


async def _goal(table: Table, user_id: str, text: str) -> str:
    return (await table.read_in_steps(goal_book(user_id))).find_any(text).id


async def _habit(table: Table, user_id: str, text: str) -> str:
    mine = HabitKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return find_habit([*from_items(Habit, items)], text, archived=True).id


async def _project(table: Table, user_id: str, text: str) -> str:
    mine = ProjectKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return PROJECTS.one([*from_items(Project, items)], text).id


_FINDERS: Mapping[LinkKind, Find] = {
    LinkKind.TASK: _task,
    LinkKind.GOAL: _goal,
    LinkKind.HABIT: _habit,
    LinkKind.PROJECT: _project,
}
