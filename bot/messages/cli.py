"""`questlog messages list|show|retry`, and `questlog outbox`, as it was called before."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.messages import usecases, view
from bot.messages.requests import ListMessages, NameMessage

A_PAGE = 30
"""How many people see at first; programs get all of them."""


@click.group()
def messages() -> None:
    """List your messages, say why one came, or send it again."""


outbox = messages


@messages.command(name="list")
@click.option("--all", "everything", is_flag=True, help=f"All of them, not the newest {A_PAGE}.")
@asking(ListMessages)
def list_(act: Acting, ask: ListMessages, *, everything: bool) -> None:
    """List your messages, newest first, and where they are."""
    most = ask.limit or (None if act.as_json or everything else A_PAGE)
    act(usecases.list_messages, ask.model_copy(update={"limit": most}), view.messages)


@messages.command()
@asking(NameMessage, "message")
def show(act: Acting, ask: NameMessage) -> None:
    """Say why a message came, or did not; the beginning of its id is enough."""
    act(usecases.show, ask, view.message)


messages.add_command(show, "why")


@messages.command()
@asking(NameMessage, "message")
def retry(act: Acting, ask: NameMessage) -> None:
    """Send a message now that failed or waits; the beginning of its id is enough."""
    act(usecases.retry, ask, view.retried)
