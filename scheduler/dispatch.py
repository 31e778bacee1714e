"""From the outbox to the channels: what is due is judged, grouped, claimed, sent and recorded.

The index says where to look; the items themselves, read by key and changed on condition, decide. A crash at
any point leaves an item that comes due again, and that goes under the same id as before.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog

from scheduler.alarms import Tell, channel_stopped, tell_nobody
from scheduler.channels.channel import Channel, Message, Part
from scheduler.delivery import NO_CHANNEL_WAIT, Delivery, DeliveryRoute, Result, result_of
from tracker.clock import Clock
from tracker.notify import outbox
from tracker.notify.model import (
    GROUP_WAIT,
    SHARDS,
    DeliveryStatus,
    DeliveryStep,
    OutboxItem,
    PersonChannel,
    Priority,
    StillTrue,
    Wishes,
)
from tracker.notify.outbox import Recipient
from tracker.notify.policy import (
    PATIENCE,
    Case,
    Drop,
    Hold,
    Send,
    batches,
    decide,
    is_expired,
    lateness,
    no_way,
    preference,
)
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

MAX_ATTEMPTS = 12
"""That never came to an end, one after another."""
STOPPED_FOR = timedelta(minutes=15)
AT_ONCE = 64
"""People who are told at the same time. Many, since each may have a channel that hangs."""


@dataclass(frozen=True, slots=True)
class _Run:
    """What one run did, and when it begins nothing more."""

    ends: datetime | None
    results: list[Result] = field(default_factory=list[Result])

    def is_over(self, now: datetime) -> bool:
        return self.ends is not None and now >= self.ends


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
    alarm: Tell = tell_nobody
    """Tells those who run this Questlog."""
    patience: timedelta = PATIENCE
    """How long a message waits for a channel that fails while there is another one."""
    _stopped: dict[str, datetime] = field(default_factory=dict[str, datetime], init=False)
    _gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE), init=False)
    _being_told: set[str] = field(default_factory=set[str], init=False)

    async def run(self, *, hurry: bool = False, within: timedelta | None = None) -> list[Result]:
        """Everything that is due. In a hurry, also what only waits for others to go with it.

        What is not begun `within` the time that is given stays due. Runs may go on beside each other: a later
        one leaves those alone who are being told, so it does not hang where an earlier one does.
        """
        now = self._now()
        run = _Run(ends=None if within is None else now + within)
        suggested = [
            item
            for shard in range(SHARDS)
            for item in await outbox.suggested(self.table, shard, now + GROUP_WAIT)
        ]
        async with asyncio.TaskGroup() as group:
            for person, ids in _by_person(suggested, now, hurry=hurry).items():
                group.create_task(self._guarded(person, ids, run))
        return run.results

    async def _guarded(self, person: str, ids: Sequence[str], run: _Run) -> None:
        async with self._gate:
            if person in self._being_told or run.is_over(self.clock()):
                return
            self._being_told.add(person)
            try:
                await self._tell(person, ids, run)
            except Exception:  # one person's trouble must not keep the others waiting
                log.exception("messages not dispatched; they come due again", user=person)
            finally:
                self._being_told.discard(person)

    async def _tell(self, person_id: str, ids: Sequence[str], run: _Run) -> None:
        now = self._now()
        person = await outbox.read_person(self.table, person_id, ids)
        items = [item for item in person.items if item.due_at <= now or item.waits_for_company(now)]
        wishes = person.wishes
        if wishes is None:
            for item in items:
                await self._drop(item, "the person is gone", run.results)
            return
        ready = [item for item in items if await self._passes(item, wishes, run.results)]
        for batch in batches(ready, lambda item: [one.channel_type for one in self._order(person, item)]):
            if run.is_over(self.clock()):
                break
            await self._deliver(batch, self._way(person, batch[0], wishes.zone), run.results)

    def _way(self, person: Recipient, item: OutboxItem, zone: ZoneInfo) -> DeliveryRoute:
        known = self._preference(person, item)
        usable = {one.channel_type for one in known if one.usable and one.channel_type in self.channels}
        order = self._order(person, item)
        return DeliveryRoute(order, known, usable - {one.channel_type for one in order}, zone)

    def _order(self, person: Recipient, item: OutboxItem) -> list[PersonChannel]:
        return [
            one for one in self._preference(person, item) if one.usable and self._working(one.channel_type)
        ]

    def _preference(self, person: Recipient, item: OutboxItem) -> list[PersonChannel]:
        """The next one is tried when one stays down."""
        shared = self.for_local if person.is_local else ()
        return preference(person.channels, shared, item.preferred_channel)

    def _working(self, channel: str) -> bool:
        stopped = self._stopped.get(channel)
        return channel in self.channels and (stopped is None or stopped <= self.clock())

    async def _passes(self, item: OutboxItem, wishes: Wishes, results: list[Result]) -> bool:
        now = self._now()
        try:
            still_true = is_expired(item, now) or await self._still_true(item)
        except Exception:  # one check that breaks must not keep the person's other messages waiting
            log.exception("check broke; the message waits", id=item.id, kind=item.kind.name)
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
            log.info("message dropped", id=item.id, kind=item.kind.name, user=item.person, reason=reason)
            results.append(result_of(item, DeliveryStatus.DROPPED, reason=reason))

    async def _hold(
        self, items: Sequence[OutboxItem], until: datetime, reason: str, results: list[Result]
    ) -> None:
        if await outbox.hold(self.table, items, until, reason, self._now()):
            results.extend(result_of(item, DeliveryStatus.PENDING, reason=reason) for item in items)

    async def _deliver(self, batch: Sequence[OutboxItem], way: DeliveryRoute, results: list[Result]) -> None:
        now = self._now()
        if not way.channels:
            await self._hold(batch, now + NO_CHANNEL_WAIT, no_way(way.preference), results)
            return
        if max(item.unended for item in batch) >= MAX_ATTEMPTS:
            await self._give_up(batch, results)
            return
        claimed = await outbox.claim(self.table, batch, now)
        if claimed is None:
            log.debug("messages claimed by another dispatcher", ids=[item.id for item in batch])
            return
        await Delivery(self, claimed, _message(claimed, now, way.zone), way, results).go()

    async def _give_up(self, batch: Sequence[OutboxItem], results: list[Result]) -> None:
        """Whatever is claimed so often and never comes to an end may be what ends the process."""
        reason = "given up: no attempt came to an end"
        if await outbox.fail(
            self.table, batch, reason, self._now(), [DeliveryStep(at=self._now(), what=reason)]
        ):
            log.error("message given up", ids=[item.id for item in batch])
            results.extend(result_of(item, DeliveryStatus.FAILED, reason=reason) for item in batch)

    async def stop(self, channel: str, reason: str) -> None:
        """Leave it alone for a while. Many may meet the same refusal at once; it is said once."""
        if not self._working(channel):
            return
        self._stopped[channel] = self._now() + STOPPED_FOR
        log.error("channel stopped", channel=channel, reason=reason)
        await self.alarm(channel_stopped(channel, reason, STOPPED_FOR))

    def _now(self) -> datetime:
        """In whole seconds, as the table keeps instants."""
        return self.clock().replace(microsecond=0)


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
