"""One claimed message on its way from channel to channel: one takes it, all refuse it, or it must wait."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from scheduler.channels.channel import (
    Channel,
    ChannelFailure,
    Hung,
    Message,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.detours import UNREACHED, detour, failures_before, reason_of
from scheduler.lanes import LanePlace
from scheduler.target_health import TargetHealth, stored
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off, works_again
from tracker.notify.kinds import Kind
from tracker.notify.model import (
    ChannelTrouble,
    DeliveryStatus,
    DeliveryStep,
    OutboxItem,
    PersonChannel,
    Wishes,
)
from tracker.notify.policy import NO_CHANNEL, is_waited_for, passed_over
from tracker.store.table import Table

log = get_logger(__name__)

SEND_SECONDS = 20.0
NO_CHANNEL_WAIT = timedelta(hours=1)
SOONEST = timedelta(seconds=1)


@frozen
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


@frozen
class DeliveryRoute:
    """How one message may go to a person."""

    channels: Sequence[PersonChannel]
    """In the order in which they are tried."""
    preference: Sequence[PersonChannel]
    """All that the person has in that order, also those that cannot be used now."""
    to: Wishes

    @property
    def zone(self) -> ZoneInfo:
        return self.to.zone


class MessageSender(Protocol):
    """What a delivery has from the dispatcher that makes it."""

    @property
    def table(self) -> Table: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def health(self) -> TargetHealth: ...
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
    place: LanePlace
    anew: bool = False
    """Whether somebody wants every channel to be asked, whatever is known of it."""
    steps: list[DeliveryStep] = field(default_factory=list[DeliveryStep], init=False)
    troubles: dict[str, ChannelTrouble] = field(init=False)
    """By channel; those of earlier attempts, too."""
    failed: dict[str, str] = field(init=False)
    """By channel: what went wrong on it, in words for the person."""
    due: list[datetime] = field(default_factory=list[datetime], init=False)
    """When each of the channels that may take it later is asked again."""
    reason: str | None = field(default=None, init=False)
    """Why it did not go, in words for the person."""
    hopeless: bool = field(default=True, init=False)
    """Whether each channel so far refused the message itself."""

    def __post_init__(self) -> None:
        self.troubles = {one.channel: one for one in self.items[0].troubles}
        self.failed = failures_before(self.items[0])

    async def go(self) -> None:
        """Of items that are claimed."""
        for channel in self.way.channels:
            if not self._in_time():
                log.warning("claim nearly over; the message comes due again", id=self.message.id)
                return None
            if not self._rests(channel) and await self._taken(channel):
                return None
            if self._is_waited_for(channel):
                break
        if self.due:
            return await self._later(min(self.due))
        if self.hopeless:
            return await self._failed(f"no channel takes it: {self.reason}")
        return await self._later(self.by.clock() + NO_CHANNEL_WAIT)

    def first_asked(self) -> MessageTarget | None:
        """The one that would be asked now; None where the message has to wait, as `put_off` does."""
        for channel in self.way.channels:
            if not self._rests(channel):
                return self._target(channel)
            if self._is_waited_for(channel):
                break
        return None

    async def put_off(self) -> None:
        """Of items that nobody has claimed: all channels that could take them rest."""
        until, reason = min(self.due), self.reason or str(self.items[0].last_error)
        written = await outbox.put_off(
            self.by.table, self.items, until, reason, self.by.clock(), troubles=self.troubles.values()
        )
        self._end(DeliveryStatus.PENDING, written=written, reason=reason)

    def _in_time(self) -> bool:
        """A process that was asleep since the claim must not send what another one may be sending now."""
        return self.by.clock() + timedelta(seconds=SEND_SECONDS) < self.items[0].due_at

    def _target(self, channel: PersonChannel) -> MessageTarget:
        return MessageTarget(channel.channel_type, channel.identifier, self.items[0].person)

    def _rests(self, channel: PersonChannel) -> bool:
        """Whether the channel failed before, with this message or with others, and its time has not come."""
        name, now, target = channel.channel_type, self.by.clock(), self._target(channel)
        if self.anew:
            return False
        own = self.troubles.get(name)
        if own is not None and own.until > now and not self.by.health.is_back(own):
            return True
        if (rest := self.by.health.rest(target)) is None:
            return False
        self.troubles[name] = stored(name, rest, failed_at=now)
        self.failed.setdefault(name, UNREACHED)
        self.reason = rest.reason
        return True

    def _is_waited_for(self, channel: PersonChannel) -> bool:
        trouble = self.troubles.get(channel.channel_type)
        if trouble is None:
            return False
        self.due.append(max(trouble.until, self.by.clock() + SOONEST))
        return is_waited_for(trouble, self.by.patience)

    async def _taken(self, channel: PersonChannel) -> bool:
        began, target = self.by.clock(), self._target(channel)
        before = self.troubles.pop(channel.channel_type, None)
        try:
            with self.by.health.asking(target), self.place.sending():
                receipt = await self._send(channel, target)
        except Retry as failure:
            self._note(channel, failure)
            self.troubles[target.channel] = self.by.health.failed(target, failure, before, began)
            return False
        except StopSender as failure:
            self._note(channel, failure)
            await self._stopped(channel, target, failure)
            return False
        except ChannelFailure as failure:
            self._note(channel, failure)
            self.by.health.answered(target, before)
            if isinstance(failure, TargetOff | TargetGone):
                await self._switched_off(channel, failure)
            return False
        self.by.health.answered(target, before)
        await self._delivered(channel.channel_type, receipt)
        if channel.is_doubted:
            await works_again(self.by.table, target.person, channel)
        return True

    async def _send(self, channel: PersonChannel, target: MessageTarget) -> Receipt:
        message = replace(self.message, note=detour(self.failed, self.way.preference, channel))
        try:
            async with asyncio.timeout(SEND_SECONDS):
                return await self.by.channels[target.channel].send(target, message)
        except ChannelFailure:
            raise
        except TimeoutError as error:
            raise Hung(f"{target.channel} did not answer in time") from error
        except Exception as error:  # a fault in a channel costs an attempt, and not the message
            log.exception("channel broke", channel=target.channel, id=self.message.id)
            raise Retry(f"{target.channel} broke ({type(error).__name__})", of_message=True) from error

    def _note(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        self.reason = str(failure)
        self.failed[channel.channel_type] = reason_of(failure)
        what = f"{type(failure).__name__}: {failure}"
        self.steps.append(DeliveryStep(at=self.by.clock(), what=what, channel=channel.channel_type))
        log.info("message not sent", id=self.message.id, channel=channel.channel_type, reason=what)

    async def _switched_off(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        self.hopeless = False
        self.reason = f"{NO_CHANNEL}: {failure}"
        await switch_off(self.by.table, self.items[0].person, channel, str(failure), self.by.clock())

    async def _stopped(self, channel: PersonChannel, target: MessageTarget, failure: StopSender) -> None:
        """What is wrong is for those who run this Questlog; its person hears that it is not for ever."""
        self.hopeless = False
        await self.by.stop(channel.channel_type, str(failure))
        if (rest := self.by.health.rest(target)) is not None:
            self.reason = rest.reason
            self.troubles[target.channel] = stored(target.channel, rest, failed_at=self.by.clock())

    async def _delivered(self, channel: str, receipt: Receipt) -> None:
        now = self.by.clock()
        what = "delivered" if receipt.reference is None else f"delivered ({receipt.reference})"
        self.steps += passed_over(self.way.preference, channel, now)
        self.steps.append(DeliveryStep(at=now, what=what, channel=channel))
        written = await outbox.record_delivery(
            self.by.table, self.items, channel, now, self.steps, to=self.way.to
        )
        self._end(DeliveryStatus.DELIVERED, written=written, channel=channel)

    async def _later(self, until: datetime) -> None:
        reason = self.reason or str(self.items[0].last_error)
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
