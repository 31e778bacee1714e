"""`questlog project`: each command calls a use case."""

from pathlib import Path

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm, yes_option
from bot.projects import usecases, view
from bot.projects.requests import AddProject, CloseProject, EditProject, ListProjects, NameProject


@click.group()
def project() -> None:
    """Keep projects: tasks with a common end, and how they go."""


@project.command()
@asking(AddProject, "name")
def add(act: Acting, ask: AddProject) -> None:
    """Begin a project: questlog project add House --end "1 march".

    A task belongs to it with #house among its words, or with --project.
    """
    act(usecases.add, ask, view.changed)


@project.command(name="list")
@asking(ListProjects)
def list_(act: Acting, ask: ListProjects) -> None:
    """List your projects, how far they are and how they go."""
    act(usecases.list_projects, ask, view.projects)


@project.command()
@chart_options
@asking(NameProject, "project")
def show(act: Acting, ask: NameProject, *, chart: Path | None, dark: bool) -> None:
    """Show a project: its progress, its health and why, the next step, and when it will be done."""
    act_with_chart(act, usecases.show, ask, view.details, chart, dark=dark)


@project.command()
@asking(EditProject, "project")
def edit(act: Acting, ask: EditProject) -> None:
    """Change a project. Each option changes one thing; `none` clears it."""
    act(usecases.edit, ask, view.changed)


@project.command()
@asking(CloseProject, "project")
def close(act: Acting, ask: CloseProject) -> None:
    """Close a project: it is completed, or with --cancel given up. Its tasks stay as they are."""
    act(usecases.close, ask, view.changed)


@project.command()
@yes_option
@asking(NameProject, "project")
def remove(act: Acting, ask: NameProject, *, yes: bool) -> None:
    """Remove a project, for good. Its tasks stay."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.removed)
