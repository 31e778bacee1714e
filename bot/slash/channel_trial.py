"""`/channel test`: a message now, past quiet hours and outbox, and in words what became of it."""

import asyncio
from datetime import datetime, timedelta

import structlog

from bot.services import Services
from bot.slash.cards import Card, heading, text
from bot.slash.channel_words import named, trouble_of
from bot.slash.looks import AMBER, GREEN
from bot.slash.texts import moment, safe, small
from scheduler.channels.channel import (
    BadMessage,
    CapReached,
    ChannelFailure,
    Retry,
    StopSender,
    Target,
    TargetGone,
    TargetOff,
)
from scheduler.channels.trial import trial_message
from scheduler.delivery import SEND_SECONDS
from tracker.accounts.model import User
from tracker.limits import Limit, Limits
from tracker.notify.model import PersonChannel

log = structlog.stdlib.get_logger(__name__)

LIMITS = (
    Limit("channel-test-now", 1, timedelta(seconds=15)),
    Limit("channel-test", 10, timedelta(hours=24)),
)
"""A message may cost something, and it goes to wherever somebody said that they live."""
LONGEST_REASON = 300


async def try_out(services: Services, user: User, channel: PersonChannel) -> Card:
    if trouble := trouble_of(channel):
        return _not_gone(channel, f"{trouble}. Set it up again first.")
    if channel.channel_type not in services.context.channels:
        return _not_gone(channel, "this Questlog is not set up for it. Whoever runs it can change that.")
    if (room := await _room_at(services, user)) is not None:
        return Card(heading("Not so fast"), text(f"The next test can go {moment(room, 'R')}."), colour=AMBER)
    try:
        await _send(services, user, channel)
    except ChannelFailure as failure:
        log.info("test message not sent", channel=channel.channel_type, kind=type(failure).__name__)
        return _not_gone(channel, _what_to_do(failure))
    return Card(
        heading("A test message is on its way"),
        text(f"{named(channel)} took it.", small("If nothing is there in a minute, look where spam goes.")),
        colour=GREEN,
    )


async def _room_at(services: Services, user: User) -> datetime | None:
    """When the next one may go; None: now, and it is counted."""
    limits = Limits(services.table, services.clock)
    for limit in LIMITS:
        if (room := await limits.take(limit, user.id)) is not None:
            return room
    return None


async def _send(services: Services, user: User, channel: PersonChannel) -> None:
    target = Target(channel.channel_type, channel.identifier, user.id)
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await services.context.channels[target.channel].send(target, trial_message(services.clock()))
    except TimeoutError:
        raise Retry("it did not answer in time") from None


def _not_gone(channel: PersonChannel, why: str) -> Card:
    return Card(heading("No test message went"), text(f"{named(channel)}: {why}"), colour=AMBER)


def _what_to_do(failure: ChannelFailure) -> str:
    """What it says of an operator's settings is for the operator alone, who has it in the log."""
    reason = safe(str(failure), LONGEST_REASON)
    match failure:
        case CapReached():
            return f"{reason}. Try again tomorrow; messages come on your other channels until then."
        case Retry():
            return f"{reason}. Try again in some minutes. Messages wait for it, or take another way."
        case TargetOff() | TargetGone():
            return f"{reason}. Set it right there, or set the channel up again."
        case BadMessage():
            return f"{reason}. Other messages may go, but look whether the address is right."
        case StopSender() | _:
            return "nothing can be sent there before whoever runs this Questlog has set something right."
