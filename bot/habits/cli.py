"""`questlog habit`: each command calls a use case."""

from pathlib import Path

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm, yes_option
from bot.exits import Exit, Refusal
from bot.habits import usecases, view
from bot.habits.requests import (
    AddHabit,
    CompleteDay,
    EditHabit,
    ListHabits,
    NameHabit,
    SkipDay,
    SnoozeHabit,
    TakeTimeOff,
    UndoDay,
)


@click.group()
def habit() -> None:
    """Keep habits: log what you did, and see your streaks."""


@habit.command()
@asking(AddHabit, "habit")
def add(act: Acting, ask: AddHabit) -> None:
    """Begin a habit: questlog habit add "gym 3x a week".

    Say what it is, and if you like how much and how often: "read 20 pages daily", "run mon wed fri",
    "water 8 glasses", "coffee at most 2 cups", "no smoking".
    """
    act(usecases.add, ask, view.understood)


@habit.command()
@asking(EditHabit, "habit", "new")
def edit(act: Acting, ask: EditHabit) -> None:
    """Change a habit; its history stays.

    NEW says again what it is called, how much and how often, as for `habit add`. Each option changes one
    thing; `none` clears it.
    """
    act(usecases.edit, ask, view.understood_change)


@habit.command(name="list")
@asking(ListHabits)
def list_(act: Acting, ask: ListHabits) -> None:
    """List your habits, and where they stand."""
    act(usecases.list_habits, ask, view.habits)


@habit.command()
@chart_options
@asking(NameHabit, "habit")
def show(act: Acting, ask: NameHabit, chart: Path | None, *, dark: bool) -> None:
    """Show a habit with all its numbers, and with --chart its year as a picture.

    HABIT is its name, how that begins, a word of it, or its id.
    """
    act_with_chart(act, usecases.show, ask, view.history, chart, dark=dark)


@habit.command()
@asking(NameHabit, "habit")
def pause(act: Acting, ask: NameHabit) -> None:
    """Expect nothing of a habit until you resume it; your streak stays."""
    act(usecases.pause, ask, view.switched)


@habit.command()
@asking(NameHabit, "habit")
def resume(act: Acting, ask: NameHabit) -> None:
    """Go on with a habit that was paused or archived."""
    act(usecases.resume, ask, view.switched)


@habit.command()
@asking(NameHabit, "habit")
def archive(act: Acting, ask: NameHabit) -> None:
    """Put a habit away with its history."""
    act(usecases.archive, ask, view.switched)


@habit.command()
@yes_option
@asking(NameHabit, "habit")
def remove(act: Acting, ask: NameHabit, *, yes: bool) -> None:
    """Remove a habit with its history, for good. Points and achievements stay."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.switched)


@habit.command()
@asking(CompleteDay, "habit")
def done(act: Acting, ask: CompleteDay) -> None:
    """Log that you did it, today or up to a week back.

    Without an amount it is all you wanted. For what you want to do less, or not at all, it says that it
    happened.
    """
    act(usecases.complete, ask, view.logged)


@habit.command()
@asking(SkipDay, "habit")
def skip(act: Acting, ask: SkipDay) -> None:
    """Skip a day on purpose: your streak neither grows nor ends."""
    act(usecases.skip, ask, view.logged)


@habit.command()
@asking(UndoDay, "habit")
def undo(act: Acting, ask: UndoDay) -> None:
    """Undo what you logged for a day, with everything it gave.

    Without a habit, it is the last thing you logged; with one, what you logged last for it, or today.
    """
    act(usecases.undo, ask, view.logged)


@habit.command()
@asking(SnoozeHabit, "habit")
def snooze(act: Acting, ask: SnoozeHabit) -> None:
    """Be reminded of it once more, later today."""
    act(usecases.snooze, ask, view.snoozed)


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="[HABIT] FIRST LAST")
@click.option("--all", "everything", is_flag=True, help="All habits.")
@click.option("--back", is_flag=True, help="You were there after all: these days are no time off.")
@acting
def away(act: Acting, words: tuple[str, ...], *, everything: bool, back: bool) -> None:
    """Take time off from one day to another, also afterwards.

    Nothing is expected on these days, both included: questlog habit away gym "1 march" "14 march", or for all
    habits: questlog habit away --all "1 march" "14 march".
    """
    *name, first, last = words if len(words) > 1 else ("", "", *words)
    if not first or bool(name) is everything:
        usage = 'questlog habit away gym "1 march" "14 march", or --all "1 march" "14 march"'
        raise Refusal(f"Say it like this: {usage}", code="usage", exit_code=Exit.USAGE)
    ask = TakeTimeOff(first=first, last=last, habit=" ".join(name) or None, back=back)
    act(usecases.take_time_off, ask, view.time_off)
