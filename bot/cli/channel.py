"""`questlog channel add|list|remove|default|test`: where a person is told things, beside the terminal."""

import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from bot.slash.on_demand import discord_on_demand
from scheduler.channels.channel import ChannelFailure, Message, Part, Target
from scheduler.channels.opening import CONSOLE, DISCORD, WEBHOOK, open_channels, terminal
from scheduler.channels.webhook import checked_address
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.notify.channels import Channels, NoSuchChannel
from tracker.notify.model import PersonChannel
from tracker.store.entity import stored

if TYPE_CHECKING:
    from tracker.settings import Settings

UNSIGNED = (
    "Nothing is sent to webhooks yet: set webhook.secret (QUESTLOG_WEBHOOK__SECRET) first, by which the "
    "receiver knows that a message is from you. Until then messages come on your other channels."
)
DISCORD_OFF = (
    "Discord is off: set discord.token (QUESTLOG_DISCORD__TOKEN) to turn it on; "
    "docs/configuration.md says where to get a token"
)
NOT_MET = (
    "Whoever uses a command of Questlog on Discord has this channel from then on; "
    "name them here with --identity discord:ID."
)

_Answer = TypeVar("_Answer")


@click.group()
def channel() -> None:
    """Choose where you are told things, beside this terminal."""


@channel.command()
@click.argument("channel_type", metavar="TYPE", type=click.Choice([WEBHOOK, CONSOLE]))
@click.argument("address", required=False, default="")
@person_option
@json_option
@click.pass_obj
def add(invocation: Invocation, wanted: Identity, channel_type: str, address: str, *, as_json: bool) -> None:
    """Be told by a signed POST to an address of yours: `questlog channel add webhook https://…`.

    The address may hold a secret. It is kept, but never shown: only its host is.
    """
    refuse_terminal(channel_type, "needs not be added: who sits at this machine always has it")
    try:
        place = checked_address(address)
    except ValueError as error:
        raise Refusal(str(error), code="bad_address", exit_code=Exit.USAGE) from error
    made = with_channels(invocation, wanted, lambda mine, who: mine.add(who.id, channel_type, place))
    if as_json:
        answer({"channel": as_data(made)})
    else:
        say(f"You can be told by {shown(made)}; `questlog channel test webhook` tries it.")
    if invocation.settings().webhook.secret is None:
        click.echo(UNSIGNED, err=True)


