"""What was said in a room, as one of its members may see it: a page back from the newest."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.ids import made_at
from tracker.notify.model import StillTrue
from tracker.rewards.taken import alike
from tracker.rooms.book import RoomScene, blocks_with, scene_of
from tracker.rooms.errors import BadPlace, NoSuchRoom, NoSuchRoomMessage, NotTheOwner
from tracker.rooms.leaving import taken_back
from tracker.rooms.messages import read_reference
from tracker.rooms.model import Room, RoomMember, RoomMessage
from tracker.rooms.service import ATTEMPTS, restless
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomMessageKey
from tracker.store.query import after_prefix
from tracker.store.table import Table

MOST_ON_PAGE = 100
_PLACE = re.compile(r"(?P<at>[0-9a-f]{8})-(?P<id>[0-9A-Za-z]{1,40})")
_SEARCHED = 500
"""So far back a message is found by who said it."""
_WRITTEN_WITHIN = timedelta(minutes=1)
"""So long after its id was made a message is said at the latest."""
_APART = timedelta(minutes=1)
"""So far apart the clocks of two services may be."""


@frozen
class HistoryPage:
    scene: RoomScene
    messages: Sequence[RoomMessage]
    """In the order in which they were said."""
    before: str | None
    """Leads to the page before this one; None where nothing was said before."""


class History:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def page(
        self, user_id: str, room_id: str, limit: int = 20, before: str | None = None
    ) -> HistoryPage:
        """It reads so many messages, however many there are. Raises NoSuchRoom, BadPlace."""
        scene = await scene_of(self._table, room_id, user_id)
        size, last = min(limit, MOST_ON_PAGE), None if before is None else _read_place(before, scene.room)
        said = RoomMessageKey.prefix(room=room_id)
        hi = after_prefix(said.prefix) if last is None else RoomMessageKey.until(room=room_id, **last).hi
        page = await self._table.query(said.pk, lo=said.prefix, hi=hi, reverse=True, limit=size + 1)
        found = [one for one in from_items(RoomMessage, page.items) if one.id != (last or {}).get("id")]
        messages = await seen_in(self._table, scene, found[:size])
        has_more = page.cursor is not None or len(found) > size
        older = _place_of(found[:size][-1]) if has_more and found[:size] else None
        return HistoryPage(scene, messages[::-1], older)

    async def find(
        self, user_id: str, room_id: str, which: str | None = None
    ) -> tuple[RoomScene, RoomMessage]:
        """One that the person may see: by its id, or of the newest the last of somebody, by their name.
        Without either, the last that they said themselves.

        Raises NoSuchRoom, NoSuchRoomMessage."""

        def is_meant(one: RoomMessage) -> bool:
            if which is None:
                return one.user == user_id
            return one.is_there and (one.id == which or alike(one.name or "") == alike(which))

        if which is not None and (made := made_at(which)) is not None:
            return await self._said_at(user_id, room_id, made, is_meant)
        page = await self.page(user_id, room_id, MOST_ON_PAGE)
        looked = MOST_ON_PAGE
        while True:
            found = next(filter(is_meant, reversed(page.messages)), None)
            if found is not None:
                return page.scene, found
            if page.before is None or looked >= _SEARCHED:
                raise _no_such_message()
            page = await self.page(user_id, room_id, MOST_ON_PAGE, page.before)
            looked += MOST_ON_PAGE

    async def _said_at(
        self, user_id: str, room_id: str, made: datetime, is_meant: Callable[[RoomMessage], bool]
    ) -> tuple[RoomScene, RoomMessage]:
        """An id says when it was made, so what was said long ago is found as fast as the newest."""
        scene = await scene_of(self._table, room_id, user_id)
        if not scene.room.created_at - _APART <= made <= self._clock() + _APART:
            raise _no_such_message()
        then = RoomMessageKey.between(made, made + _WRITTEN_WITHIN, room=room_id)
        page = await self._table.query(then.pk, lo=then.lo, hi=then.hi, limit=_SEARCHED)
        seen = await seen_in(self._table, scene, [*from_items(RoomMessage, page.items)])
        if (found := next(filter(is_meant, seen), None)) is None:
            raise _no_such_message()
        return scene, found

    async def take_back(self, user_id: str, room_id: str, which: str | None) -> tuple[RoomScene, RoomMessage]:
        """By whoever said it, or by the owner; a mark stays. What was reported only the owner takes away.

        Raises NoSuchRoom, NoSuchRoomMessage, NotTheOwner."""
        scene, message = await self.find(user_id, room_id, which)
        is_owner = scene.room.owner == user_id
        for _ in range(ATTEMPTS):
            if not is_owner:
                _refuse_to_take_back(message, user_id)
            try:
                operations = taken_back(message, message.user or "", unless_reported=not is_owner)
                await self._table.transact(operations)
            except ConditionFailed:
                item = await self._table.get(message.key.key)
                still = next(from_items(RoomMessage, [item] if item else []), None)
                if still is not None and still.is_there:  # it was reported in the same moment
                    message = still
                    continue
            return scene, message
        raise restless()


def _refuse_to_take_back(message: RoomMessage, user_id: str) -> None:
    if message.user != user_id:
        raise NotTheOwner("Only whoever said it, or the room's owner, can take it back.")
    if message.reports:
        raise NotTheOwner("It was reported. Now the room's owner decides about it.")


def _place_of(message: RoomMessage) -> str:
    return f"{int(message.at.timestamp()):x}-{message.id}"


def _read_place(before: str, room: Room) -> dict[str, object]:
    """The message before which somebody reads; nothing was said before there was a room. Raises BadPlace."""
    found = _PLACE.fullmatch(before)
    at = None if found is None else datetime.fromtimestamp(int(found["at"], 16), UTC)
    if found is None or at is None or at < room.created_at - _APART:
        raise BadPlace("This is no page of the room's history.", field="before")
    return {"at": at, "id": found["id"]}


def _no_such_message() -> NoSuchRoomMessage:
    return NoSuchRoomMessage("There is no such message here.", field="message")


async def seen_in(table: Table, scene: RoomScene, messages: Sequence[RoomMessage]) -> list[RoomMessage]:
    """Those that the viewer of the scene may see."""
    present = {one.user for one in scene.members}
    gone = {one.user for one in messages if one.user is not None and one.user not in present}
    standing = scene.standing(await blocks_with(table, scene.viewer, gone) if gone else ())
    return [one for one in messages if standing.may_see(scene.viewer, one)]


async def said_since(
    table: Table, mine: RoomMember, since: datetime, until: datetime, most: int
) -> list[RoomMessage]:
    """What others said in a room from one second on and before another, the newest `most`; oldest first."""
    user_id = mine.user
    between = RoomMessageKey.between(since, until, room=mine.room)
    page = await table.query(between.pk, lo=between.lo, hi=between.hi, reverse=True, limit=most)
    said = [one for one in from_items(RoomMessage, page.items) if one.user not in (None, user_id)]
    if not said:
        return []
    return (await seen_in(table, await scene_of(table, mine.room, user_id), said))[::-1]


def still_said(table: Table) -> StillTrue:
    """Whether a member may still see what they are about to be told."""

    async def may_be_told(person: str, reference: str) -> bool:
        room, at, id_ = read_reference(reference)
        item = await table.get(RoomMessageKey(room, at, id_).key)
        found = [*from_items(RoomMessage, [item] if item else [])]
        try:
            scene = await scene_of(table, room, person)
        except NoSuchRoom:
            return False
        return any(one.is_there for one in await seen_in(table, scene, found))

    return may_be_told
