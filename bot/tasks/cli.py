"""`questlog task`: each command calls a use case."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.tasks import lists, usecases, view
from bot.tasks.requests import (
    AddTask,
    CancelTask,
    CheckStep,
    DependTask,
    EditTask,
    ListTasks,
    MoveTask,
    NameTask,
    SnoozeTask,
    UndoTask,
)

FEW = 25
"""So many people see, unless they ask for more."""


@click.group()
def task() -> None:
    """Keep tasks: what is to be done, when, and in which order."""


@task.command()
@asking(AddTask, "what")
def add(act: Acting, ask: AddTask) -> None:
    """Add a task: questlog task add "call the bank tomorrow 5pm p1 30m #house @phone every month".

    Dates, times, p1 to p4, 30m or 2h, #project, @tag and `every …` are understood anywhere in the text; what
    is in quotes is title. Options say the same things.
    """
    act(usecases.add, ask, view.added)


@task.command(name="list")
@asking(ListTasks, few=FEW)
def list_(act: Acting, ask: ListTasks) -> None:
    """List your tasks: what is open, soonest due first."""
    act(lists.list_tasks, ask, view.tasks)


@task.command()
@asking(NameTask, "task")
def show(act: Acting, ask: NameTask) -> None:
    """Show everything about a task.

    TASK is its title, how that begins, words of it, or its id.
    """
    act(usecases.show, ask, view.details)


@task.command()
@asking(EditTask, "task")
def edit(act: Acting, ask: EditTask) -> None:
    """Change a task; of one that repeats, this one and all after it.

    Each option changes one thing; `none` clears it.
    """
    act(usecases.edit, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def done(act: Acting, ask: NameTask) -> None:
    """Mark a task as done. Of one that repeats, the next comes by itself."""
    act(usecases.done, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def start(act: Acting, ask: NameTask) -> None:
    """Say that you have begun."""
    act(usecases.start, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def hold(act: Acting, ask: NameTask) -> None:
    """Put a task on hold: it leaves the list until you resume it."""
    act(usecases.hold, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def block(act: Acting, ask: NameTask) -> None:
    """Say that something else blocks it: parts that have not come, an answer."""
    act(usecases.block, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def resume(act: Acting, ask: NameTask) -> None:
    """Take a task up again that was on hold or blocked."""
    act(usecases.resume, ask, view.brief)


@task.command()
@asking(CancelTask, "task")
def cancel(act: Acting, ask: CancelTask) -> None:
    """Cancel a task. Of one that repeats, the next comes, unless you say --series."""
    act(usecases.cancel, ask, view.brief)


@task.command()
@asking(NameTask, "task")
def skip(act: Acting, ask: NameTask) -> None:
    """Go on to the next date of a task that repeats."""
    act(usecases.skip, ask, view.brief)


@task.command()
@asking(MoveTask, "task")
def move(act: Acting, ask: MoveTask) -> None:
    """Give a task another due date: questlog task move bank --to friday."""
    act(usecases.move, ask, view.brief)


@task.command()
@asking(SnoozeTask, "task")
def snooze(act: Acting, ask: SnoozeTask) -> None:
    """Hear nothing of a task for a while; it is due when it was."""
    act(usecases.snooze, ask, view.brief)


@task.command()
@asking(CheckStep, "task")
def check(act: Acting, ask: CheckStep) -> None:
    """Tick a step of a task's checklist, or take the tick away: questlog task check bank --step 2."""
    act(usecases.check, ask, view.brief)


@task.command()
@asking(DependTask, "task")
def depend(act: Acting, ask: DependTask) -> None:
    """Let a task wait for another one: questlog task depend paint --on "wash walls"."""
    act(usecases.depend, ask, view.linked)


@task.command()
@asking(UndoTask, "task")
def undo(act: Acting, ask: UndoTask) -> None:
    """Undo the last change of a task, or of any, with everything it gave."""
    act(usecases.undo, ask, view.brief)


@task.command()
@yes_option
@asking(NameTask, "task")
def remove(act: Acting, ask: NameTask, *, yes: bool) -> None:
    """Remove a task for good. The points it gave stay."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.brief)
