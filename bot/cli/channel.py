"""`questlog channel …`: where a person is told things, beside the terminal."""

import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import click

from bot.cli.channel_words import as_data, portrait, shown
from bot.cli.codes import addresses_at, code_sent
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, say
from bot.exits import Exit, Refusal
from bot.slash.on_demand import discord_on_demand
from scheduler.channels.channel import ChannelFailure, Target
from scheduler.channels.opening import CONSOLE, DISCORD, EMAIL, SMS, WEBHOOK, open_channels, terminal
from scheduler.channels.trial import trial_message
from scheduler.channels.webhook import checked_address
from scheduler.proving import PROVABLE
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.addresses.model import Asked
from tracker.notify.channels import Channels, NoSuchChannel
from tracker.notify.model import PersonChannel
from tracker.store.entity import stored

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
@click.argument("channel_type", metavar="TYPE", type=click.Choice([*PROVABLE, CONSOLE]))
@click.argument("address", required=False, default="")
@person_option
@json_option
@click.pass_obj
def add(invocation: Invocation, wanted: Identity, channel_type: str, address: str, *, as_json: bool) -> None:
    """Be told by SMS, e-mail, another service or a webhook too: `questlog channel add sms +44…`.

    A code is sent there first; `questlog channel verify CODE` takes it. A webhook is added at once. An
    address may hold a secret: it is kept, but never shown.
    """
    refuse_terminal(channel_type, "need not be added: whoever sits at this machine always has it")
    if channel_type == WEBHOOK:
        add_webhook(invocation, wanted, address, as_json=as_json)
        return
    asked = code_sent(invocation, wanted, channel_type, address)
    if as_json:
        answer({"asked": {"type": asked.channel, "expiresAt": stored(asked.expires_at)}})
    else:
        say(*asked_words(asked))


@channel.command()
@click.argument("code")
@person_option
@json_option
@click.pass_obj
def verify(invocation: Invocation, wanted: Identity, code: str, *, as_json: bool) -> None:
    """Type the code that was sent to your new address."""

    async def take(desk: Desk) -> PersonChannel:
        return await addresses_at(desk).confirm((await desk.person(wanted)).id, code)

    linked = at_desk(invocation, take)
    if as_json:
        answer({"channel": as_data(linked)})
    else:
        say(f"You can be told by {shown(linked)}; `questlog channel test {linked.channel_type}` tries it.")


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

    async def forget(desk: Desk) -> PersonChannel:
        return await addresses_at(desk).forget((await desk.person(wanted)).id, channel_type)

    gone = at_desk(invocation, forget)
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

    async def send(desk: Desk) -> PersonChannel:
        who, mine = await desk.person(wanted), Channels(desk.table, clock)
        own = terminal(clock()) if channel_type == CONSOLE else await own_channel(mine, who, channel_type)
        async with (
            discord_on_demand(settings.discord) as discord,
            open_channels(settings, desk.table, clock, out, *discord) as channels,
        ):
            if own.channel_type not in channels:
                raise not_open(own.channel_type)
            target = Target(own.channel_type, own.identifier, who.id)
            await channels[own.channel_type].send(target, trial_message(clock()))
        return own

    try:
        used = at_desk(invocation, send)
    except ChannelFailure as failure:
        raise Refusal(f"the test message did not arrive: {failure}", code="not_sent") from failure
    if as_json:
        answer({"sent": as_data(used)})
    else:
        say(f"A test message went to {shown(used)}.")


def add_webhook(invocation: Invocation, wanted: Identity, address: str, *, as_json: bool) -> None:
    """Without a code: whoever sits at this machine decides where it sends."""
    try:
        place = checked_address(address)
    except ValueError as error:
        raise Refusal(str(error), code="bad_address", exit_code=Exit.USAGE) from error
    made = with_channels(invocation, wanted, lambda mine, who: mine.add(who.id, WEBHOOK, place))
    if as_json:
        answer({"channel": as_data(made)})
    else:
        say(f"You can be told by {shown(made)}; `questlog channel test webhook` tries it.")
    if invocation.settings().webhook.secret is None:
        click.echo(UNSIGNED, err=True)


def asked_words(asked: Asked) -> Iterator[str]:
    new = PersonChannel(channel_type=asked.channel, identifier=asked.address)
    yield f"A code is on its way to {shown(new)}, and is good for 15 minutes."
    yield "Type it here: questlog channel verify CODE"
    if asked.channel == SMS:
        yield "Or reply with it from that phone. None comes? If you once texted STOP, text START first."
    if asked.channel == EMAIL:
        yield "None comes? See whether the address is right, and look among unwanted messages."


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


def not_open(channel_type: str) -> Refusal:
    if channel_type == WEBHOOK:
        return Refusal(UNSIGNED, code="no_secret")
    return Refusal(f"{channel_type} is not set up here; see docs/configuration.md", code="not_set_up")


def refuse_terminal(channel_type: str, why: str) -> None:
    if channel_type == CONSOLE:
        raise Refusal(f"the terminal {why}", code="terminal")
