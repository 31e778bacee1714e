"""`questlog period`."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.periods import usecases, view
from bot.periods.requests import ShowPeriod


@click.command()
@asking(ShowPeriod)
def period(act: Acting, ask: ShowPeriod) -> None:
    """Show all your numbers of a week, a month or a year."""
    act(usecases.show, ask, view.period)
