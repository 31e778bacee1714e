"""Projects on pages: the list, one with its picture, and the forms."""

from typing import Any

from bot.projects import requests, usecases, view
from bot.projects.documents import ProjectChanged, ProjectDetails
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.projects.words import PRIORITIES

PROJECTS, ONE = "/projects", "/projects/{project}"
_CHOICES = {
    "priority": tuple((one, one) for one in PRIORITIES),
    "impact": tuple((f"{number}", f"{number}") for number in range(1, 6)),
    "status": (("planning", "planning"), ("active", "active"), ("on hold", "on hold")),
}


def as_it_is(found: ProjectDetails) -> dict[str, Any]:
    one = found.project
    return {
        "name": one.name,
        "end": one.end_date,
        "status": view.STATUS_WORDS[one.status] if one.status.is_open else None,
        "start": one.start_date,
        "impact": one.impact,
        "priority": one.priority,
        "area": one.area,
        "category": one.sub_category,
        "tags": one.tags,
        "description": one.description,
        "notes": one.notes,
    }


def page_of(done: ProjectChanged) -> str:
    return f"{PROJECTS}/{done.project.id}"


ADD = Form(
    "A new project",
    "Begin",
    first=("name", "end"),
    hints={"name": "What it is called: House"},
    choices=_CHOICES,
    suggests={"area": own.areas},
)
EDIT = Form(
    "Change a project",
    "Save",
    first=("name", "end", "status"),
    choices=_CHOICES,
    suggests={"area": own.areas},
    filled=filled_by(usecases.show, requests.NameProject, as_it_is),
)
CLOSE = Form("Close a project", "Close it", first=("cancel",))

PAGES = PagesPart(
    menu=(MenuEntry("Projects", PROJECTS, "p", "projects", rank=25),),
    pages=(
        Page(
            PROJECTS,
            requests.ListProjects,
            usecases.list_projects,
            view.projects,
            links=(
                Link("New project", f"{PROJECTS}/new", is_main=True),
                Link("With closed ones", f"{PROJECTS}?all=true"),
            ),
        ),
        Page(
            ONE,
            requests.NameProject,
            usecases.show,
            view.details,
            shows=("project",),
            links=(
                Link("Change", f"{ONE}/edit"),
                Link("Close", f"{ONE}/close"),
                Link("Remove", f"{ONE}/remove"),
            ),
        ),
        Page(f"{ONE}/remove", requests.NameProject, usecases.to_remove, view.removal),
    ),
    acts=(
        Act(
            f"{PROJECTS}/new",
            requests.AddProject,
            usecases.add,
            view.changed,
            page_of,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditProject, usecases.edit, view.changed, ONE, form=EDIT),
        Act(f"{ONE}/close", requests.CloseProject, usecases.close, view.changed, PROJECTS, form=CLOSE),
        Act(
            f"{ONE}/remove",
            requests.NameProject,
            usecases.remove,
            view.removed,
            PROJECTS,
            presses=(f"yes:{view.REMOVE}",),
            about=("project",),
        ),
    ),
)
