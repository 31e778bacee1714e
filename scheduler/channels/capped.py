"""A channel on which nobody is told more than so often within 24 hours."""

import asyncio
from datetime import timedelta

from scheduler.channels.channel import CapReached, Channel, Message, MessageTarget, Receipt
from tracker.limits import Limit, Limits

SOONEST_SECONDS = 3600.0
"""Long enough for the message not to wait for this channel while there is another one."""

_DAY = timedelta(hours=24)


class Capped:
    """The channel itself, for the first `cap` messages of each person; 0 is for no cap.

    What the channel did not take does not count. Before it is known whose an address is, it counts by itself.
    """

    def __init__(self, channel: Channel, limits: Limits, cap: int) -> None:
        self._channel, self._limits = channel, limits
        self._limit = Limit(f"daily-{channel.name}", cap, _DAY)

    @property
    def name(self) -> str:
        return self._channel.name

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        whose = target.person or target.address
        if (room_at := await self._limits.take(self._limit, whose)) is not None:
            seconds = (room_at - self._limits.now()).total_seconds()
            raise CapReached(self._said(), after=max(seconds, SOONEST_SECONDS))
        try:
            return await self._channel.send(target, message)
        except (Exception, asyncio.CancelledError):
            # Whatever it is, also that it took too long: it did not go, or goes again and is counted then.
            await self._limits.give_back(self._limit, whose)
            raise

    def _said(self) -> str:
        messages = "1 message" if self._limit.most == 1 else f"{self._limit.most} messages"
        return f"the daily cap of {messages} is reached"
