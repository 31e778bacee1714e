"""`/project`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import app_commands

from bot.projects import requests, usecases, view
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices, suggest_dates
from bot.view import View
from bot.visit import Visit
from tracker.finding import plain
from tracker.projects.model import LONGEST_NAME, ProjectStatus
from tracker.projects.words import LONGEST_TEXT, PRIORITIES

PROJECT = "Which one: its name, or the beginning of it"
_PRIORITIES = [app_commands.Choice(name=one, value=one) for one in PRIORITIES]
_STATES = [app_commands.Choice(name=view.STATUS_WORDS[one], value=one.value) for one in ProjectStatus]

Called: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]
Long: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]
Impact: TypeAlias = app_commands.Range[int, 1, 5]
_ABOUT = requests.ProjectOptions.described()


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = await here.services.projects.list(here.person.id)
    return choices((one.name, one.id) for one in every if plain(typed) in plain(one.name) or typed == one.id)


class ProjectCommands(
    app_commands.Group, name="project", description="Keep projects: tasks with a common end, and how they go"
):
    @app_commands.command()
    @app_commands.describe(name="What it is called: House", **_ABOUT, share=SHARE)
    @app_commands.choices(priority=_PRIORITIES, status=_STATES)
    @app_commands.autocomplete(end=suggest_dates, start=suggest_dates)
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        name: Called,
        end: Name | None = None,
        start: Name | None = None,
        impact: Impact | None = None,
        priority: str | None = None,
        status: str | None = None,
        area: Called | None = None,
        category: Called | None = None,
        tags: Name | None = None,
        description: Long | None = None,
        notes: Long | None = None,
        goals: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Begin a project"""
        ask = requests.AddProject(
            name=name, end=end, start=start, impact=impact, priority=priority, status=status, area=area,
            category=category, tags=tags, description=description, notes=notes, goals=goals,
        )  # fmt: skip
        await act(interaction, usecases.add, ask, view.changed, share=share)

    @app_commands.command()
    @app_commands.describe(project=PROJECT, name="A new name", **_ABOUT)
    @app_commands.choices(priority=_PRIORITIES, status=_STATES)
    @app_commands.autocomplete(project=suggest, end=suggest_dates, start=suggest_dates)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        project: Name,
        name: Called | None = None,
        end: Name | None = None,
        start: Name | None = None,
        impact: Impact | None = None,
        priority: str | None = None,
        status: str | None = None,
        area: Called | None = None,
        category: Called | None = None,
        tags: Name | None = None,
        description: Long | None = None,
        notes: Long | None = None,
        goals: Name | None = None,
    ) -> None:
        """Change a project; `none` clears an option"""
        ask = requests.EditProject(
            project=project, name=name, end=end, start=start, impact=impact, priority=priority, status=status,
            area=area, category=category, tags=tags, description=description, notes=notes, goals=goals,
        )  # fmt: skip
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command(name="list")
    @app_commands.describe(closed="Also those that are closed", share=SHARE)
    async def list_(self, interaction: Interaction, *, closed: bool = False, share: bool = False) -> None:
        """List your projects, how far they are and how they go"""
        ask = requests.ListProjects(all=closed)
        await act(interaction, usecases.list_projects, ask, view.projects, share=share)

    @app_commands.command()
    @app_commands.describe(project=PROJECT, share=SHARE)
    @app_commands.autocomplete(project=suggest)
    async def show(self, interaction: Interaction, project: Name, *, share: bool = False) -> None:
        """Show a project: progress, health and why, the next step, and a picture"""
        await act(
            interaction, usecases.show, requests.NameProject(project=project), view.details, share=share
        )

    @app_commands.command()
    @app_commands.describe(project=PROJECT, cancel="It is given up, not completed")
    @app_commands.autocomplete(project=suggest)
    async def close(self, interaction: Interaction, project: Name, *, cancel: bool = False) -> None:
        """Close a project; its tasks stay as they are"""
        ask = requests.CloseProject(project=project, cancel=cancel)
        await act(interaction, usecases.close, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(project=PROJECT)
    @app_commands.autocomplete(project=suggest)
    async def remove(self, interaction: Interaction, project: Name) -> None:
        """Remove a project, for good; its tasks stay"""
        await act(interaction, usecases.to_remove, requests.NameProject(project=project), view.removal)


async def remove(here: Visit, about: str) -> View:
    return view.removed(here, await usecases.remove(here, requests.NameProject(project=about)))


SLASH = SlashPart(commands=(ProjectCommands,), questions={view.REMOVE: remove})
