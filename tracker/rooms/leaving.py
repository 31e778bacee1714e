"""Somebody leaves a room, or is deleted. What they said stays after leaving; after a deletion a mark stays.

A room whose owner goes passes to whoever has been in it longest. Whoever goes last takes all of it along.
Stopped anywhere, it is finished by doing it again.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from tracker.notify import outbox
from tracker.rooms.asking import CHECK_IN, SHARES, CheckInDue
from tracker.rooms.assist.model import SaidMessage
from tracker.rooms.book import members_in, memberships_of, rooms_of
from tracker.rooms.messages import owner_message
from tracker.rooms.model import Room, RoomMember, RoomMessage
from tracker.rooms.relaying import closed_place, to_remove
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import BlockedPersonKey, TimelineKey
from tracker.store.key import KeyOf
from tracker.store.keys import (
    AuthorshipKey,
    DueKey,
    MentionKey,
    RoomCodeKey,
    RoomKey,
    RoomMemberKey,
    RoomMessageKey,
    RoomShareKey,
)
from tracker.store.table import Delete, Operation, Put, Table, Update
from tracker.store.values import Item, Key, key_of

_ATTEMPTS = 20
_TOGETHER = 30


async def leave(table: Table, user_id: str, room_id: str, now: datetime, *, by: str | None = None) -> None:
    """`by` is the owner who takes them out: the invitation ends then, too."""
    mine = RoomMemberKey(user_id, room_id)
    for _ in range(_ATTEMPTS):
        item = await table.get(RoomKey(room_id).key)
        room = next(from_items(Room, [item] if item else []), None)
        if room is None or (user_id not in room.members and room.members):
            await table.delete(mine.key)
            return
        operations: list[Operation] = [Delete(mine.key), *await _unshared(table, user_id, room_id)]
        if room.others(user_id):
            operations += await _passed_on(table, room, user_id, now)
            await _unbuddied(table, room, user_id)
            closing: dict[str, object] = {} if by is None else {"code_mark": None}
            operations += [_without(room, user_id, closing), *(closed_code(room) if by is not None else ())]
        else:
            if room.members:
                with suppress(ConditionFailed):  # somebody has joined meanwhile: look again
                    await table.update(_emptied(room))
                continue
            await _clear(table, room_id)
            due = DueKey(user_id, CHECK_IN, room_id).key
            operations += [
                Delete(room.key.key, eq("revision", room.revision)),
                *closed_code(room),
                *closed_place(room),
                Delete(due),
            ]
        with suppress(ConditionFailed):
            await table.transact(operations)
            return
    raise Throttled("the room keeps changing under our hands; try again in a moment")


def closed_code(room: Room) -> Sequence[Operation]:
    """Nobody joins any more by the invitation that is open."""
    return () if room.code_mark is None else (Delete(RoomCodeKey(room.code_mark).key),)


async def forget(table: Table, user_id: str, now: datetime) -> None:
    """Before a person is deleted: a mark stays in the place of what they said, and nobody is kept apart from
    them any more."""
    for one in await memberships_of(table, user_id):
        await leave(table, user_id, one.room, now)
    await take_back_all(table, user_id, RoomMessageKey, RoomMessage)
    await _unblock(table, user_id)


async def take_back_all(table: Table, user_id: str, key: type[KeyOf], model: type[SaidMessage]) -> None:
    """Of everything that the person said in places of one kind, a mark stays."""
    while said := await _said_by(table, user_id, key):
        await _take_back(table, user_id, said, model)


async def parting_notes(table: Table, user_id: str) -> list[str]:
    """What a deletion of the person would do to others."""
    notes: list[str] = []
    for one in await rooms_of(table, user_id):
        if one.room.owner != user_id or not one.room.members:
            continue
        if heirs := one.room.others(user_id):
            item = await table.get(RoomMemberKey(heirs[0], one.room.id).key)
            heir = next((it.name for it in from_items(RoomMember, [item] if item else [])), "somebody in it")
            notes.append(
                f"The room {one.room.name} passes to {heir}, who has been in it longest, and everybody in "
                "it is told."
            )
        else:
            notes.append(f"The room {one.room.name} is removed: nobody else is in it.")
    return notes


def taken_back(message: SaidMessage, author: str, *, unless_reported: bool = False) -> list[Operation]:
    """Nothing is left of it but that there was something."""
    unchanged = eq("user", author) & eq("reports", 0) if unless_reported else eq("user", author)
    gone: dict[str, object] = {"user": None, "name": None, "text": None}
    left: Sequence[Operation] = ()
    if isinstance(message, RoomMessage):
        gone, left = {**gone, "mention": None}, [*to_remove(message), *map(Delete, _mentions([message]))]
    return [
        change(type(message), message.key, gone, leave=[TimelineKey], when=unchanged),
        Delete(AuthorshipKey(author, *message.key.key).key),
        *left,
    ]


def _mentions(messages: Iterable[RoomMessage]) -> list[Key]:
    """What leads from Discord to these."""
    return [MentionKey(one.mention).key for one in messages if one.mention is not None]


async def _unshared(table: Table, user_id: str, room_id: str) -> list[Operation]:
    """Nothing is shared any more, also when they come back."""
    shared = RoomShareKey.prefix(user=user_id, room=room_id)
    keys = [key_of(one) async for one in table.query_all(shared.pk, prefix=shared.prefix)]
    return [*map(Delete, keys), Delete(DueKey(user_id, SHARES, room_id).key)] if keys else []


async def _unbuddied(table: Table, room: Room, user_id: str) -> None:
    """Nobody waits for answers of the person any more."""
    for one in await members_in(table, room):
        if one.buddy == user_id:
            no_buddy = {"buddy": None, "buddy_terms": None}
            with suppress(ConditionFailed):  # they go, too, or want another one by now
                await table.update(change(RoomMember, one.key, no_buddy, when=eq("buddy", user_id)))


async def _passed_on(table: Table, room: Room, user_id: str, now: datetime) -> list[Operation]:
    """Everybody is told whose the room is, and the question that it asks comes due for its new owner."""
    if room.owner != user_id:
        return []
    heir, *others = room.others(user_id)
    told = [owner_message(heir, room, now, is_heir=True)]
    told += [owner_message(one, room, now, is_heir=False) for one in others]
    return [*map(outbox.operation, told), *await _question_passed_on(table, room, user_id, heir)]


async def _question_passed_on(table: Table, room: Room, user_id: str, heir: str) -> list[Operation]:
    if room.check_in is None:
        return []
    old = DueKey(user_id, CHECK_IN, room.id)
    item = await table.get(old.key)
    due = next(from_items(CheckInDue, [item] if item else []), None)
    if due is None:
        return []
    moved = due.model_copy(update={"user": heir})
    return [Delete(old.key, due.unmoved), Put(to_item(moved, moved.key, moved.place))]


def _without(room: Room, user_id: str, more: dict[str, object]) -> Update:
    left = tuple(room.others(user_id))
    owner = left[0] if room.owner == user_id else room.owner
    fields = {**more, "members": left, "owner": owner, "revision": room.revision + 1}
    return change(Room, room.key, fields, when=eq("revision", room.revision))


def _emptied(room: Room) -> Update:
    """From here on nobody can join."""
    fields: dict[str, object] = {"members": (), "revision": room.revision + 1}
    return change(Room, room.key, fields, when=eq("revision", room.revision))


async def _clear(table: Table, room_id: str) -> None:
    """All that was said, with what leads its authors to it."""
    while True:
        room = RoomKey(room_id).key
        page = await table.query(room.pk, limit=_TOGETHER)
        found = [one for one in page.items if key_of(one) != room]
        if not found:
            return
        authors = [AuthorshipKey(str(one["user"]), *key_of(one)).key for one in found if one.get("user")]
        said = [*from_items(RoomMessage, _messages(found))]
        shown = [put.item for one in said for put in to_remove(one)]
        await table.write_many(puts=shown, deletes=[*map(key_of, found), *authors, *_mentions(said)])


def _messages(items: Sequence[Item]) -> list[Item]:
    return [one for one in items if RoomMessageKey.parse(key_of(one))]


async def _said_by(table: Table, user_id: str, key: type[KeyOf]) -> list[Key]:
    """Some of the authorships of what the person said."""
    mine = AuthorshipKey.prefix(user=user_id)
    found: list[Key] = []
    async for item in table.query_all(mine.pk, prefix=mine.prefix):
        authorship = AuthorshipKey.parse(key_of(item))
        if authorship and key.parse(Key(authorship.place, authorship.entry)):
            found.append(key_of(item))
            if len(found) == _TOGETHER:
                break
    return found


async def _take_back(
    table: Table, user_id: str, authorships: Sequence[Key], model: type[SaidMessage]
) -> None:
    """One that has expired, or was taken back meanwhile, is passed over."""
    entries = {key: _named(key) for key in authorships}
    stored = await table.get_many(entries.values())
    there = {message.key.key: message for message in from_items(model, stored.values())}
    operations: list[Operation] = []
    for authorship, entry in entries.items():
        message = there.get(entry)
        mine = message is not None and message.user == user_id
        operations += taken_back(message, user_id) if message and mine else [Delete(authorship)]
    with suppress(ConditionFailed):  # look again
        await table.transact(operations)


def _named(authorship: Key) -> Key:
    parsed = AuthorshipKey.parse(authorship)
    return Key(parsed.place, parsed.entry) if parsed else authorship


async def _unblock(table: Table, user_id: str) -> None:
    """Those who wanted nothing to do with the person keep no trace of them."""
    known = BlockedPersonKey.prefix(other=user_id)
    items = [one async for one in table.query_all(known.pk, prefix=known.prefix, index=known.index)]
    await table.write_many(deletes=map(key_of, items))
