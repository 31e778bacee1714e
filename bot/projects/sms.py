"""Projects by SMS: `projects`, `project house`, `add project House until 1 march`, `close project house`,
`project remove house`."""

import re

from bot.names import NAME, cut_short
from bot.projects import requests, usecases, view
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said, split_tags
from bot.sms.render import answer, answer_list
from bot.visit import Visit

PROJECTS = Phrase("projects", ("my projects", "list projects"), "projects", "your projects and how they go")
PROJECT = Phrase("project", ("show project",), "project house", "all about one project")
ADD = Phrase(
    "add project", ("new project", "project add"), "add project House until 1 march", "begin a project"
)
CLOSE = Phrase("close project", ("project close",), "close project house", "it is completed")
END = Phrase("project cancel", ("cancel project",), "project cancel house", "it is given up")
REMOVE = Phrase("project remove", ("remove project",), "project remove house", "remove it, but not its tasks")
TAGS = Phrase(
    "project tags", ("tag project",), "project tags house: home", "words to find it by; none clears them"
)
SURELY = "surely"
"""What Y stands for, where something would be gone for good."""
_UNTIL = re.compile(r"\s+(?:until|by|till)\s+", re.IGNORECASE)


async def list_projects(here: Visit, rest: str) -> Answer:
    if rest:
        return await show(here, rest)
    found = view.projects(here, await usecases.list_projects(here, requests.ListProjects()))
    return answer_list(here, found, PROJECT.name, PROJECTS.name)


async def show(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_projects(here, "")
    return answer(here, view.details(here, await usecases.show(here, requests.NameProject(project=rest))))


async def add(here: Visit, rest: str) -> Answer:
    name, *end = _UNTIL.split(rest.strip('"'), maxsplit=1)
    if not name:
        raise nothing_said(ADD)
    done = await usecases.add(here, requests.AddProject(name=name, end=end[0] if end else None))
    return answer(here, view.changed(here, done), undo="")


async def tag(here: Visit, rest: str) -> Answer:
    project, tags = split_tags(TAGS, rest)
    done = await usecases.edit(here, requests.EditProject(project=project, tags=tags))
    return answer(here, view.changed(here, done), undo="")


async def close(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(CLOSE)
    done = await usecases.close(here, requests.CloseProject(project=rest))
    return answer(here, view.changed(here, done), undo="")


async def give_up(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(END)
    done = await usecases.close(here, requests.CloseProject(project=rest, cancel=True))
    return answer(here, view.changed(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """Asked about before: it cannot be undone."""
    if not rest:
        raise nothing_said(REMOVE)
    if rest.endswith(f" {SURELY}"):
        named = requests.NameProject(project=rest.removesuffix(SURELY).strip())
        return answer(here, view.removed(here, await usecases.remove(here, named)), undo="")
    one = (await usecases.to_remove(here, requests.NameProject(project=rest))).project
    question = f"Remove {cut_short(one.name, NAME)} for good? Its tasks stay. Reply Y"
    return Answer(question, question=f"{REMOVE.name} {one.id} {SURELY}")


SMS = SmsPart(
    commands=(
        Command(PROJECTS, list_projects),
        Command(PROJECT, show),
        Command(ADD, add),
        Command(TAGS, tag),
        Command(CLOSE, close),
        Command(END, give_up),
        Command(REMOVE, remove),
    )
)
