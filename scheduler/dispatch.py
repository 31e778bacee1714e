"""From the outbox to the channels: what is due is judged, grouped, claimed, sent and recorded.

The index says where to look; the items themselves, read by key and changed on condition, decide. A crash at
any point leaves an item that comes due again, and that goes under the same id as before.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

import structlog

from scheduler.backoff import Backoff
from scheduler.channels.channel import (
    BadMessage,
    Channel,
    ChannelFailure,
    Message,
    Part,
    Receipt,
    Retry,
    StopSender,
    Target,
    TargetGone,
    TargetOff,
)
from tracker.clock import Clock
from tracker.notify import outbox
from tracker.notify.model import GROUP_WAIT, SHARDS, OutboxItem, PersonChannel, Priority, Status, Step, Wishes
from tracker.notify.outbox import Person
from tracker.notify.policy import (
    Case,
    Drop,
    Hold,
    Send,
    batches,
    channel_order,
    decide,
    is_expired,
    lateness,
)
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

StillTrue: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""Whether what a person was to be told is still so, from the person and the check's reference."""

SEND_SECONDS = 20.0
MAX_ATTEMPTS = 12
NO_CHANNEL_WAIT = timedelta(hours=1)
LONGEST_WAIT = 86400.0
STOPPED_FOR = timedelta(minutes=15)
AT_ONCE = 16
BACKOFF = Backoff(first=30.0, longest=3600.0)


@dataclass(frozen=True, slots=True)
class Result:
    """What a run did with one message."""

    id: str
    person: str
    kind: str
    status: Status
    channel: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Way:
    """The channels for one message, in the order in which they are tried."""

    channels: Sequence[PersonChannel]
    zone: ZoneInfo


