"""What a room's channel on Discord is still to show, in the order in which it was said.

What is to be posted stands in a queue of its channel, which is written in the transaction that says it. So
nothing of it is lost, whatever ends when. One at a time is claimed, posted and taken from the queue; where an
attempt may have arrived, whoever posts looks in the channel first. What is taken back is removed there, too.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from tracker.due import due_now
from tracker.frozen import frozen
from tracker.notify.model import shard_of
from tracker.rooms.model import Room, RoomMessage
from tracker.rooms.visibility import HIDE_FROM
from tracker.store.conditions import Condition, eq
from tracker.store.entity import Entity, Instant, change, from_items, stored, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import DueListKey
from tracker.store.keys import RelayedKey, RelayKey, RoomKey, RoomMessageKey, RoomPlaceKey
from tracker.store.query import after_prefix
from tracker.store.table import MAX_OPERATIONS, Delete, Operation, Put, Table, Update

RELAY = "room-relay"
CLAIMED_FOR = timedelta(seconds=60)
TOO_LATE = timedelta(days=1)
"""What was said so long ago is not posted any more: whoever was away reads it in the room. What corrects or
removes a message is tried for as long."""
_LOOKED_AT = 800
"""Messages: of what has to wait none is due, so that the queues of a few channels do not fill them."""


class RelayAct(StrEnum):
    POST = "post"
    EDIT = "edit"
    REMOVE = "remove"
    NOTE = "note"
    """Something that nobody said: what the room asks, and what came of it."""


class Relay(Entity, frozen=True):
    type: Literal["relay"] = "relay"
    channel: str
    at: Instant
    id: str
    act: RelayAct
    room: str
    message: str | None = None
    title: str | None = None
    text: str | None = None
    asks: bool = False
    """Whether a note waits for answers."""
    attempts: int = 0
    tried_at: Instant | None = None
    """For the first time."""
    due_at: Instant

    @property
    def key(self) -> RelayKey:
        return RelayKey(self.channel, self.at, self.id)

    def place_at(self, at: datetime) -> DueListKey:
        return DueListKey(RELAY, shard_of(self.channel), at, self.channel)


class Relayed(Entity, frozen=True):
    type: Literal["relayed"] = "relayed"
    reference: str
    """What Discord calls it."""
    ttl: int | None = None


@frozen
class Post:
    """What is about to be shown."""

    id: str
    """Stands in the button below it, by which it is found again."""
    room: str
    title: str
    text: str
    asks: bool = False
    news: bool = False
    ttl: int | None = None


def to_post(message: RoomMessage) -> Iterator[Put]:
    """In the transaction that says it."""
    if message.channel is not None:
        yield _queued(message, RelayAct.POST, message.id)


def to_correct(message: RoomMessage) -> Iterator[Put]:
    """In the transaction that corrects it. It comes after its post, and says what it reads then."""
    if message.channel is not None:
        yield _queued(message, RelayAct.EDIT, f"{message.id}.edit")


def to_remove(message: RoomMessage) -> Iterator[Put]:
    """In the transaction that takes it back, or hides it. It comes after its post, whenever that goes."""
    if message.channel is not None:
        yield _queued(message, RelayAct.REMOVE, f"{message.id}.gone")


def to_note(room: Room, note: str, title: str, text: str, at: datetime, *, asks: bool) -> Iterator[Put]:
    if room.bridge is not None:
        one = Relay(
            channel=room.bridge.channel,
            at=at,
            id=note,
            act=RelayAct.NOTE,
            room=room.id,
            title=title,
            text=text,
            asks=asks,
            due_at=at,
        )
        yield Put(to_item(one, one.key, one.place_at(at)))


def closed_place(room: Room) -> list[Operation]:
    """The channel of the room is free for another one."""
    if room.bridge is None:
        return []
    return [Delete(RoomPlaceKey(room.bridge.channel).key, eq("room", room.id))]


def _queued(message: RoomMessage, act: RelayAct, name: str) -> Put:
    one = Relay(
        channel=message.channel or "",
        at=message.at,
        id=name,
        act=act,
        room=message.room,
        message=message.id,
        due_at=message.at,
    )
    return Put(to_item(one, one.key, one.place_at(message.at)))


async def channels_due(table: Table, now: datetime) -> list[str]:
    """Those that have something to show, or to show no more; the index may lag."""
    found = await due_now(table, Relay, RELAY, now, _LOOKED_AT)
    return list(dict.fromkeys(one.channel for one in found))


async def claimed(table: Table, channel: str, now: datetime) -> Relay | None:
    """The first in the queue of a channel, and nobody else's for a minute; None where it has to wait."""
    queue = RelayKey.prefix(channel=channel)
    page = await table.query(queue.pk, lo=queue.prefix, hi=after_prefix(queue.prefix), limit=1)
    first = next(from_items(Relay, page.items), None)
    if first is None or first.due_at > now:
        return None
    until = now + CLAIMED_FOR
    taken = {"attempts": first.attempts + 1, "tried_at": first.tried_at or now, "due_at": until}
    try:
        await table.transact(
            [change(Relay, first.key, taken, enter=[first.place_at(until)], when=_unmoved(first))]
        )
    except ConditionFailed:
        return None
    return first.model_copy(update=taken)


