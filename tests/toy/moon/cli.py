"""`questlog moon`."""

import click

from bot.cli.acting import Act, acting
from tests.toy.moon import usecases, view
from tests.toy.moon.requests import LookUp


@click.command()
@click.option("--day", help="For this night, not for tonight: yesterday, 2027-03-01.")
@acting
def moon(act: Act, day: str | None) -> None:
    """Say how the moon looks."""
    act(usecases.look_up, LookUp(day=day), view.moon)
