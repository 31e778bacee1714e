"""What a person can do with projects: words in, documents out."""

from bot.documents import reading
from bot.goals.usecases import goal_ids
from bot.projects import requests
from bot.projects.documents import (
    ProjectChanged,
    ProjectDetails,
    ProjectList,
    details_of,
    project_document,
)
from bot.visit import Visit
from tracker.projects.errors import BadProject
from tracker.projects.model import Project, ProjectStatus
from tracker.projects.service import checked_name
from tracker.projects.words import parse_fields
from tracker.tasks.project_look import diagnoses, look_at


async def add(visit: Visit, ask: requests.AddProject) -> ProjectChanged:
    fields = parse_fields(ask.options(), visit.today)
    if ask.goals is not None:
        fields["goal_ids"] = await goal_ids(visit, ask.goals)
    with reading("name"):
        project = await visit.services.projects.add(visit.person.id, ask.name, visit.today, fields)
    return await _changed(visit, project, "Project begun.")


async def edit(visit: Visit, ask: requests.EditProject) -> ProjectChanged:
    project = await _found(visit, ask.project)
    fields = parse_fields(ask.options(), visit.today)
    if ask.name is not None:
        fields["name"] = checked_name(ask.name)
    if ask.goals is not None:
        fields["goal_ids"] = await goal_ids(visit, ask.goals)
    if not fields:
        raise BadProject("Say what is to be changed.")
    after = await visit.services.projects.edit(visit.person.id, project.id, fields)
    return await _changed(visit, after, "Changed.")


async def close(visit: Visit, ask: requests.CloseProject) -> ProjectChanged:
    project = await _found(visit, ask.project)
    status = ProjectStatus.CANCELLED if ask.cancel else ProjectStatus.COMPLETED
    after = await visit.services.projects.close(visit.person.id, project.id, status)
    left = f" {after.tasks_open} of its tasks are still open." if after.tasks_open else ""
    return await _changed(visit, after, f"{'Given up' if ask.cancel else 'Completed'}.{left}")


async def to_remove(visit: Visit, ask: requests.NameProject) -> ProjectChanged:
    """What is asked about before it is removed: for good, so that a part of its name is not enough."""
    return await _changed(visit, await _found(visit, ask.project, whole_name=True), "")


async def remove(visit: Visit, ask: requests.NameProject) -> ProjectChanged:
    project = await _found(visit, ask.project, whole_name=True)
    removed = await _changed(visit, project, "Removed. Its tasks stay.")
    await visit.services.tasks.remove_project(visit.person.id, project.id)
    return removed


async def list_projects(visit: Visit, ask: requests.ListProjects) -> ProjectList:
    every = await visit.services.projects.list(visit.person.id)
    shown = [one for one in every if ask.all or one.status.is_open]
    found = await visit.services.table.read_in_steps(diagnoses(visit.person, shown, visit.now))
    return ProjectList(
        projects=tuple(project_document(one, found[one.id]) for one in shown),
        closed=sum(not one.status.is_open for one in every),
    )


async def show(visit: Visit, ask: requests.NameProject) -> ProjectDetails:
    project = await _found(visit, ask.project)
    return details_of(await visit.services.table.read_in_steps(look_at(visit.person, project, visit.now)))


async def _found(visit: Visit, text: str, *, whole_name: bool = False) -> Project:
    with reading("project"):
        return await visit.services.projects.find(visit.person.id, text.lstrip("#+"), whole_name=whole_name)


async def _changed(visit: Visit, project: Project, message: str) -> ProjectChanged:
    found = await visit.services.table.read_in_steps(diagnoses(visit.person, [project], visit.now))
    return ProjectChanged(project=project_document(project, found[project.id]), message=message)
