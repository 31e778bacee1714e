"""One claimed message on its way from channel to channel: one takes it, all refuse it, or it must wait."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

import structlog

from scheduler.backoff import Backoff
from scheduler.channels.channel import (
    BadMessage,
    Channel,
    ChannelFailure,
    Message,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.detours import UNREACHED, detour, failures_before, reason_of
from tracker.clock import Clock
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off
from tracker.notify.kinds import Kind
from tracker.notify.model import (
    ChannelTrouble,
    DeliveryStatus,
    DeliveryStep,
    OutboxItem,
    PersonChannel,
)
from tracker.notify.policy import is_waited_for, passed_over
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

SEND_SECONDS = 20.0
NO_CHANNEL_WAIT = timedelta(hours=1)
LONGEST_WAIT = 86400.0
BACKOFF = Backoff(first=30.0, longest=3600.0)


@dataclass(frozen=True, slots=True)
class Result:
    """What a run did with one message."""

    id: str
    person: str
    kind: Kind
    status: DeliveryStatus
    channel: str | None = None
    reason: str | None = None


def result_of(
    item: OutboxItem, status: DeliveryStatus, *, channel: str | None = None, reason: str | None = None
) -> Result:
    return Result(item.id, item.person, item.kind, status, channel, reason)


@dataclass(frozen=True, slots=True)
class DeliveryRoute:
    """How one message may go to a person."""

    channels: Sequence[PersonChannel]
    """In the order in which they are tried."""
    preference: Sequence[PersonChannel]
    """All that the person has in that order, also those that cannot be used now."""
    stopped: Iterable[str]
    """Those of them that are left alone for a while."""
    zone: ZoneInfo


class MessageSender(Protocol):
    """What a delivery has from the dispatcher that makes it."""

    @property
    def table(self) -> Table: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def chance(self) -> Callable[[], float]: ...
    @property
    def channels(self) -> Mapping[str, Channel]: ...
    @property
    def patience(self) -> timedelta: ...
    async def stop(self, channel: str, reason: str) -> None: ...


@dataclass(slots=True)
class Delivery:
    by: MessageSender
    items: Sequence[OutboxItem]
    message: Message
    way: DeliveryRoute
    results: list[Result]
    steps: list[DeliveryStep] = field(default_factory=list[DeliveryStep], init=False)
    troubles: dict[str, ChannelTrouble] = field(init=False)
    """By channel; those of earlier attempts, too."""
    failed: dict[str, str] = field(init=False)
    """By channel: what went wrong on it, in words for the person."""
    due: list[datetime] = field(default_factory=list[datetime], init=False)
    """When each of the channels that may take it later is asked again."""
    last: ChannelFailure | None = field(default=None, init=False)
    hopeless: bool = field(default=True, init=False)
    """Whether each channel so far refused the message itself."""

    def __post_init__(self) -> None:
        self.troubles = {one.channel: one for one in self.items[0].troubles}
        self.failed = failures_before(self.items[0]) | dict.fromkeys(self.way.stopped, UNREACHED)

    async def go(self) -> None:
        for channel in self.way.channels:
            if not self._in_time():
                log.warning("claim nearly over; the message comes due again", id=self.message.id)
                return None
            if not self._rests(channel) and await self._taken(channel):
                return None
            if (trouble := self.troubles.get(channel.channel_type)) is not None:
                self.due.append(trouble.until)
                if is_waited_for(trouble, self.by.patience):
                    break
        if self.due:
            return await self._later(min(self.due))
        if self.hopeless:
            return await self._failed(f"no channel takes it: {self.last}")
        return await self._later(self.by.clock() + NO_CHANNEL_WAIT)

    def _in_time(self) -> bool:
        """A process that was asleep since the claim must not send what another one may be sending now."""
        return self.by.clock() + timedelta(seconds=SEND_SECONDS) < self.items[0].due_at

    def _rests(self, channel: PersonChannel) -> bool:
        """Whether the channel failed before, and its time has not come yet."""
        trouble = self.troubles.get(channel.channel_type)
        return trouble is not None and trouble.until > self.by.clock()

    async def _taken(self, channel: PersonChannel) -> bool:
        try:
            receipt = await self._send(channel)
        except ChannelFailure as failure:
            self._note(channel, failure)
            await self._draw_consequence(channel, failure)
            return False
        await self._delivered(channel.channel_type, receipt)
        return True

    async def _send(self, channel: PersonChannel) -> Receipt:
        target = MessageTarget(channel.channel_type, channel.identifier, self.items[0].person)
        message = replace(self.message, note=detour(self.failed, self.way.preference, channel))
        try:
            async with asyncio.timeout(SEND_SECONDS):
                return await self.by.channels[target.channel].send(target, message)
        except ChannelFailure:
            raise
        except TimeoutError as error:
            raise Retry(f"{target.channel} did not answer in time") from error
        except Exception as error:  # a fault in a channel costs an attempt, and not the message
            log.exception("channel broke", channel=target.channel, id=self.message.id)
            raise Retry(f"{target.channel} broke ({type(error).__name__})") from error

    def _note(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        self.last = failure
        self.failed[channel.channel_type] = reason_of(failure)
        what = f"{type(failure).__name__}: {failure}"
        self.steps.append(DeliveryStep(at=self.by.clock(), what=what, channel=channel.channel_type))
        log.info("message not sent", id=self.message.id, channel=channel.channel_type, reason=what)

    async def _draw_consequence(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        before = self.troubles.pop(channel.channel_type, None)
        match failure:
            case Retry(after=after):
                self.troubles[channel.channel_type] = self._trouble(channel.channel_type, before, after)
            case TargetOff() | TargetGone():
                self.hopeless = False
                person = self.items[0].person
                await switch_off(self.by.table, person, channel, str(failure), self.by.clock())
            case StopSender():
                self.hopeless = False
                await self.by.stop(channel.channel_type, str(failure))
            case BadMessage() | _:
                pass

    def _trouble(self, channel: str, before: ChannelTrouble | None, after: float | None) -> ChannelTrouble:
        now, times = self.by.clock(), before.times + 1 if before else 1
        wait = min(max(after or 0.0, BACKOFF.wait(times, self.by.chance())), LONGEST_WAIT)
        return ChannelTrouble(
            channel=channel,
            since=before.since if before else now,
            times=times,
            until=now + timedelta(seconds=wait),
        )

    async def _delivered(self, channel: str, receipt: Receipt) -> None:
        now = self.by.clock()
        what = "delivered" if receipt.reference is None else f"delivered ({receipt.reference})"
        self.steps += passed_over(self.way.preference, channel, now)
        self.steps.append(DeliveryStep(at=now, what=what, channel=channel))
        written = await outbox.record_delivery(self.by.table, self.items, channel, now, self.steps)
        self._end(DeliveryStatus.DELIVERED, written=written, channel=channel)

    async def _later(self, until: datetime) -> None:
        reason = str(self.last or self.items[0].last_error)
        written = await outbox.try_later(
            self.by.table, self.items, until, reason, self.steps, troubles=self.troubles.values()
        )
        self._end(DeliveryStatus.PENDING, written=written, reason=reason)

    async def _failed(self, reason: str) -> None:
        written = await outbox.fail(self.by.table, self.items, reason, self.by.clock(), self.steps)
        self._end(DeliveryStatus.FAILED, written=written, reason=reason)

    def _end(
        self, status: DeliveryStatus, *, written: bool, channel: str | None = None, reason: str | None = None
    ) -> None:
        if not written:
            log.warning("message taken over by another dispatcher", id=self.message.id, status=status.value)
            return
        self.results.extend(result_of(item, status, channel=channel, reason=reason) for item in self.items)
