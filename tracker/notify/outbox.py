"""The outbox in the table: told once, claimed by one, kept as history. The index only suggests what is due.

Every change of an item names the count of claims that was seen, so of two dispatchers one goes on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tracker.accounts.identity import LOCAL_PERSON
from tracker.frozen import frozen
from tracker.happenings.model import HappeningKind, WatchedPerson
from tracker.happenings.writing import happening
from tracker.logs import get_logger
from tracker.notify.model import (
    DUE_KIND,
    WORDS,
    ChannelTrouble,
    DeliveryStatus,
    DeliveryStep,
    Notification,
    OutboxItem,
    PersonChannel,
    Wishes,
    outbox_item,
)
from tracker.notify.policy import MUTED, NO_CHANNEL, QUIET
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import DueListKey
from tracker.store.keys import ChannelKey, OutboxKey, UserKey
from tracker.store.query import Query
from tracker.store.table import MAX_OPERATIONS, Check, Operation, Put, Table, Update

log = get_logger(__name__)

HISTORY = timedelta(days=90)
CLAIM = timedelta(minutes=2)
MOST_DUE = 5000
"""Of one shard in one run; the rest is taken up by the next."""

MOST_RETURNS = 3
"""How often a message goes again that a channel had taken, and did not bring."""

_PAGE = 500
_TRAIL = 30
_LONG_AGO = timedelta(days=1)
"""A channel that failed since then is not waited for, however patient somebody is."""


@frozen
class Recipient:
    """What a dispatcher knows about a person at this moment, from their items and not from an index."""

    id: str
    wishes: Wishes | None
    """None where the person is gone, or being deleted."""
    channels: tuple[PersonChannel, ...]
    items: tuple[OutboxItem, ...]

    @property
    def is_local(self) -> bool:
        """Whether they are whoever sits at this machine: what is for others is not shown there."""
        return self.wishes is not None and self.wishes.local == LOCAL_PERSON.shown


def operation(notification: Notification) -> Put:
    """What enqueues it in a transaction of the caller's, which fails if it was told before."""
    item = outbox_item(notification)
    return Put(to_item(item, item.key, item.place(item.due_at)), ABSENT)


async def enqueue(table: Table, notification: Notification) -> bool:
    """Whether this call is the one that put it there. It is told once, however often it is enqueued."""
    put = operation(notification)
    if await table.get(put.key) is not None:
        return False
    try:
        await table.transact([Check(UserKey(notification.person).key, PRESENT), put])
    except ConditionFailed as failed:
        if failed.at(0):
            log.info("notification for nobody", kind=notification.kind.name, user=notification.person)
        return False
    return True


async def suggested(table: Table, shards: Iterable[int], until: datetime) -> list[OutboxItem]:
    """What the index says is due, soonest first in each of the shards; it may lag."""
    found: dict[int, list[OutboxItem]] = {shard: [] for shard in shards}
    asked = {shard: _due(shard, until) for shard in found}
    while asked:
        _, pages = await table.read((), list(asked.values()))
        for (shard, query), page in zip(list(asked.items()), pages, strict=True):
            found[shard] += from_items(OutboxItem, page.items)
            if page.cursor is None or len(found[shard]) >= MOST_DUE:
                del asked[shard]
            else:
                asked[shard] = replace(query, cursor=page.cursor)
    return [item for items in found.values() for item in items]


def _due(shard: int, until: datetime) -> Query:
    due = DueListKey.until(kind=DUE_KIND, shard=shard, at=until)
    return Query(due.pk, lo=due.lo, hi=due.hi, index=due.index, limit=_PAGE)


async def read_person(table: Table, person: str, outbox_ids: Iterable[str]) -> Recipient:
    """The person, their channels, and those of the items that are still open."""
    keys = [OutboxKey(person, one).key for one in outbox_ids]
    who = UserKey(person).key
    found = await table.get_many([who, *keys])
    wishes = next(from_items(Wishes, [found[who]]), None) if who in found else None
    channels = ChannelKey.prefix(user=person)
    stored = [item async for item in table.query_all(channels.pk, prefix=channels.prefix)]
    items = from_items(OutboxItem, [found[key] for key in keys if key in found])
    return Recipient(
        person,
        wishes if wishes is not None and wishes.deleting_since is None else None,
        tuple(from_items(PersonChannel, stored)),
        tuple(item for item in items if item.status.is_open),
    )


