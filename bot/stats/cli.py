"""`questlog stats`."""

import click

from bot.cli.acting import Acting, acting
from bot.documents import Nothing
from bot.stats import usecases, view


@click.command()
@acting
def stats(act: Acting) -> None:
    """Show what you have done in all, and what everybody is after."""
    act(usecases.show_stats, Nothing(), view.stats)
