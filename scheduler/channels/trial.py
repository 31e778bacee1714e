"""A message to try a channel out: past outbox and quiet hours, and in words why it did not go."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta

from scheduler.channels.channel import (
    BadMessage,
    CapReached,
    Channel,
    ChannelFailure,
    MessageTarget,
    Retry,
    TargetGone,
    TargetOff,
    trial_message,
)
from scheduler.delivery import SEND_SECONDS
from scheduler.proving import NotSent, not_set_up
from tracker.addresses.errors import TooOften
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.notify.model import PersonChannel
from tracker.settings import Settings

log = get_logger(__name__)

TRIALS = (
    Limit("channel-test-now", 1, timedelta(seconds=15)),
    Limit("channel-test", 10, timedelta(hours=24)),
)
"""A message may cost something, and it goes to wherever somebody said that they live."""


@frozen
class Trials:
    """Whoever sits at the machine may try as often as they like, and reads what is wrong with it."""

    channels: Mapping[str, Channel]
    settings: Settings
    limits: Limits
    at_machine: bool

    async def send(self, person: str, channel: PersonChannel) -> None:
        """Raises NotSent, NotSetUp, TooOften."""
        kind = channel.channel_type
        if not channel.usable:
            why = "it is not confirmed yet" if channel.is_active else f"it is switched off: {channel.why_off}"
            raise NotSent(f"Nothing is sent there, because {why}.")
        if kind not in self.channels:
            raise not_set_up(kind, self.settings)
        await self._count(person)
        try:
            await self._send(MessageTarget(kind, channel.identifier, person))
        except ChannelFailure as failure:
            log.info("test message not sent", channel=kind, kind=type(failure).__name__)
            raise NotSent(f"The test message did not arrive: {self._why(failure)}") from failure

    async def _count(self, person: str) -> None:
        for limit in () if self.at_machine else TRIALS:
            if (until := await self.limits.take(limit, person)) is not None:
                raise TooOften(until, self.limits.now())

    async def _send(self, target: MessageTarget) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.channels[target.channel].send(target, trial_message(self.limits.now()))
        except TimeoutError:
            raise Retry("it did not answer in time") from None

    def _why(self, failure: ChannelFailure) -> str:
        todo = remedy(failure)
        if todo is None and not self.at_machine:
            return "nothing can be sent there before whoever runs this Questlog has set something right."
        return f"{failure}. {todo or ''}".rstrip()


def remedy(failure: ChannelFailure) -> str | None:
    """What the person does next; None where only whoever runs this Questlog can do something."""
    match failure:
        case CapReached():
            return "Try again tomorrow; messages come on your other channels until then."
        case Retry():
            return "Try again in some minutes. Messages wait for it, or take another way."
        case TargetOff() | TargetGone():
            return "Set it right there, or set the channel up again."
        case BadMessage():
            return "Other messages may go, but look whether the address is right."
        case _:
            return None
