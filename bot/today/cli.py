"""`questlog today`: what there is to do until the person's day ends."""

import click

from bot.cli.acting import Acting, acting
from bot.documents import Nothing
from bot.today import usecases, view


@click.command()
@acting
def today(act: Acting) -> None:
    """Show what there is to do today: habits, tasks and goals."""
    act(usecases.today, Nothing(), view.today)
