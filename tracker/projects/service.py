"""Projects: the one door to what can be done with them. Their sums are moved by whoever changes a task."""

import builtins
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.clock import Clock
from tracker.finding import Finder, plain
from tracker.ids import Ids
from tracker.projects.errors import (
    AmbiguousProject,
    BadProject,
    NoSuchProject,
    ProjectClosed,
    ProjectUnchanged,
    TooManyProjects,
)
from tracker.projects.health import Diagnosis
from tracker.projects.model import LONGEST_NAME, MOST_PROJECTS, Project, ProjectStatus
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import AreaKey
from tracker.store.keys import ProjectKey
from tracker.store.table import Operation, Put, Table, Update
from tracker.words import can_be_seen

ATTEMPTS = 20
_CHANGES = "projectChanges"

FINDER: Finder[Project] = Finder(
    "project",
    name=lambda project: project.name,
    ids=lambda project: (project.id,),
    missing=NoSuchProject,
    ambiguous=AmbiguousProject,
    is_live=lambda project: project.status.is_open,
)


def checked_name(text: str) -> str:
    name = " ".join(text.lstrip("#+ ").split())
    if not name or len(name) > LONGEST_NAME or not can_be_seen(name):
        raise BadProject(f"A project has a name of up to {LONGEST_NAME} letters, digits and signs.")
    return name


class NamedProjects(NamedTuple):
    """What a task belongs to."""

    ids: tuple[str, ...]
    begun: tuple[str, ...]
    """The names of those that were not there before."""


class Projects:
    def __init__(self, table: Table, clock: Clock, new_id: Ids) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id

    async def list(self, user_id: str) -> list[Project]:
        """All of a person: those that are under way first, and of those the most important."""
        mine = ProjectKey.prefix(user=user_id)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return sorted(
            from_items(Project, items), key=lambda one: (not one.status.is_open, -one.impact, one.name)
        )

    async def find(self, user_id: str, text: str, *, whole_name: bool = False) -> Project:
        """Raises NoSuchProject, AmbiguousProject."""
        return FINDER.one(await self.list(user_id), text, whole_name=whole_name)

    async def get(self, user_id: str, project_id: str) -> Project:
        item = await self._table.get(ProjectKey(user_id, project_id).key)
        if item is None:
            raise NoSuchProject("There is no such project.")
        return from_item(Project, item)

    async def add(self, user_id: str, name: str, start: date, fields: Mapping[str, object]) -> Project:
        """Raises BadProject, TooManyProjects."""
        new = Project.model_validate(
            {
                **fields,
                "id": self._new_id(),
                "user_id": user_id,
                "name": checked_name(name),
                "start_date": fields.get("start_date") or start,
                "created_at": self._now(),
            }
        )
        _check_days(new)

        async def write(others: Sequence[Project]) -> builtins.list[Operation]:
            if len(others) >= MOST_PROJECTS:
                raise TooManyProjects(f"You have {MOST_PROJECTS} projects, which is as many as there can be.")
            _refuse_name(others, new)
            return [Put(to_item(new, new.key, *new.places()), ABSENT)]

        await self._write(user_id, write)
        return new

    async def named(self, user_id: str, names: Sequence[str], today: date) -> NamedProjects:
        """Those that people named with a task; one that is not there yet begins with it."""
        known = (
            {plain(one.name): one for one in await self.list(user_id) if one.status.is_open} if names else {}
        )
        begun = {plain(name): name for name in names if plain(name) not in known}.values()
        for name in begun:
            known[plain(name)] = await self.add(user_id, name, today, {})
        return NamedProjects(tuple(dict.fromkeys(known[plain(name)].id for name in names)), tuple(begun))

    async def edit(self, user_id: str, project_id: str, fields: Mapping[str, object]) -> Project:
        def edited(before: Project) -> Project:
            after = before.model_copy(update=dict(fields))
            if after == before:
                raise ProjectUnchanged("That is what the project says already.")
            _check_days(after)
            return after if after.status is before.status else self._ended(after)

        return await self._change(user_id, project_id, edited)

    async def close(self, user_id: str, project_id: str, status: ProjectStatus) -> Project:
        """Completed or cancelled. Its tasks stay as they are."""

        def closed(before: Project) -> Project:
            if before.status is status:
                raise ProjectClosed(f"{before.name} is {status.value.lower()} already.")
            return self._ended(before.model_copy(update={"status": status}))

        return await self._change(user_id, project_id, closed)

    def _ended(self, project: Project) -> Project:
        """With the time at which it came to its end, or without one."""
        ended = None if project.status.is_open else self._now()
        return project.model_copy(update={"completed_date": ended})

    async def _change(self, user_id: str, project_id: str, make: Callable[[Project], Project]) -> Project:
        found: builtins.list[Project] = []

        async def write(others: Sequence[Project]) -> builtins.list[Operation]:
            before = next((one for one in others if one.id == project_id), None)
            if before is None:
                raise NoSuchProject("There is no such project.")
            after = make(before).model_copy(update={"revision": before.revision + 1})
            _refuse_name([one for one in others if one.id != project_id], after)
            found[:] = [after]
            return [difference(before, after)]

        await self._write(user_id, write)
        return found[0]

    async def _write(
        self, user_id: str, write: Callable[[Sequence[Project]], Awaitable[builtins.list[Operation]]]
    ) -> None:
        """What follows from all projects of a person; where one changed meanwhile, once more."""
        for _ in range(ATTEMPTS):
            claimed = await next_change(self._table, user_id, _CHANGES)
            if claimed is None:
                raise NoSuchUser("There is no such account, or it is being deleted.")
            operations = await write(await self.list(user_id))
            try:
                await self._table.transact([claimed, *operations])
            except ConditionFailed:
                continue
            return
        raise Throttled("the projects keep changing under our hands; try again in a moment")

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def difference(before: Project, after: Project) -> Update:
    """What has changed of a project, unless somebody else has changed it since it was read."""
    fields = {
        name: value
        for name in Project.model_fields
        if (value := getattr(after, name)) != getattr(before, name)
    }
    leave = [AreaKey] if before.area is not None and after.area is None else []
    return change(
        Project,
        before.key,
        fields,
        enter=[*after.places()],
        leave=leave,
        when=eq("revision", before.revision),
    )


def diagnosed(project: Project, found: Diagnosis) -> Project:
    update = {
        "cached_health": found.health,
        "health_reason": found.reason,
        "revision": project.revision + 1,
    }
    return project.model_copy(update=update)


def _refuse_name(others: Sequence[Project], new: Project) -> None:
    if any(plain(one.name) == plain(new.name) and one.status.is_open for one in others):
        raise BadProject(f"You have a project {new.name} already.")


def _check_days(project: Project) -> None:
    if project.end_date is not None and project.end_date < project.start_date:
        raise BadProject("A project ends on the day on which it starts, or later.", field="end")
