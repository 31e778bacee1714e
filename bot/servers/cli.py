"""`questlog announce`: where what a person reaches is announced. Saying yes takes a server on Discord."""

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.documents import Nothing
from bot.servers import usecases, view
from bot.servers.requests import NameServer


@click.group()
def announce() -> None:
    """See which servers on Discord hear what you reach, and end it."""


@announce.command(name="list")
@acting
def list_(act: Acting) -> None:
    """Show where what you reach is announced."""
    act(usecases.list_announcements, Nothing(), view.announcements)


@announce.command()
@asking(NameServer, "server")
def off(act: Acting, ask: NameServer) -> None:
    """Be announced on a server no longer. Without its name, on the only one there is."""
    act(usecases.announce_me_no_more, ask, view.announcement)
