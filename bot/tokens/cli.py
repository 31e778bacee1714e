"""`questlog token new|list|revoke`."""

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.documents import Nothing
from bot.tokens import usecases, view
from bot.tokens.requests import MakeToken, RevokeToken


@click.group()
def token() -> None:
    """Let programs act for you over HTTP, such as phone shortcuts.

    What they can do is in docs/api.md.
    """


@token.command()
@asking(MakeToken)
def new(act: Acting, ask: MakeToken) -> None:
    """Make a token and show it, once: questlog token new --scope tell --name phone."""
    made = act(usecases.make, ask, view.made)
    for note in () if act.as_json else view.notes(made):
        click.echo(note, err=True)  # so that `questlog token new > file` keeps the token and nothing else


@token.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List your tokens, what each may do, and when it was used last."""
    act(usecases.list_tokens, Nothing(), view.tokens)


@token.command()
@asking(RevokeToken, "token")
def revoke(act: Acting, ask: RevokeToken) -> None:
    """Take a token away: what uses it is refused from now on."""
    act(usecases.revoke, ask, view.revoked)
