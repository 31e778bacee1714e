"""`questlog digest --preview`: what the next digest would say. Nothing is sent."""

import click

from bot.cli.acting import Acting, acting
from bot.digest import usecases, view
from bot.documents import Nothing
from bot.exits import Exit, Refusal


@click.command()
@click.option("--preview", is_flag=True, help="Show the next digest, and send nothing.")
@acting
def digest(act: Acting, *, preview: bool) -> None:
    """Show what your next digest would say if it came now.

    `questlog run` sends digests by itself. When they come is set by `questlog account set --digest daily
    --digest-time 08:00`; weekly ones come on Mondays.
    """
    if not preview:
        raise Refusal(
            "Say `questlog digest --preview` to read the next digest. `questlog run` sends it at its time, "
            "and `questlog account set --digest daily --digest-time 08:00` changes that.",
            exit_code=Exit.USAGE,
        )
    act(usecases.show, Nothing(), view.preview)