async def claim(table: Table, items: Sequence[OutboxItem], now: datetime) -> list[OutboxItem] | None:
    """All of them for this dispatcher until the claim ends, or None: another one was faster.

    What they say is written, too: it may have been worded since.
    """
    batch = items[0].batch or items[0].id
    changes: Mapping[str, object] = {"status": DeliveryStatus.CLAIMED, "batch": batch, "due_at": now + CLAIM}
    counts, words = ("claims", "attempts", "unended"), (*WORDS, "worded_at")
    claimed = [
        item.model_copy(update={**changes, **{name: getattr(item, name) + 1 for name in counts}})
        for item in items
    ]
    updates = [
        _update(
            old,
            {**changes, **{name: getattr(new, name) for name in (*counts, *words)}, "reason": None},
            due=new.due_at,
        )
        for old, new in zip(items, claimed, strict=True)
    ]
    return claimed if await _write(table, updates) else None


async def hold(
    table: Table, items: Sequence[OutboxItem], until: datetime, reason: str, now: datetime
) -> bool:
    """Not due before then, for a reason that is no failure."""
    steps = [DeliveryStep(at=now, what=f"held until {until:%Y-%m-%d %H:%M} UTC: {reason}")]
    return await _postpone(table, items, until, changes={"reason": reason}, steps=steps)


async def try_later(
    table: Table,
    items: Sequence[OutboxItem],
    until: datetime,
    error: str,
    steps: Sequence[DeliveryStep],
    *,
    troubles: Iterable[ChannelTrouble] = (),
) -> bool:
    """Pending again after an attempt that failed, and came to an end."""
    changes = {"reason": error, "last_error": error, "unended": 0, "troubles": tuple(troubles)}
    return await _postpone(table, items, until, changes=changes, steps=steps)


async def put_off(
    table: Table,
    items: Sequence[OutboxItem],
    until: datetime,
    reason: str,
    now: datetime,
    *,
    troubles: Iterable[ChannelTrouble],
) -> bool:
    """Not tried at all: the channels that could take it are known to fail. Said once for each reason."""
    changes = {"reason": reason, "troubles": tuple(troubles)}
    steps = [DeliveryStep(at=now, what=f"held until {until:%Y-%m-%d %H:%M} UTC: {reason}")]
    is_news = items[0].reason != reason
    return await _postpone(table, items, until, changes=changes, steps=steps if is_news else [])


async def record_delivery(
    table: Table,
    items: Sequence[OutboxItem],
    channel: str,
    now: datetime,
    steps: Sequence[DeliveryStep],
    *,
    to: WatchedPerson | None = None,
) -> bool:
    """`to` is whose they are, where somebody may watch."""
    changes = {"channel": channel, "delivered_at": now, "last_error": None}
    seen_by = [] if to is None else _happening(table, to, items[0])
    return await _close(
        table, items, DeliveryStatus.DELIVERED, now, changes=changes, steps=steps, also=seen_by
    )


def _happening(table: Table, person: WatchedPerson, item: OutboxItem) -> list[Operation]:
    """Of the first of those that go together."""
    return happening(table, person, HappeningKind.MESSAGE, (item.id, item.title), "delivered")


async def drop(table: Table, item: OutboxItem, reason: str, now: datetime) -> bool:
    steps = [DeliveryStep(at=now, what=f"dropped: {reason}")]
    return await _close(table, [item], DeliveryStatus.DROPPED, now, changes={"reason": reason}, steps=steps)


async def fail(
    table: Table, items: Sequence[OutboxItem], reason: str, now: datetime, steps: Sequence[DeliveryStep]
) -> bool:
    changes = {"reason": reason, "last_error": reason}
    return await _close(table, items, DeliveryStatus.FAILED, now, changes=changes, steps=steps)


async def retry(table: Table, person: str, outbox_id: str, now: datetime) -> bool:
    """Send what failed, or waits, now, on any channel, as if for the first time; False: no such message."""
    item = await find(table, person, outbox_id)
    if item is None or item.status not in (DeliveryStatus.PENDING, DeliveryStatus.FAILED):
        return False
    batch = item.batch or item.id
    anew: dict[str, object] = {"attempts": 0, "unended": 0, "troubles": (), "ttl": None, "batch": batch}
    again = {**anew, "status": DeliveryStatus.PENDING, "due_at": now}
    return await _write(table, [_update(item, again, due=now)])


async def reopen(
    table: Table,
    person: str,
    outbox_ids: Iterable[str],
    channel: str,
    reason: str,
    *,
    now: datetime,
    rest: timedelta | None,
    also: Sequence[Operation] = (),
) -> bool:
    """Tell again what a channel had taken and did not bring: on the next one now, on this one after a rest.

    Without a rest it never is. What is too old, or came back too often, has failed. `also` is written with
    it; False: that, or one of the messages, has changed meanwhile.
    """
    found = await table.get_many(OutboxKey(person, one).key for one in outbox_ids)
    step = DeliveryStep(at=now, what=f"came back: {reason}", channel=channel)
    # One that is claimed was taken so recently that its dispatcher has not written it down, and now cannot.
    updates = [
        _returned(item, step, rest)
        for item in from_items(OutboxItem, found.values())
        if item.status is DeliveryStatus.CLAIMED
        or (item.status is DeliveryStatus.DELIVERED and item.channel == channel)
    ]
    room = MAX_OPERATIONS - len(also)
    return await _write(table, [*also, *updates[:room]]) and await _write(table, updates[room:])


