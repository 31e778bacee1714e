"""From the outbox to the channels: what is due is judged, grouped, claimed, sent and recorded.

The index says where to look; the items themselves, read by key and changed on condition, decide. A crash at
any point leaves an item that comes due again, and that goes under the same id as before.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from scheduler.alarms import Tell, channel_stopped, tell_nobody
from scheduler.channels.channel import Channel, Message, MessageTarget, Part
from scheduler.delivery import NO_CHANNEL_WAIT, Delivery, DeliveryRoute, Result, result_of
from scheduler.lanes import LanePlace, Lanes
from scheduler.target_health import PAUSE, TargetHealth
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.locales import read_by
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.model import (
    GROUP_WAIT,
    SHARDS,
    WORDS,
    DeliveryStatus,
    DeliveryStep,
    MessagePriority,
    OutboxItem,
    PersonChannel,
    Rewording,
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
    paused,
    preference,
)
from tracker.store.table import Table

log = get_logger(__name__)

MAX_ATTEMPTS = 12
"""That never came to an end, one after another."""
BACK_WITHIN = timedelta(hours=1)
"""What waits for longer than that for a channel that answers again goes at its own time."""


@frozen
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
    wordings: Mapping[str, Rewording] = field(default_factory=dict[str, Rewording])
    """By the names of kinds: how a message reads when it is about to go."""
    for_local: Sequence[PersonChannel] = ()
    alarm: Tell = tell_nobody
    """Tells those who run this Questlog."""
    patience: timedelta = PATIENCE
    """How long a message waits for a channel that fails while there is another one."""
    lanes: Lanes = field(default_factory=Lanes)
    health: TargetHealth = field(init=False)
    _being_told: set[str] = field(default_factory=set[str], init=False)

    def __post_init__(self) -> None:
        self.health = TargetHealth(self.clock, self.chance)

    async def run(self, *, hurry: bool = False, within: timedelta | None = None) -> list[Result]:
        """Everything that is due. In a hurry, also what only waits for others to go with it.

        What is not begun `within` the time that is given stays due. Runs may go on beside each other: a later
        one leaves those alone who are being told, so it does not hang where an earlier one does.
        """
        now = self._now()
        run = _Run(ends=None if within is None else now + within)
        await self._round(run, hurry=hurry)
        while self.health.take_fresh() and not run.is_over(self.clock()):
            await self._round(run, hurry=hurry, also=BACK_WITHIN)
        return run.results

    async def _round(self, run: _Run, *, hurry: bool, also: timedelta = GROUP_WAIT) -> None:
        """Everybody who has something due; looking so far ahead for what need not wait so long."""
        now = self._now()
        suggested = await outbox.suggested(self.table, range(SHARDS), now + also)
        async with asyncio.TaskGroup() as group:
            for person, ids in self._by_person(suggested, now, hurry=hurry).items():
                group.create_task(self._guarded(person, ids, run))

    def _by_person(self, items: Iterable[OutboxItem], now: datetime, *, hurry: bool) -> dict[str, list[str]]:
        """The outbox ids of everybody who has something due; what waits for company goes with it."""
        listed: dict[str, list[str]] = {}
        due: set[str] = set()
        for item in items:
            waits, is_due = item.waits_for_company(now), self._is_due(item, now)
            if is_due or waits:
                listed.setdefault(item.person, []).append(item.id)
            if is_due or (hurry and waits):
                due.add(item.person)
        return {person: ids for person, ids in listed.items() if person in due}

    def _is_due(self, item: OutboxItem, now: datetime) -> bool:
        """Also where what it waits for answers again; not where it waits for something else by now."""
        if item.due_at <= now or item.status is not DeliveryStatus.PENDING:
            return item.due_at <= now
        return any(one.until >= item.due_at and self.health.is_back(one) for one in item.troubles)

    async def _guarded(self, person: str, ids: Sequence[str], run: _Run) -> None:
        async with self.lanes.place() as place:
            if person in self._being_told or run.is_over(self.clock()):
                return
            self._being_told.add(person)
            try:
                await self._tell(person, ids, run, place)
            except Exception:  # one person's trouble must not keep the others waiting
                log.exception("messages not dispatched; they come due again", user=person)
            finally:
                self._being_told.discard(person)

    async def _tell(self, person_id: str, ids: Sequence[str], run: _Run, place: LanePlace) -> None:
        now = self._now()
        person = await outbox.read_person(self.table, person_id, ids)
        items = [item for item in person.items if self._is_due(item, now) or item.waits_for_company(now)]
        wishes = person.wishes
        if wishes is None:
            for item in items:
                await self._drop(item, "the person is gone", run.results)
            return
        read_by(
            wishes.language, wishes.country
        )  # this task is theirs alone, with all that it words and draws
        ready = [said for item in items if (said := await self._judged(item, wishes, run.results))]
        for batch in self._in_turn(person, ready):
            if run.is_over(self.clock()):
                break
            way = DeliveryRoute(self._order(person, batch[0]), self._preference(person, batch[0]), wishes)
            await self._deliver(batch, way, run, place)

    def _in_turn(self, person: Recipient, ready: Sequence[OutboxItem]) -> list[list[OutboxItem]]:
        """In order; but where the last one may be why it failed, another one asks first."""
        found = batches(ready, lambda item: [one.channel_type for one in self._order(person, item)])
        targets = [MessageTarget(one.channel_type, one.identifier, person.id) for one in person.channels]
        if any(map(self.health.doubts_message, targets)):
            found.sort(key=lambda batch: max(item.attempts for item in batch))
        return found

    def _order(self, person: Recipient, item: OutboxItem) -> list[PersonChannel]:
        """The next one is tried when one stays down."""
        known = self._preference(person, item)
        return [one for one in known if one.usable and one.channel_type in self.channels]

    def _preference(self, person: Recipient, item: OutboxItem) -> list[PersonChannel]:
        shared = self.for_local if person.is_local else ()
        private = item.kind.is_private
        return preference(person.channels, shared, item.preferred_channel, is_private=private)

    async def _judged(self, item: OutboxItem, wishes: Wishes, results: list[Result]) -> OutboxItem | None:
        """As it goes now; None where it does not."""
        now = self._now()
        try:
            said = item if is_expired(item, now) else await self._as_of_now(item)
        except Exception:  # one check that breaks must not keep the person's other messages waiting
            log.exception("check broke; the message waits", id=item.id, kind=item.kind.name)
            return None
        match decide(Case(item, now, wishes, still_true=said is not None)):
            case Send():
                return said
            case Drop(reason):
                await self._drop(item, reason, results)
            case Hold(until, reason):
                await self._hold([item], until, reason, results)
        return None

    async def _as_of_now(self, item: OutboxItem) -> OutboxItem | None:
        """Worded from what is true now; None where it is no longer true."""
        if not await self._still_true(item):
            return None
        if (wording := self.wordings.get(item.kind.name)) is None:
            return item
        if (said := await wording(item)) is None:
            return None
        words = {name: getattr(said, name) for name in WORDS}
        return item.model_copy(update={**words, "worded_at": said.created_at})

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

    async def _deliver(
        self, batch: Sequence[OutboxItem], way: DeliveryRoute, run: _Run, place: LanePlace
    ) -> None:
        if not way.channels:
            until = self._now() + NO_CHANNEL_WAIT
            await self._hold(batch, until, no_way(way.preference), run.results)
            return
        if max(item.unended for item in batch) >= MAX_ATTEMPTS:
            await self._give_up(batch, run.results)
            return
        delivery = self._delivery(batch, way, run, place)
        if (asked := delivery.first_asked()) is not None and self.health.hangs(asked):
            await place.slow_down()
            if run.is_over(self.clock()):
                return
            delivery = self._delivery(batch, way, run, place)
            asked = delivery.first_asked()
        if asked is None:
            await delivery.put_off()
            return
        claimed = await outbox.claim(self.table, batch, self._now())
        if claimed is None:
            log.debug("messages claimed by another dispatcher", ids=[item.id for item in batch])
            return
        await self._delivery(claimed, way, run, place, anew=delivery.anew).go()

    def _delivery(
        self,
        items: Sequence[OutboxItem],
        way: DeliveryRoute,
        run: _Run,
        place: LanePlace,
        *,
        anew: bool = False,
    ) -> Delivery:
        message = _message(items, self._now(), way.zone)
        return Delivery(self, items, message, way, run.results, place, anew=anew or items[0].is_asked_anew)

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
        is_new = self.health.pause(channel, paused(channel))
        log.log(logging.ERROR if is_new else logging.INFO, "channel stopped", channel=channel, reason=reason)
        await self.alarm(channel_stopped(channel, reason, PAUSE))

    def _now(self) -> datetime:
        """In whole seconds, as the table keeps instants."""
        return self.clock().replace(microsecond=0)


def _message(items: Sequence[OutboxItem], now: datetime, zone: ZoneInfo) -> Message:
    return Message(items[0].batch or items[0].id, tuple(_part(item, now, zone) for item in items))


def _part(item: OutboxItem, now: datetime, zone: ZoneInfo) -> Part:
    return Part(
        id=item.id,
        kind=item.kind,
        title=item.title,
        text=item.text,
        facts=item.facts,
        urgent=item.priority is MessagePriority.URGENT,
        meant_for=item.not_before,
        late=lateness(item, now, zone),
        group=item.group,
    )