@channel.command(name="list")
@person_option
@json_option
@click.pass_obj
def list_(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """List your channels in the order in which they are tried."""

    async def read(mine: Channels, who: User) -> list[PersonChannel]:
        return [*await mine.list(who.id), *([terminal(invocation.clock())] if who.local else [])]

    found = with_channels(invocation, wanted, read)
    if as_json:
        answer({"channels": [as_data(one) for one in found]})
    else:
        say(*portrait(found, invocation.settings()))


@channel.command()
@click.argument("channel_type", metavar="TYPE")
@person_option
@json_option
@click.pass_obj
def remove(invocation: Invocation, wanted: Identity, channel_type: str, *, as_json: bool) -> None:
    """Forget a channel and its address."""
    refuse_terminal(channel_type, "cannot be removed: it is where you are told things when all else fails")
    gone = with_channels(invocation, wanted, lambda mine, who: mine.remove(who.id, channel_type))
    if as_json:
        answer({"removed": as_data(gone)})
    else:
        say(f"Nothing is sent to {shown(gone)} any more.")


@channel.command()
@click.argument("channel_type", metavar="TYPE")
@person_option
@json_option
@click.pass_obj
def default(invocation: Invocation, wanted: Identity, channel_type: str, *, as_json: bool) -> None:
    """Try this channel before the others; a goal with a channel of its own keeps that."""
    refuse_terminal(channel_type, "comes last; give a goal --channel console to be told about that one here")
    first = with_channels(invocation, wanted, lambda mine, who: mine.make_default(who.id, channel_type))
    if as_json:
        answer({"channel": as_data(first)})
    else:
        say(f"Messages go to {shown(first)} first.")


@channel.command()
@click.argument("channel_type", metavar="TYPE")
@person_option
@json_option
@click.pass_obj
def test(invocation: Invocation, wanted: Identity, channel_type: str, *, as_json: bool) -> None:
    """Send a test message on a channel now, past quiet hours and outbox."""
    settings, clock = invocation.settings(), invocation.clock
    if channel_type == DISCORD and settings.discord.token is None:
        raise Refusal(DISCORD_OFF, code="no_token")
    out = sys.stderr if as_json else sys.stdout

    async def send(mine: Channels, who: User) -> PersonChannel:
        own = terminal(clock()) if channel_type == CONSOLE else await own_channel(mine, who, channel_type)
        async with (
            discord_on_demand(settings.discord) as discord,
            open_channels(settings.webhook, clock, out, *discord) as channels,
        ):
            if own.channel_type not in channels:
                raise Refusal(UNSIGNED, code="no_secret")
            target = Target(own.channel_type, own.identifier)
            await channels[own.channel_type].send(target, a_message(clock()))
        return own

    try:
        used = with_channels(invocation, wanted, send)
    except ChannelFailure as failure:
        raise Refusal(f"the test message did not arrive: {failure}", code="not_sent") from failure
    if as_json:
        answer({"sent": as_data(used)})
    else:
        say(f"A test message went to {shown(used)}.")


def with_channels(
    invocation: Invocation, wanted: Identity, work: Callable[[Channels, User], Awaitable[_Answer]]
) -> _Answer:
    async def run(desk: Desk) -> _Answer:
        return await work(Channels(desk.table, desk.clock), await desk.person(wanted))

    return at_desk(invocation, run)


async def own_channel(mine: Channels, who: User, channel_type: str) -> PersonChannel:
    try:
        return await mine.find(who.id, channel_type)
    except NoSuchChannel as missing:
        if channel_type != DISCORD:
            raise
        raise NoSuchChannel(f"{missing} {NOT_MET}") from missing


def refuse_terminal(channel_type: str, why: str) -> None:
    if channel_type == CONSOLE:
        raise Refusal(f"the terminal {why}", code="terminal")


def a_message(now: datetime) -> Message:
    name = secrets.token_hex(16)
    text = "If you can read this, Questlog can reach you here."
    part = Part(name, "test", "A test from Questlog", text, {}, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))


def shown(one: PersonChannel) -> str:
    if one.channel_type == CONSOLE:
        return "this terminal"
    if one.channel_type == DISCORD:
        return "a channel on Discord" if place(one) == "channel" else "your direct messages on Discord"
    return f"the {one.channel_type} at {place(one)}"


def place(one: PersonChannel) -> str:
    """All of an address that may be seen."""
    if one.channel_type == CONSOLE:
        return one.identifier
    if one.channel_type == DISCORD:
        return "channel" if one.identifier.startswith("channel:") else "direct messages"
    try:
        return plain(urlsplit(one.identifier).hostname or "***")
    except ValueError:
        return "***"


def as_data(one: PersonChannel) -> dict[str, object]:
    """A channel in the answers of `--json`."""
    return {
        "type": one.channel_type,
        "address": place(one),
        "active": one.is_active,
        "verifiedAt": None if one.channel_type == CONSOLE else stored(one.verified_at),
        "offSince": stored(one.off_since),
        "offReason": one.off_reason,
    }


def portrait(found: Sequence[PersonChannel], settings: "Settings") -> Iterator[str]:
    for number, one in enumerate(found, 1):
        yield f"{number}. {shown(one)}{state(one, settings)}"
    if not found:
        yield "There are no channels, so nobody is told. Add one: `questlog channel add webhook https://…`."


def state(one: PersonChannel, settings: "Settings") -> str:
    if not one.is_active:
        remedy = "use Questlog there" if one.channel_type == DISCORD else "add it again"
        return f" (switched off: {one.off_reason}; {remedy} to switch it on)"
    if one.channel_type == WEBHOOK and settings.webhook.secret is None:
        return " (not used: webhook.secret is not set)"
    if one.channel_type == DISCORD and settings.discord.token is None:
        return " (not used: discord.token is not set)"
    return ""
