"""`questlog group`: each command calls a use case."""

from pathlib import Path

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm, yes_option
from bot.documents import Nothing
from bot.group_goals import usecases, view
from bot.group_goals.requests import (
    AddGroupGoal,
    EditGroupGoal,
    JoinGroupGoal,
    NameGroupGoal,
    ShowGroupGoal,
)


@click.group()
def group() -> None:
    """Set goals that several people work on, and see who adds what."""


@group.command()
@asking(AddGroupGoal, "name", "aim")
def add(act: Acting, ask: AddGroupGoal) -> None:
    """Set a group goal: questlog group add "Clan June" "1b xp" --until "30 june".

    Of all together: 1b xp, 50m woodcutting, 500 zulrah kills, 1000 km. Of everybody alone: 20 days each.
    Others join it by its name here, or by its id.
    """
    act(usecases.add, ask, view.added)


@group.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List the group goals that you are in, and those that were set here."""
    act(usecases.list_goals, Nothing(), view.goals)


@group.command()
@chart_options
@asking(ShowGroupGoal, "goal")
def show(act: Acting, ask: ShowGroupGoal, chart: Path | None, *, dark: bool) -> None:
    """Show how far a group goal is, and who added how much."""
    act_with_chart(act, usecases.show, ask, view.goal, chart, dark=dark)


@group.command()
@asking(JoinGroupGoal, "goal")
def join(act: Acting, ask: JoinGroupGoal) -> None:
    """Join a group goal with one thing of yours: questlog group join "clan june" --character Zezima.

    Others in it see how much that adds from now on, and nothing else of yours.
    """
    act(usecases.join, ask, view.joined)


@group.command()
@asking(NameGroupGoal, "goal")
def leave(act: Acting, ask: NameGroupGoal) -> None:
    """Leave a group goal; what you added goes with you."""
    act(usecases.leave, ask, view.left)


@group.command()
@asking(EditGroupGoal, "goal")
def edit(act: Acting, ask: EditGroupGoal) -> None:
    """Change a group goal that you set. The group is told."""
    act(usecases.edit, ask, view.changed)


@group.command()
@asking(NameGroupGoal, "goal")
def end(act: Acting, ask: NameGroupGoal) -> None:
    """End a group goal that you set, with what there is."""
    act(usecases.end, ask, view.changed)


@group.command()
@yes_option
@asking(NameGroupGoal, "goal")
def remove(act: Acting, ask: NameGroupGoal, *, yes: bool) -> None:
    """Remove a group goal that you set, with what everybody added."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.removed)
