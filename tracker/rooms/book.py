"""Reading rooms: those of a person, one with everybody in it, and who is kept apart from whom."""

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import chain

from tracker.accounts.model import User
from tracker.finding import Finder
from tracker.frozen import frozen
from tracker.rooms.errors import AmbiguousRoom, NoSuchRoom
from tracker.rooms.model import Room, RoomMember
from tracker.rooms.visibility import Standing
from tracker.store.entity import from_items
from tracker.store.keys import BlockKey, RoomKey, RoomMemberKey, UserKey
from tracker.store.table import Table
from tracker.store.values import Key


@frozen
class MyRoom:
    """A room as one of its members has it."""

    room: Room
    mine: RoomMember


@frozen
class RoomScene:
    """A room with everybody in it, as one of them sees it."""

    room: Room
    viewer: str
    members: Sequence[RoomMember]
    """In the order in which they came."""
    blocks: frozenset[tuple[str, str]] = field(default_factory=frozenset[tuple[str, str]])
    """Between the viewer and the others."""

    @property
    def mine(self) -> RoomMember:
        return next(one for one in self.members if one.user == self.viewer)

    @property
    def others(self) -> list[RoomMember]:
        return [one for one in self.members if one.user != self.viewer]

    def member(self, user_id: str) -> RoomMember | None:
        return next((one for one in self.members if one.user == user_id), None)

    @property
    def buddy(self) -> RoomMember | None:
        """Whoever wants to be the viewer's buddy, and is wanted; nobody from whom they are kept apart."""
        found = None if self.mine.buddy is None else self.member(self.mine.buddy)
        if found is None or found.buddy != self.viewer:
            return None
        return found if self.standing().may_know(self.viewer, found.user) else None

    def standing(self, more: Iterable[tuple[str, str]] = ()) -> Standing:
        """`more` are blocks between the viewer and people who have left."""
        present = frozenset(one.user for one in self.members)
        return Standing(self.room.owner, present, self.blocks.union(more))


FINDER: Finder[MyRoom] = Finder(
    "room",
    name=lambda one: one.room.name,
    ids=lambda one: (one.room.id,),
    missing=NoSuchRoom,
    ambiguous=AmbiguousRoom,
)


async def memberships_of(table: Table, user_id: str) -> list[RoomMember]:
    """In the order in which they joined."""
    mine = RoomMemberKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(RoomMember, items), key=lambda one: (one.since, one.room))


async def rooms_of(table: Table, user_id: str) -> list[MyRoom]:
    """All rooms that a person is in, in the order in which they joined."""
    memberships = await memberships_of(table, user_id)
    found = await table.get_many(RoomKey(one.room).key for one in memberships)
    rooms = {room.id: room for room in from_items(Room, found.values())}
    return [MyRoom(rooms[one.room], one) for one in memberships if one.room in rooms]


async def scene_of(table: Table, room_id: str, viewer: str) -> RoomScene:
    """Raises NoSuchRoom where the viewer is not in it."""
    item = await table.get(RoomKey(room_id).key)
    room = next(from_items(Room, [item] if item else []), None)
    if room is None or viewer not in room.members:
        raise NoSuchRoom("You are in no such room.")
    keys = [RoomMemberKey(one, room.id).key for one in room.members]
    pairs = _pairs(viewer, room.others(viewer))
    found = await table.get_many([*keys, *pairs])
    members = from_items(RoomMember, [found[key] for key in keys if key in found])
    return RoomScene(room, viewer, [*members], frozenset(pairs[key] for key in pairs if key in found))


async def members_in(table: Table, room: Room) -> list[RoomMember]:
    """In the order in which they came."""
    keys = [RoomMemberKey(one, room.id).key for one in room.members]
    found = await table.get_many(keys)
    return [*from_items(RoomMember, (found[key] for key in keys if key in found))]


async def profiles_in(table: Table, scene: RoomScene) -> dict[str, User]:
    """Those in the room who show something of themselves, as far as the viewer may know of it."""
    standing = scene.standing()
    known = [one.user for one in scene.members if standing.may_know(scene.viewer, one.user)]
    found = await table.get_many(UserKey(one).key for one in known)
    return {one.id: one for one in from_items(User, found.values()) if one.shown_in_rooms}


async def blocks_with(table: Table, viewer: str, others: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Who of them wants nothing to do with the viewer, and the other way round."""
    pairs = _pairs(viewer, others)
    found = await table.get_many(pairs)
    return frozenset(pairs[key] for key in found)


def _pairs(viewer: str, others: Iterable[str]) -> dict[Key, tuple[str, str]]:
    both = chain.from_iterable(((viewer, one), (one, viewer)) for one in others if one != viewer)
    return {BlockKey(who, whom).key: (who, whom) for who, whom in both}
