"""`questlog outbox list|show|retry`: the messages of the last 90 days, and why each came, or did not."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from bot.exits import Refusal
from tracker.accounts.identity import Identity
from tracker.notify import outbox as messages
from tracker.notify.model import OutboxItem, Status
from tracker.notify.policy import is_expired
from tracker.notify.reasons import happened, where, why
from tracker.store.segments import timestamp

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from rich.table import Table

A_PAGE = 30
"""How many people see at first; programs get all of them."""

SHORT = 8
STYLES = {
    Status.PENDING: "yellow",
    Status.CLAIMED: "yellow",
    Status.DELIVERED: "green",
    Status.DROPPED: "dim",
    Status.FAILED: "bold red",
}


@click.group()
def outbox() -> None:
    """List your messages, say why one came, or send it again."""


@outbox.command(name="list")
@click.option("--status", type=click.Choice([one.value for one in Status]), help="Only those in this state.")
@click.option("--all", "everything", is_flag=True, help=f"All of them, not the newest {A_PAGE}.")
@click.option("--limit", type=click.IntRange(min=1), help="The newest so many.")
@person_option
@json_option
@click.pass_obj
def list_(
    invocation: Invocation,
    wanted: Identity,
    status: str | None,
    limit: int | None,
    *,
    everything: bool,
    as_json: bool,
) -> None:
    """List your messages, newest first, and where they are."""

    async def read(desk: Desk) -> "tuple[ZoneInfo, list[OutboxItem]]":
        user = await desk.person(wanted)
        return user.zone, await messages.history(desk.table, user.id)

    zone, found = at_desk(invocation, read)
    chosen = [one for one in found if status in (None, one.status.value)]
    shown = chosen[: limit or (None if as_json or everything else A_PAGE)]
    if as_json:
        answer({"messages": [as_data(one) for one in shown]})
    elif shown:
        show(rows(shown, zone))
    else:
        say("There are no messages.")
    if not as_json and len(shown) < len(chosen):
        say(f"{len(chosen) - len(shown):,} older ones are not shown; --all shows them.")


@outbox.command(name="show")
@click.argument("message_id", metavar="ID")
@person_option
@json_option
@click.pass_obj
def show_(invocation: Invocation, wanted: Identity, message_id: str, *, as_json: bool) -> None:
    """Say why a message came, or did not; the beginning of its id is enough."""

    async def read(desk: Desk) -> "tuple[ZoneInfo, OutboxItem]":
        user = await desk.person(wanted)
        return user.zone, the_one(await messages.history(desk.table, user.id), message_id)

    zone, item = at_desk(invocation, read)
    if as_json:
        answer({"message": as_data(item)})
    else:
        say(*portrait(item, zone))


@outbox.command()
@click.argument("message_id", metavar="ID")
@person_option
@json_option
@click.pass_obj
def retry(invocation: Invocation, wanted: Identity, message_id: str, *, as_json: bool) -> None:
    """Send a message now that failed or waits; the beginning of its id is enough."""

    async def again(desk: Desk) -> OutboxItem:
        user = await desk.person(wanted)
        now = desk.now
        item = the_one(await messages.history(desk.table, user.id), message_id)
        if is_expired(item, now):
            raise Refusal("that message is too old to be useful; it is not sent again", code="too_old")
        if not await messages.retry(desk.table, user.id, item.id, now):
            raise _settled(item)
        return the_one(await messages.history(desk.table, user.id), item.id)

    item = at_desk(invocation, again)
    if as_json:
        answer({"message": as_data(item)})
    else:
        say(f"“{plain(item.title)}” is due now: `questlog run` sends it, or `questlog dispatch --once`.")


def the_one(items: Sequence[OutboxItem], beginning: str) -> OutboxItem:
    found = [one for one in items if beginning and one.id.startswith(beginning.lower())]
    if not found:
        raise Refusal(
            f"there is no message {beginning!r}; `questlog outbox list` shows their ids",
            code="no_such_message",
        )
    if len(found) > 1:
        raise Refusal(f"several messages begin with {beginning!r}; type more of it", code="ambiguous_message")
    return found[0]


def _settled(item: OutboxItem) -> Refusal:
    if item.status is Status.CLAIMED:
        return Refusal("that message is being sent at this moment", code="wrong_status")
    return Refusal(f"that message is {item.status.value} already; it is not sent again", code="wrong_status")


def as_data(item: OutboxItem) -> dict[str, object]:
    """A message in the answers of `--json`."""
    return {
        "id": item.id,
        "kind": item.kind,
        "why": why(item),
        "channel": item.channel or item.preferred_channel,
        "status": item.status.value,
        "title": item.title,
        "text": item.text,
        "createdAt": timestamp(item.created_at),
        "notBefore": timestamp(item.not_before),
        "deliveredAt": timestamp(item.delivered_at) if item.delivered_at else None,
        "reason": item.reason,
        "attempts": item.attempts,
        "trail": [
            {"at": timestamp(step.at), "what": step.what, "channel": step.channel} for step in item.trail
        ],
    }


def portrait(item: OutboxItem, zone: "ZoneInfo") -> Iterator[str]:
    def local(at: "datetime") -> str:
        return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"

    yield plain(item.title)
    yield from (f"  {plain(line)}" for line in item.text.splitlines())
    yield ""
    yield f"You were to be told this {plain(why(item))}."
    yield f"{local(item.created_at)}  it happened"
    for step in item.trail:
        yield f"{local(step.at)}  {happened(step).text(local, plain)}"
    yield f"Now: {where(item).text(local, plain)}."


def rows(items: Sequence[OutboxItem], zone: "ZoneInfo") -> "Table":
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for heading in ("id", "when", "status", "channel", "message"):
        table.add_column(heading, no_wrap=heading != "message", overflow="fold")
    for one in items:
        when = f"{one.created_at.astimezone(zone):%Y-%m-%d %H:%M}"
        told = Text(plain(one.title))
        if one.reason and one.status is not Status.DELIVERED:
            told.append(f"  ({plain(one.reason)})", "dim")
        table.add_row(
            one.id[:SHORT],
            when,
            Text(one.status.value, STYLES[one.status]),
            one.channel or one.preferred_channel or "",
            told,
        )
    return table
