"""`questlog share`. Without a yes only what strangers would see is said."""

from collections.abc import Callable
from typing import Any

import click

from bot.cli.acting import Acting, acting, words_argument
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.documents import Nothing
from bot.shares import usecases, view
from bot.shares.requests import NAMED, NameShareLink, ShareThing
from tracker.shares.model import Shareable

named_option = click.option("--named", is_flag=True, help=f"{NAMED}.")


@click.group()
def share() -> None:
    """Let strangers see a goal or a habit by a link."""


def _shares(kind: Shareable, *options: Callable[..., Any]) -> Callable[..., Any]:
    """A command that makes a link to a thing of this kind."""

    def decorate(command: Callable[..., None]) -> click.Command:
        def run(act: Acting, thing: str, *, yes: bool, named: bool = False) -> None:
            ask = ShareThing(kind=kind, thing=thing, named=named)
            if not yes:
                confirm(act, usecases.preview, ask, view.preview, otherwise="Nothing is shared")
            act(usecases.share, ask, view.made)

        run.__doc__ = command.__doc__
        made: Callable[..., Any] = acting(run)
        for option in (yes_option, *options, words_argument("thing", kind.value.upper())):
            made = option(made)
        return share.command(name=kind.value)(made)

    return decorate


@_shares(Shareable.GOAL, named_option)
def goal() -> None:
    """Make a link to a goal: how far it is, and its chart.

    You are asked first, and told what strangers would see.
    """


@_shares(Shareable.HABIT, named_option)
def habit() -> None:
    """Make a link to a habit: its streak, and its year."""


@_shares(Shareable.CHALLENGE)
def challenge() -> None:
    """Make a link to the standings of a challenge that you set up."""


@share.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List what strangers can see, and since when."""
    act(usecases.list_links, Nothing(), view.links)


@share.command()
@asking(NameShareLink, "link")
def end(act: Acting, ask: NameShareLink) -> None:
    """End a link: it no longer works."""
    act(usecases.end, ask, view.ended)