@dataclass(slots=True)
class Dispatcher:
    """`for_local` are channels that whoever sits at this machine has after their own: the terminal."""

    table: Table
    clock: Clock
    chance: Callable[[], float]
    """From 0 to 1, for the jitter."""
    channels: Mapping[str, Channel]
    checks: Mapping[str, StillTrue] = field(default_factory=dict[str, StillTrue])
    for_local: Sequence[PersonChannel] = ()
    _stopped: dict[str, datetime] = field(default_factory=dict[str, datetime], init=False)

    async def run(self, *, hurry: bool = False) -> list[Result]:
        """Everything that is due. In a hurry, also what only waits for others to go with it."""
        now = self._now()
        results: list[Result] = []
        for shard in range(SHARDS):
            suggested = await outbox.suggested(self.table, shard, now + GROUP_WAIT)
            due = _by_person(suggested, now, hurry=hurry)
            gate = asyncio.Semaphore(AT_ONCE)
            async with asyncio.TaskGroup() as group:
                for person, ids in due.items():
                    group.create_task(self._guarded(gate, person, ids, results))
        return results

    async def _guarded(
        self, gate: asyncio.Semaphore, person: str, ids: Sequence[str], results: list[Result]
    ) -> None:
        async with gate:
            try:
                await self._tell(person, ids, results)
            except Exception:  # one person's trouble must not keep the others waiting
                log.exception("messages not dispatched; they come due again", user=person)

    async def _tell(self, person_id: str, ids: Sequence[str], results: list[Result]) -> None:
        now = self._now()
        person = await outbox.read_person(self.table, person_id, ids)
        items = [item for item in person.items if item.due_at <= now or item.waits_for_company(now)]
        wishes = person.wishes
        if wishes is None:
            for item in items:
                await self._drop(item, "the person is gone", results)
            return
        ready = [item for item in items if await self._passes(item, wishes, results)]
        for batch in batches(ready, lambda item: [one.channel_type for one in self._order(person, item)]):
            await self._deliver(batch, _Way(self._order(person, batch[0]), wishes.zone), results)

    def _order(self, person: Person, item: OutboxItem) -> list[PersonChannel]:
        shared = self.for_local if person.is_local else ()
        order = channel_order(person.channels, shared, item.preferred_channel)
        return [one for one in order if self._working(one.channel_type)]

    def _working(self, channel: str) -> bool:
        stopped = self._stopped.get(channel)
        return channel in self.channels and (stopped is None or stopped <= self.clock())

    async def _passes(self, item: OutboxItem, wishes: Wishes, results: list[Result]) -> bool:
        now = self._now()
        try:
            still_true = is_expired(item, now) or await self._still_true(item)
        except Exception:  # one check that breaks must not keep the person's other messages waiting
            log.exception("check broke; the message waits", id=item.id, kind=item.kind)
            return False
        match decide(Case(item, now, wishes, still_true)):
            case Send():
                return True
            case Drop(reason):
                await self._drop(item, reason, results)
            case Hold(until, reason):
                await self._hold([item], until, reason, results)
        return False

    async def _still_true(self, item: OutboxItem) -> bool:
        if item.check is None:
            return True
        if (check := self.checks.get(item.check.name)) is None:
            log.warning("check unknown; the message is taken to be true", check=item.check.name, id=item.id)
            return True
        return await check(item.person, item.check.reference)

    async def _drop(self, item: OutboxItem, reason: str, results: list[Result]) -> None:
        if await outbox.drop(self.table, item, reason, self._now()):
            log.info("message dropped", id=item.id, kind=item.kind, user=item.person, reason=reason)
            results.append(_result(item, Status.DROPPED, reason=reason))

    async def _hold(
        self, items: Sequence[OutboxItem], until: datetime, reason: str, results: list[Result]
    ) -> None:
        if await outbox.hold(self.table, items, until, reason, self._now()):
            results.extend(_result(item, Status.PENDING, reason=reason) for item in items)

    async def _deliver(self, batch: Sequence[OutboxItem], way: _Way, results: list[Result]) -> None:
        now = self._now()
        if not way.channels:
            await self._hold(batch, now + NO_CHANNEL_WAIT, "there is no channel to send it on", results)
            return
        if max(item.attempts for item in batch) >= MAX_ATTEMPTS:
            await self._give_up(batch, results)
            return
        claimed = await outbox.claim(self.table, batch, now)
        if claimed is None:
            log.debug("messages claimed by another dispatcher", ids=[item.id for item in batch])
            return
        await _Delivery(self, claimed, _message(claimed, now, way.zone), results).go(way.channels)

    async def _give_up(self, batch: Sequence[OutboxItem], results: list[Result]) -> None:
        """Whatever is claimed so often and never comes to an end may be what ends the process."""
        reason = "given up: no attempt came to an end"
        if await outbox.fail(self.table, batch, reason, self._now(), [Step(at=self._now(), what=reason)]):
            log.error("message given up", ids=[item.id for item in batch])
            results.extend(_result(item, Status.FAILED, reason=reason) for item in batch)

    def stop(self, channel: str) -> None:
        self._stopped[channel] = self._now() + STOPPED_FOR

    def _now(self) -> datetime:
        """In whole seconds, as the table keeps instants."""
        return self.clock().replace(microsecond=0)


