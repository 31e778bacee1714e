"""`questlog token new|revoke`: the token by which programs act for a person over HTTP."""

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, say
from tracker.accounts.identity import Identity
from tracker.accounts.tokens import Renewed, Tokens


@click.group()
def token() -> None:
    """Let programs act for you over HTTP, such as phone shortcuts.

    What they can do is in docs/api.md.
    """


@token.command()
@person_option
@json_option
@click.pass_obj
def new(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Make a token and show it, once. The one before works no longer."""

    async def make(desk: Desk) -> Renewed:
        user = await desk.person(wanted)
        return await Tokens(desk.table, desk.clock).renew(user.id)

    made = at_desk(invocation, make)
    if as_json:
        answer({"token": made.token, "replaced": made.replaced})
        return
    say(made.token)
    notes = ["This is shown once: whoever has it can tell your habits. Keep it like a password."]
    if made.replaced:
        notes.append("The token before it works no longer.")
    for note in notes:
        click.echo(note, err=True)  # so that `questlog token new > file` keeps the token and nothing else


@token.command()
@person_option
@json_option
@click.pass_obj
def revoke(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Take the token away: what uses it is refused from now on."""

    async def take(desk: Desk) -> bool:
        user = await desk.person(wanted)
        return await Tokens(desk.table, desk.clock).revoke(user.id)

    was = at_desk(invocation, take)
    if as_json:
        answer({"revoked": was})
    else:
        say("The token works no longer." if was else "There was no token.")