def is_too_late(relay: Relay, now: datetime) -> bool:
    """An old message may be corrected or taken back today: that counts from when it was first tried."""
    changes = relay.act in {RelayAct.EDIT, RelayAct.REMOVE}
    return now - ((relay.tried_at or now) if changes else relay.at) > TOO_LATE


async def wanted(table: Table, relay: Relay) -> Post | None:
    """What to show now; None where it was taken back meanwhile, or the room is not shown there any more."""
    room = await _room(table, relay.room)
    if room is None or room.bridge is None or room.bridge.channel != relay.channel:
        return None
    if relay.act is RelayAct.NOTE:
        return Post(relay.id, relay.room, relay.title or room.name, relay.text or "", asks=relay.asks)
    item = await table.get(RoomMessageKey(relay.room, relay.at, relay.message or "").key)
    said = next(from_items(RoomMessage, [item] if item else []), None)
    if said is None or not said.is_there or said.reports >= HIDE_FROM:
        return None
    return Post(said.id, said.room, said.name or "", said.text or "", news=said.news, ttl=said.ttl)


async def posted_as(table: Table, relay: Relay) -> str | None:
    """What Discord calls a message that it shows."""
    item = await table.get(RelayedKey(relay.channel, relay.message or "").key)
    return next((one.reference for one in from_items(Relayed, [item] if item else [])), None)


async def is_posted(table: Table, relay: Relay, post: Post, reference: str) -> None:
    """It stands there, and leaves the queue."""
    name, where = RelayedKey(relay.channel, post.id), Relayed(reference=reference, ttl=post.ttl)
    await _end_with(table, relay, [Put(to_item(where, name))] if relay.act is RelayAct.POST else [])


async def is_removed(table: Table, relay: Relay) -> None:
    await _end_with(table, relay, [Delete(RelayedKey(relay.channel, relay.message or "").key)])


async def drop(table: Table, relay: Relay) -> None:
    """It need not, or cannot, be shown."""
    await _end_with(table, relay, [])


async def put_off(table: Table, relay: Relay, until: datetime) -> None:
    """What comes after it waits with it: order is kept."""
    try:
        await table.transact([_later(relay, until)])
    except ConditionFailed:
        return
    await _hold_back(table, relay.channel, until)


def _later(relay: Relay, until: datetime) -> Update:
    return change(Relay, relay.key, {"due_at": until}, enter=[relay.place_at(until)], when=_unmoved(relay))


async def _hold_back(table: Table, channel: str, until: datetime) -> None:
    """A long queue that cannot move stands before nothing that other channels have to show."""
    queue, cursor = RelayKey.prefix(channel=channel), None
    while True:
        page = await table.query(queue.pk, prefix=queue.prefix, limit=MAX_OPERATIONS, cursor=cursor)
        behind = [one for one in from_items(Relay, page.items) if one.due_at < until]
        with suppress(ConditionFailed):  # one was corrected just now: it is due, and waits all the same
            await table.transact([_later(one, until) for one in behind])
        if (cursor := page.cursor) is None:
            return


async def _end_with(table: Table, relay: Relay, more: Sequence[Operation]) -> None:
    try:
        await table.transact([Delete(relay.key.key, _unmoved(relay)), *more])
    except ConditionFailed:  # the claim was over, and another one has it
        return


def _unmoved(relay: Relay) -> Condition:
    return eq("dueAt", stored(relay.due_at))


async def _room(table: Table, room_id: str) -> Room | None:
    item = await table.get(RoomKey(room_id).key)
    return next(from_items(Room, [item] if item else []), None)
