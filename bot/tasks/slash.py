"""`/task`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias
from urllib.parse import parse_qsl

from discord import app_commands

from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.tasks import lists, requests, usecases, view
from bot.tasks import slash_suggestions as suggest
from bot.tasks.documents import TaskView
from bot.tasks.slash_buttons import ITEMS
from bot.view import View
from bot.visit import Visit
from tracker.tasks.model import LONGEST_TEXT, STATUS_WORDS, Priority, TaskStatus

TASK = "Which one: its title, or the beginning of it"
PRIORITIES = [app_commands.Choice(name=one.value, value=one.value) for one in Priority]
VIEWS = [app_commands.Choice(name=words, value=one.value) for one, words in view.TITLES.items()]
STATES = [app_commands.Choice(name=words, value=one.value) for one, words in STATUS_WORDS.items()]

Words: TypeAlias = app_commands.Range[str, 1, 100]
"""As many as a suggestion can hold, so that what was understood is shown while they are typed."""
Long: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]

_ABOUT = requests.TaskOptions.described()


class TaskCommands(
    app_commands.Group, name="task", description="Keep tasks: what is to be done, when, and in which order"
):
    @app_commands.command()
    @app_commands.describe(
        what="In your own words: call the bank tomorrow 5pm p1 30m #house @phone every month",
        **_ABOUT,
        share=SHARE,
    )
    @app_commands.choices(priority=PRIORITIES)
    @app_commands.autocomplete(
        what=suggest.new_task, due=suggest.due, start=suggest.due, every=suggest.every, goals=suggest.goals
    )
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        what: Words,
        due: Name | None = None,
        start: Name | None = None,
        priority: str | None = None,
        size: Name | None = None,
        every: Name | None = None,
        until: Name | None = None,
        times: app_commands.Range[int, 1, 1000] | None = None,
        project: Name | None = None,
        tags: Name | None = None,
        area: Name | None = None,
        category: Name | None = None,
        description: Long | None = None,
        details: Long | None = None,
        notes: Long | None = None,
        checklist: Long | None = None,
        goals: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Add a task"""
        ask = requests.AddTask(
            what=what, due=due, start=start, priority=priority, size=size, every=every, until=until,
            times=times, project=project, tags=tags, area=area, category=category, description=description,
            details=details, notes=notes, checklist=checklist, goals=goals,
        )  # fmt: skip
        await act(interaction, usecases.add, ask, view.added, share=share)

    @app_commands.command()
    @app_commands.describe(
        task=TASK,
        words="What is new, in your own words: friday 5pm p1 30m",
        title="A new title",
        status="What becomes of it",
        **_ABOUT,
    )
    @app_commands.choices(priority=PRIORITIES, status=STATES)
    @app_commands.autocomplete(
        task=suggest.open_tasks,
        due=suggest.due,
        start=suggest.due,
        every=suggest.every,
        goals=suggest.goals,
    )
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        task: Name,
        words: Words | None = None,
        title: Words | None = None,
        status: str | None = None,
        due: Name | None = None,
        start: Name | None = None,
        priority: str | None = None,
        size: Name | None = None,
        every: Name | None = None,
        until: Name | None = None,
        times: app_commands.Range[int, 1, 1000] | None = None,
        project: Name | None = None,
        tags: Name | None = None,
        area: Name | None = None,
        category: Name | None = None,
        description: Long | None = None,
        details: Long | None = None,
        notes: Long | None = None,
        checklist: Long | None = None,
        goals: Name | None = None,
    ) -> None:
        """Change a task, of one that repeats all that follow, too. `none` clears an option"""
        ask = requests.EditTask(
            task=task, words=words, title=title, status=None if status is None else TaskStatus(status),
            due=due, start=start, priority=priority, size=size, every=every, until=until, times=times,
            project=project, tags=tags, area=area, category=category, description=description,
            details=details, notes=notes, checklist=checklist, goals=goals,
        )  # fmt: skip
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command(name="list")
    @app_commands.describe(
        view="Which ones, and in which order: all that is open unless you say",
        status="Those in this state, the newest first",
        project="Those of this project",
        area="Those of this area",
        tag="Those with this tag",
        share=SHARE,
    )
    @app_commands.choices(view=VIEWS, status=STATES)
    async def list_(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        view: str = TaskView.OPEN.value,
        status: str | None = None,
        project: Name | None = None,
        area: Name | None = None,
        tag: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """List your tasks, soonest due first"""
        asked = {"view": view, "status": status, "project": project, "area": area, "tag": tag}
        ask = _asked({name: value for name, value in asked.items() if value is not None})
        await act(interaction, lists.glance, ask, _shown, share=share)

    @app_commands.command()
    @app_commands.describe(task=TASK, share=SHARE)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def show(self, interaction: Interaction, task: Name, *, share: bool = False) -> None:
        """Show everything about a task"""
        await act(interaction, usecases.show, requests.NameTask(task=task), view.details, share=share)

    @app_commands.command()
    @app_commands.describe(task=TASK, share=SHARE)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def done(self, interaction: Interaction, task: Name, *, share: bool = False) -> None:
        """Mark a task as done; of one that repeats, the next comes by itself"""
        await act(interaction, usecases.done, requests.NameTask(task=task), view.changed, share=share)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def start(self, interaction: Interaction, task: Name) -> None:
        """Say that you have begun"""
        await act(interaction, usecases.start, requests.NameTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def hold(self, interaction: Interaction, task: Name) -> None:
        """Put a task on hold: it leaves the list until you resume it"""
        await act(interaction, usecases.hold, requests.NameTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def block(self, interaction: Interaction, task: Name) -> None:
        """Say that something else blocks it: parts that have not come, an answer"""
        await act(interaction, usecases.block, requests.NameTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    async def resume(self, interaction: Interaction, task: Name) -> None:
        """Take a task up again that was on hold or blocked"""
        await act(interaction, usecases.resume, requests.NameTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK, series="End the whole series, not only this one")
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def cancel(self, interaction: Interaction, task: Name, *, series: bool = False) -> None:
        """Cancel a task; of one that repeats, the next comes all the same"""
        ask = requests.CancelTask(task=task, series=series)
        await act(interaction, usecases.cancel, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def skip(self, interaction: Interaction, task: Name) -> None:
        """Go on to the next date of a task that repeats"""
        await act(interaction, usecases.skip, requests.NameTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK, to="When it is due then: friday, in 3 days, tomorrow 5pm")
    @app_commands.autocomplete(task=suggest.open_tasks, to=suggest.due)
    async def move(self, interaction: Interaction, task: Name, to: Name) -> None:
        """Give a task another due date"""
        await act(interaction, usecases.move, requests.MoveTask(task=task, to=to), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK, until="Until when: 2h, 18:00, mon; an hour unless you say")
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def snooze(self, interaction: Interaction, task: Name, until: Name | None = None) -> None:
        """Hear nothing of a task for a while; it is due when it was"""
        await act(interaction, usecases.snooze, requests.SnoozeTask(task=task, until=until), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK, step="A step of its checklist: its number or its words")
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def check(self, interaction: Interaction, task: Name, step: Name) -> None:
        """Tick a step of a task's checklist, or take the tick away"""
        await act(interaction, usecases.check, requests.CheckStep(task=task, step=step), view.changed)

    @app_commands.command()
    @app_commands.describe(
        task=TASK, on="The task that has to be done before", remove="It no longer waits for that one"
    )
    @app_commands.autocomplete(task=suggest.open_tasks, on=suggest.open_tasks)
    async def depend(self, interaction: Interaction, task: Name, on: Name, *, remove: bool = False) -> None:
        """Let a task wait for another one"""
        ask = requests.DependTask(task=task, on=on, remove=remove)
        await act(interaction, usecases.depend, ask, view.linked)

    @app_commands.command()
    @app_commands.describe(task="Which one; without it, the last task you changed")
    async def undo(self, interaction: Interaction, task: Name | None = None) -> None:
        """Undo the last change of a task, with everything it gave"""
        await act(interaction, usecases.undo, requests.UndoTask(task=task), view.changed)

    @app_commands.command()
    @app_commands.describe(task=TASK)
    @app_commands.autocomplete(task=suggest.open_tasks)
    async def remove(self, interaction: Interaction, task: Name) -> None:
        """Remove a task for good; the points it gave stay"""
        await act(interaction, usecases.to_remove, requests.NameTask(task=task), view.removal)


_shown = view.tasks
"""Within the list's command, `view` is an option."""


def _asked(said: dict[str, str], number: int = 0) -> requests.ListTasks:
    return requests.ListTasks.of({**said, "limit": lists.PER_PAGE, "page": number})


async def page(here: Visit, number: int, about: str) -> View:
    return view.tasks(here, await lists.list_tasks(here, _asked(dict(parse_qsl(about)), number)))


async def remove(here: Visit, about: str) -> View:
    return view.changed(here, await usecases.remove(here, requests.NameTask(task=about)))


SLASH = SlashPart(
    commands=(TaskCommands,), items=ITEMS, lists={view.LIST: page}, questions={view.REMOVE: remove}
)
