"""`questlog habit`: each command takes its words apart, and calls a use case."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.cli.acting import Act, acting, words_argument
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm
from bot.exits import Exit, Refusal
from bot.habits import requests, usecases, view

_Command = TypeVar("_Command", bound=Callable[..., Any])

OPTIONS = requests.HabitOptions.described()
"""How they are read is in tracker/habits/words/options.py."""

naming = words_argument("habit", "HABIT")
for_day = click.option(
    "--day", metavar="DAY", help="For this day, not for today: yesterday, monday, 2027-03-01."
)
noting = click.option("--note", metavar="TEXT", help="A few words about it.")


def habit_options(command: _Command) -> _Command:
    for name, text in reversed(OPTIONS.items()):
        command = click.option(f"--{name}", metavar=name.upper(), help=f"{text}.")(command)
    return command


@click.group()
def habit() -> None:
    """Keep habits: log what you did, and see your streaks."""


@habit.command()
@naming
@habit_options
@acting
def add(act: Act, **said: str | None) -> None:
    """Begin a habit: questlog habit add "gym 3x a week".

    Say what it is, and if you like how much and how often: "read 20 pages daily", "run mon wed fri",
    "water 8 glasses", "coffee at most 2 cups", "no smoking".
    """
    act(usecases.add, requests.AddHabit.of(said), view.understood)


@habit.command()
@click.argument("habit", metavar="HABIT")
@words_argument("new", '["NEW WORDS"]', required=False)
@habit_options
@acting
def edit(act: Act, **said: str | None) -> None:
    """Change a habit; its history stays.

    NEW WORDS say again what it is called, how much and how often, as for `habit add`. Each option changes one
    thing; `none` clears it.
    """
    act(usecases.edit, requests.EditHabit.of(said), view.understood_change)


@habit.command(name="list")
@click.option("--all", "everything", is_flag=True, help="Include archived habits.")
@acting
def list_(act: Act, *, everything: bool) -> None:
    """List your habits, and where they stand."""
    act(usecases.list_habits, requests.ListHabits(everything=everything), view.habits)


@habit.command()
@naming
@chart_options
@acting
def show(act: Act, habit: str, chart: Path | None, *, dark: bool) -> None:
    """Show a habit with all its numbers, and with --chart its year as a picture.

    HABIT is its name, how that begins, a word of it, or its id.
    """
    act_with_chart(act, usecases.show, requests.NameHabit(habit=habit), view.history, chart, dark=dark)


@habit.command()
@naming
@acting
def pause(act: Act, habit: str) -> None:
    """Expect nothing of a habit until you resume it; your streak stays."""
    act(usecases.pause, requests.NameHabit(habit=habit), view.switched)


@habit.command()
@naming
@acting
def resume(act: Act, habit: str) -> None:
    """Go on with a habit that was paused or archived."""
    act(usecases.resume, requests.NameHabit(habit=habit), view.switched)


@habit.command()
@naming
@acting
def archive(act: Act, habit: str) -> None:
    """Put a habit away with its history."""
    act(usecases.archive, requests.NameHabit(habit=habit), view.switched)


@habit.command()
@naming
@click.option("--yes", is_flag=True, help="Do not ask.")
@acting
def remove(act: Act, habit: str, *, yes: bool) -> None:
    """Remove a habit with its history, for good. Points and achievements stay."""
    ask = requests.NameHabit(habit=habit)
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.switched)


@habit.command()
@naming
@for_day
@click.option("--amount", metavar="N", help="How much: 5, 2.5. Amounts of a day add up.")
@noting
@acting
def done(act: Act, **said: str | None) -> None:
    """Log that you did it, today or up to a week back.

    Without an amount it is all you wanted. For what you want to do less, or not at all, it says that it
    happened.
    """
    act(usecases.complete, requests.CompleteDay.of(said), view.logged)


@habit.command()
@naming
@for_day
@noting
@acting
def skip(act: Act, **said: str | None) -> None:
    """Skip a day on purpose: your streak neither grows nor ends."""
    act(usecases.skip, requests.SkipDay.of(said), view.logged)


@habit.command()
@words_argument("habit", "[HABIT]", required=False)
@for_day
@acting
def undo(act: Act, **said: str | None) -> None:
    """Undo what you logged for a day, with everything it gave.

    Without a habit, it is the last thing you logged; with one, what you logged last for it, or today.
    """
    act(usecases.undo, requests.UndoDay.of(said), view.logged)


@habit.command()
@naming
@click.option("--until", metavar="WHEN", help="2h, 18:00; in an hour unless you say.")
@acting
def snooze(act: Act, **said: str | None) -> None:
    """Be reminded of it once more, later today."""
    act(usecases.snooze, requests.SnoozeHabit.of(said), view.snoozed)


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="[HABIT] FIRST LAST")
@click.option("--all", "everything", is_flag=True, help="All habits.")
@click.option("--back", is_flag=True, help="You were there after all: these days are no time off.")
@acting
def away(act: Act, words: tuple[str, ...], *, everything: bool, back: bool) -> None:
    """Take time off from one day to another, also afterwards.

    Nothing is expected on these days, both included: questlog habit away gym "1 march" "14 march", or for all
    habits: questlog habit away --all "1 march" "14 march".
    """
    *name, first, last = words if len(words) > 1 else ("", "", *words)
    if not first or bool(name) is everything:
        usage = 'questlog habit away gym "1 march" "14 march", or --all "1 march" "14 march"'
        raise Refusal(f"Say it like this: {usage}", code="usage", exit_code=Exit.USAGE)
    ask = requests.TakeTimeOff(first=first, last=last, habit=" ".join(name) or None, back=back)
    act(usecases.take_time_off, ask, view.time_off)
