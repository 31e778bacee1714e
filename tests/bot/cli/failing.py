"""Commands that end in every way a command can end."""

import errno
import sys

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.exits import Exit, Refusal
from tracker.store.errors import StoreUnavailable, Throttled

FAILURES: dict[str, Exception] = {
    "refused": Refusal("there is no person Ann; ask `questlog account list`"),
    "running": Refusal("Questlog runs already", exit_code=Exit.ALREADY_RUNNING),
    "taken": Refusal("the name is taken", code="name_taken"),
    "unavailable": StoreUnavailable("the folder /x does not exist; create it"),
    "throttled": Throttled("the store is too busy; try again"),
    "bug": ZeroDivisionError("division by zero"),
    "pipe": BrokenPipeError(errno.EPIPE, "Broken pipe"),
    "usage": click.UsageError("one or the other, not both"),
    "several lines": click.UsageError("choose from:\n\tone,\n\tor the other"),
}


@click.command()
@click.argument("how")
@json_option
@click.pass_obj
def end(invocation: Invocation, how: str, *, as_json: bool) -> None:
    """End in this way."""
    del as_json
    if how in FAILURES:
        raise FAILURES[how]
    if how == "config":
        invocation.settings()
    sys.exit(int(how))
