"""`questlog timeline` and `questlog find`."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.timeline import usecases, view
from bot.timeline.requests import FindThings, ShowTimeline

FEW = 20
"""Entries that people see, unless they ask for more."""


@click.command()
@asking(ShowTimeline, few=FEW)
def timeline(act: Acting, ask: ShowTimeline) -> None:
    """Show all that you have, the newest first."""
    act(usecases.show, ask, view.timeline)


@click.command()
@asking(FindThings, "words", few=FEW)
def find(act: Acting, ask: FindThings) -> None:
    """Find what you have by its words or its tags."""
    act(usecases.find, ask, view.found)
