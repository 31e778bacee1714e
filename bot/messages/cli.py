"""`questlog messages list|show|retry`, and `questlog outbox`, as it was called before."""

import click

from bot.cli.acting import Act, acting
from bot.messages import usecases, view
from bot.messages.requests import ListMessages, NameMessage
from tracker.notify.model import DeliveryStatus

A_PAGE = 30
"""How many people see at first; programs get all of them."""


@click.group()
def messages() -> None:
    """List your messages, say why one came, or send it again."""


outbox = messages


@messages.command(name="list")
@click.option(
    "--status", type=click.Choice([one.value for one in DeliveryStatus]), help="Only those in this state."
)
@click.option("--all", "everything", is_flag=True, help=f"All of them, not the newest {A_PAGE}.")
@click.option("--limit", type=click.IntRange(min=1), help="The newest so many.")
@acting
def list_(act: Act, status: str | None, limit: int | None, *, everything: bool) -> None:
    """List your messages, newest first, and where they are."""
    most = limit or (None if act.as_json or everything else A_PAGE)
    ask = ListMessages(status=DeliveryStatus(status) if status else None, limit=most)
    act(usecases.list_messages, ask, view.messages)


@messages.command()
@click.argument("message", metavar="ID")
@acting
def show(act: Act, message: str) -> None:
    """Say why a message came, or did not; the beginning of its id is enough."""
    act(usecases.show, NameMessage(message=message), view.message)


messages.add_command(show, "why")


@messages.command()
@click.argument("message", metavar="ID")
@acting
def retry(act: Act, message: str) -> None:
    """Send a message now that failed or waits; the beginning of its id is enough."""
    act(usecases.retry, NameMessage(message=message), view.retried)
