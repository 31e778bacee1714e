"""`questlog moon`."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from tests.toy.moon import usecases, view
from tests.toy.moon.requests import LookUp


@click.command()
@asking(LookUp)
def moon(act: Acting, ask: LookUp) -> None:
    """Say how the moon looks."""
    act(usecases.look_up, ask, view.moon)
