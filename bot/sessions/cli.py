"""`questlog web` and `questlog session`."""

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.documents import Nothing
from bot.sessions import usecases, view
from bot.sessions.requests import NameSession


@click.command()
@acting
def web(act: Acting) -> None:
    """Give a link that signs a browser in as you, once."""
    act(usecases.new_link, Nothing(), view.link)


@click.group()
def session() -> None:
    """Show where you are signed in, and sign out."""


@session.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List the browsers that are signed in as you."""
    act(usecases.list_sessions, Nothing(), view.sessions)


@session.command()
@asking(NameSession, "session")
def end(act: Acting, ask: NameSession) -> None:
    """Sign one browser out."""
    act(usecases.end, ask, view.ended)


@session.command(name="end-all")
@yes_option
@acting
def end_all(act: Acting, *, yes: bool) -> None:
    """Sign out everywhere."""
    if not yes:
        still = "You are signed in where you were"
        confirm(act, usecases.list_sessions, Nothing(), view.sure_to_end_all, otherwise=still)
    act(usecases.end_all, Nothing(), view.ended)