@dataclass(slots=True)
class _Delivery:
    """One claimed message on its way from channel to channel."""

    by: Dispatcher
    items: Sequence[OutboxItem]
    message: Message
    results: list[Result]
    steps: list[Step] = field(default_factory=list[Step])
    last: ChannelFailure | None = None
    hopeless: bool = True
    """Whether each channel so far refused the message itself."""

    async def go(self, channels: Iterable[PersonChannel]) -> None:
        for channel in channels:
            if not self._in_time():
                log.warning("claim nearly over; the message comes due again", id=self.message.id)
                return None
            try:
                receipt = await self._send(channel)
            except Retry as failure:
                self._note(channel, failure)
                return await self._later(failure.after or 0.0)
            except ChannelFailure as failure:
                self._note(channel, failure)
                await self._draw_consequence(channel, failure)
            else:
                return await self._delivered(channel.channel_type, receipt)
        if self.hopeless:
            return await self._failed(f"no channel takes it: {self.last}")
        return await self._later(NO_CHANNEL_WAIT.total_seconds())

    def _in_time(self) -> bool:
        """A process that was asleep since the claim must not send what another one may be sending now."""
        return self.by.clock() + timedelta(seconds=SEND_SECONDS) < self.items[0].due_at

    async def _send(self, channel: PersonChannel) -> Receipt:
        target = Target(channel.channel_type, channel.identifier)
        try:
            async with asyncio.timeout(SEND_SECONDS):
                return await self.by.channels[target.channel].send(target, self.message)
        except ChannelFailure:
            raise
        except TimeoutError as error:
            raise Retry(f"{target.channel} did not answer in time") from error
        except Exception as error:  # a fault in a channel costs an attempt, and not the message
            log.exception("channel broke", channel=target.channel, id=self.message.id)
            raise Retry(f"{target.channel} broke ({type(error).__name__})") from error

    def _note(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        self.last = failure
        what = f"{type(failure).__name__}: {failure}"
        self.steps.append(Step(at=self.by.clock(), what=what, channel=channel.channel_type))
        log.info("message not sent", id=self.message.id, channel=channel.channel_type, reason=what)

    async def _draw_consequence(self, channel: PersonChannel, failure: ChannelFailure) -> None:
        match failure:
            case TargetOff() | TargetGone():
                self.hopeless = False
                person = self.items[0].person
                await outbox.switch_off(self.by.table, person, channel, str(failure), self.by.clock())
            case StopSender():
                self.hopeless = False
                self.by.stop(channel.channel_type)
                log.error("channel stopped", channel=channel.channel_type, reason=str(failure))
            case BadMessage() | _:
                pass

    async def _delivered(self, channel: str, receipt: Receipt) -> None:
        now = self.by.clock()
        what = "delivered" if receipt.reference is None else f"delivered ({receipt.reference})"
        self.steps.append(Step(at=now, what=what, channel=channel))
        written = await outbox.record_delivery(self.by.table, self.items, channel, now, self.steps)
        self._end(Status.DELIVERED, written=written, channel=channel)

    async def _later(self, at_least: float) -> None:
        attempts = max(item.attempts for item in self.items)
        if attempts >= MAX_ATTEMPTS:
            return await self._failed(f"given up after {attempts} attempts: {self.last}")
        wait = min(max(at_least, BACKOFF.wait(attempts, self.by.chance())), LONGEST_WAIT)
        until, reason = self.by.clock() + timedelta(seconds=wait), str(self.last)
        written = await outbox.try_later(self.by.table, self.items, until, reason, self.steps)
        return self._end(Status.PENDING, written=written, reason=reason)

    async def _failed(self, reason: str) -> None:
        written = await outbox.fail(self.by.table, self.items, reason, self.by.clock(), self.steps)
        self._end(Status.FAILED, written=written, reason=reason)

    def _end(
        self, status: Status, *, written: bool, channel: str | None = None, reason: str | None = None
    ) -> None:
        if not written:
            log.warning("message taken over by another dispatcher", id=self.message.id, status=status.value)
            return
        self.results.extend(_result(item, status, channel=channel, reason=reason) for item in self.items)


def _by_person(items: Iterable[OutboxItem], now: datetime, *, hurry: bool) -> dict[str, list[str]]:
    """The outbox ids of everybody who has something due; what waits for company goes with it."""
    listed: dict[str, list[str]] = {}
    due: set[str] = set()
    for item in items:
        waits = item.waits_for_company(now)
        if item.due_at <= now or waits:
            listed.setdefault(item.person, []).append(item.id)
        if item.due_at <= now or (hurry and waits):
            due.add(item.person)
    return {person: ids for person, ids in listed.items() if person in due}


def _message(items: Sequence[OutboxItem], now: datetime, zone: ZoneInfo) -> Message:
    return Message(items[0].batch or items[0].id, tuple(_part(item, now, zone) for item in items))


def _part(item: OutboxItem, now: datetime, zone: ZoneInfo) -> Part:
    return Part(
        id=item.id,
        kind=item.kind,
        title=item.title,
        text=item.text,
        facts=item.facts,
        urgent=item.priority is Priority.URGENT,
        meant_for=item.not_before,
        late=lateness(item, now, zone),
        group=item.group,
    )


def _result(
    item: OutboxItem, status: Status, *, channel: str | None = None, reason: str | None = None
) -> Result:
    return Result(item.id, item.person, item.kind, status, channel, reason)