def _returned(item: OutboxItem, step: DeliveryStep, rest: timedelta | None) -> Update:
    changes = {"trail": _trail(item, [step]), "reason": step.what, "last_error": step.what}
    if item.returns >= MOST_RETURNS or step.at >= item.expires_at:
        return _update(
            item, {**changes, "status": DeliveryStatus.FAILED, "ttl": int((step.at + HISTORY).timestamp())}
        )
    now, channel = step.at, step.channel or ""
    until = now + rest if rest is not None else item.expires_at
    trouble = ChannelTrouble(channel=channel, since=now - _LONG_AGO, times=1, until=until)
    again: dict[str, object] = {
        "status": DeliveryStatus.PENDING,
        "due_at": now,
        "channel": None,
        "delivered_at": None,
        "ttl": None,
        "unended": 0,
        "returns": item.returns + 1,
        "troubles": (*(one for one in item.troubles if one.channel != channel), trouble),
    }
    return _update(item, {**changes, **again}, due=now)


async def note_arrival(table: Table, person: str, outbox_ids: Iterable[str], step: DeliveryStep) -> None:
    """Write down that the other side has confirmed what a channel had taken."""
    found = await table.get_many(OutboxKey(person, one).key for one in outbox_ids)
    for item in from_items(OutboxItem, found.values()):
        if item.status is DeliveryStatus.DELIVERED and item.channel == step.channel:
            await _write(table, [_update(item, {"trail": _trail(item, [step])})])


async def find(table: Table, person: str, outbox_id: str) -> OutboxItem | None:
    found = await table.get(OutboxKey(person, outbox_id).key)
    return next(from_items(OutboxItem, [found] if found else []), None)


async def release(table: Table, person: str, now: datetime) -> int:
    """Have what is held looked at now: a mute or quiet hours may be over, or a channel be there again.

    Reads the person's own outbox, and writes each by its key. How many there were.
    """
    held = [one for one in await history(table, person) if _is_held(one, now)]
    released = [await _write(table, [_update(one, {"due_at": now}, due=now)]) for one in held]
    return sum(released)


def _is_held(item: OutboxItem, now: datetime) -> bool:
    why = (item.reason or "").startswith((MUTED, QUIET, NO_CHANNEL))
    return item.status is DeliveryStatus.PENDING and why and item.due_at > now


async def history(table: Table, person: str) -> list[OutboxItem]:
    """Every message of a person, delivered or not, newest first."""
    mine = OutboxKey.prefix(user=person)
    stored = [item async for item in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(OutboxItem, stored), key=lambda one: (one.created_at, one.id), reverse=True)


async def _postpone(
    table: Table,
    items: Sequence[OutboxItem],
    until: datetime,
    *,
    changes: Mapping[str, object],
    steps: Sequence[DeliveryStep],
) -> bool:
    again = {**changes, "status": DeliveryStatus.PENDING, "due_at": until}
    return await _write(
        table, [_update(item, {**again, "trail": _trail(item, steps)}, due=until) for item in items]
    )


async def _close(
    table: Table,
    items: Sequence[OutboxItem],
    status: DeliveryStatus,
    now: datetime,
    *,
    steps: Sequence[DeliveryStep],
    changes: Mapping[str, object],
    also: Sequence[Operation] = (),
) -> bool:
    ttl = int((now + HISTORY).timestamp())
    closed = [
        _update(item, {**changes, "status": status, "ttl": ttl, "trail": _trail(item, steps)})
        for item in items
    ]
    return await _write(table, [*closed, *also[: MAX_OPERATIONS - len(closed)]])


def _update(item: OutboxItem, changes: Mapping[str, object], *, due: datetime | None = None) -> Update:
    """Without `due` the item leaves the list of what is due."""
    if due is None:
        return change(OutboxItem, item.key, changes, leave=[DueListKey], when=_unchanged(item))
    return change(OutboxItem, item.key, changes, enter=[item.place(due)], when=_unchanged(item))


def _unchanged(item: OutboxItem) -> Condition:
    return eq("claims", item.claims) & eq("status", item.status.value)


async def _write(table: Table, operations: Sequence[Operation]) -> bool:
    try:
        await table.transact(operations)
    except ConditionFailed:
        return False
    return True


def _trail(item: OutboxItem, steps: Sequence[DeliveryStep]) -> tuple[DeliveryStep, ...]:
    return (*item.trail, *steps)[-_TRAIL:]
