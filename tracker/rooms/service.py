"""Rooms: made, joined, left, changed. What is said in them is in `saying.py` and `history.py`."""

import builtins
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field
from datetime import datetime, timedelta

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.digest.planning import first_round
from tracker.frozen import frozen
from tracker.ids import Ids
from tracker.limits import Limits, counted
from tracker.rewards.board_names import DiscordName
from tracker.rewards.wallet import wallet_of
from tracker.rooms import leaving
from tracker.rooms.book import FINDER, MyRoom, RoomScene, members_in, rooms_of, scene_of
from tracker.rooms.errors import (
    BadCode,
    BadRoom,
    InRoomAlready,
    NoSuchMember,
    NotTheOwner,
    RoomFull,
    RoomUnchanged,
    TooManyRooms,
)
from tracker.rooms.model import MOST_MEMBERS, MOST_ROOMS, Invitation, Room, RoomCode, RoomMember, Tell
from tracker.rooms.names import name_among
from tracker.rooms.often import JOINS, TRIES, too_often
from tracker.rooms.words import called, checked_purpose, checked_room_name, mark_of, new_code
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import change, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import RoomCodeKey, RoomKey
from tracker.store.table import Operation, Put, Table, Update

ATTEMPTS = 20
INVITED_FOR = timedelta(days=7)
MOST_DAYS = 90
CHANGES = "roomChanges"
"""Counts what a person changes of the rooms that they are in, and of what they share there."""


@frozen
class NewRoom:
    """A room that was just made, or joined."""

    room: Room
    mine: RoomMember
    invitation: Invitation | None = None


@frozen
class Who:
    """Somebody who comes into a room, and what they want to be called there."""

    user: User
    said: str | None = None
    discord: DiscordName | None = field(default=None)


class Rooms:
    def __init__(self, table: Table, clock: Clock, new_id: Ids, codes: Callable[[], str] = new_code) -> None:
        self._table, self._clock, self._new_id, self._codes = table, clock, new_id, codes

    async def list(self, user_id: str) -> list[MyRoom]:
        return [one for one in await rooms_of(self._table, user_id) if one.room.members]

    async def find(self, user_id: str, text: str, *, whole_name: bool = False) -> MyRoom:
        """One that the person is in. Raises NoSuchRoom, AmbiguousRoom."""
        return FINDER.one(await rooms_of(self._table, user_id), text, whole_name=whole_name)

    async def scene(self, user_id: str, room_id: str) -> RoomScene:
        """Raises NoSuchRoom."""
        return await scene_of(self._table, room_id, user_id)

    async def create(self, who: Who, name: str, purpose: str | None = None) -> NewRoom:
        """Raises BadRoom, TooManyRooms, BadName."""
        called_so, why = checked_room_name(name), checked_purpose(purpose)
        member_name = await self._name(who, ())
        now, room_id, (code, mark) = self._now(), self._new_id(), self._new_code()
        room = Room(
            id=room_id,
            name=called_so,
            purpose=why,
            owner=who.user.id,
            members=(who.user.id,),
            code_mark=mark,
            created_at=now,
        )
        mine = RoomMember(user=who.user.id, room=room_id, name=member_name, since=now)
        invitation = Invitation(code, MOST_MEMBERS - 1, now + INVITED_FOR)

        async def write(mine_now: Sequence[MyRoom]) -> builtins.list[Operation]:
            _refuse_more(mine_now)
            return [
                Put(to_item(room, room.key), ABSENT),
                Put(to_item(mine, mine.key), ABSENT),
                _opened(mark, room_id, invitation),
                first_round(who.user, now),
            ]

        await self._write(who.user.id, write)
        return NewRoom(room, mine, invitation)

    async def join(self, who: Who, code: str) -> NewRoom:
        """Raises BadCode, RoomFull, TooManyRooms, InRoomAlready, BadName, NameTaken, SaidTooOften."""
        mark, user = mark_of(code), who.user
        limits = Limits(self._table, self._clock)
        if (until := await limits.take(TRIES, user.id)) is not None:
            raise too_often("You have tried many codes.", until - limits.now(), "code")
        found: builtins.list[NewRoom] = []

        async def write(mine_now: Sequence[MyRoom]) -> builtins.list[Operation]:
            now = self._now()
            open_code, room = await self._invited(mark)
            if user.id in room.members:
                raise InRoomAlready(f"You are in {room.name} already.")
            _refuse_more(mine_now)
            if len(room.members) >= MOST_MEMBERS:
                raise RoomFull(f"{room.name} is full: {MOST_MEMBERS} people are in it.")
            members = await members_in(self._table, room)
            if (until := await limits.full_until(JOINS, f"{user.id}#{room.id}")) is not None:
                raise too_often(f"You have joined {room.name} often today.", until - limits.now())
            name = await self._name(who, [one.name for one in members])
            after = room.model_copy(
                update={"members": (*room.members, user.id), "revision": room.revision + 1}
            )
            mine = RoomMember(user=user.id, room=room.id, name=name, since=now)
            found[:] = [NewRoom(after, mine)]
            return [
                difference(room, after),
                Put(to_item(mine, mine.key), ABSENT),
                change(
                    RoomCode,
                    RoomCodeKey(mark),
                    {"uses": open_code.uses - 1},
                    when=eq("uses", open_code.uses),
                ),
                counted(JOINS, f"{user.id}#{room.id}", now),
                first_round(user, now),
            ]

        await self._write(user.id, write)
        return found[0]

    async def invite(self, user_id: str, room_id: str, *, uses: int | None, days: int | None) -> Invitation:
        """A new code, in the place of the one before. Raises NotTheOwner, BadRoom."""
        uses = MOST_MEMBERS - 1 if uses is None else uses
        days = INVITED_FOR.days if days is None else days
        if not 1 <= uses < MOST_MEMBERS:
            raise BadRoom(f"An invitation is for 1 to {MOST_MEMBERS - 1} people.", field="people")
        if not 1 <= days <= MOST_DAYS:
            raise BadRoom(f"An invitation lasts 1 to {MOST_DAYS} days.", field="days")
        code, mark = self._new_code()
        invitation = Invitation(code, uses, self._now() + timedelta(days=days))

        async def write(scene: RoomScene) -> builtins.list[Operation]:
            refuse_others(scene, "invite people")
            after = _next(scene.room, {"code_mark": mark})
            return [
                difference(scene.room, after),
                _opened(mark, room_id, invitation),
                *leaving.closed_code(scene.room),
            ]

        await self._change(user_id, room_id, write)
        return invitation

    async def edit(
        self,
        user_id: str,
        room_id: str,
        *,
        name: str | None = None,
        purpose: str | None = None,
        member_name: str | None = None,
        tell: Tell | None = None,
    ) -> RoomScene:
        """The room itself is changed by its owner; how somebody is called and told, by themselves.

        Raises NotTheOwner, BadRoom, BadName, NameTaken, RoomUnchanged."""
        of_room: dict[str, object] = {} if name is None else {"name": checked_room_name(name)}
        of_room |= {} if purpose is None else {"purpose": checked_purpose(purpose)}

        async def write(scene: RoomScene) -> builtins.list[Operation]:
            if of_room:
                refuse_others(scene, "change the room")
            mine: dict[str, object] = {} if tell is None else {"tell": tell}
            if member_name is not None:
                user = User(id=user_id, created_at=scene.room.created_at)
                others = [one.name for one in scene.others]
                mine["name"] = await self._name(Who(user, member_name), others)
            if not of_room and not mine:
                raise RoomUnchanged("Say what is to be changed: a name, or how you hear of it.")
            changed = [change(RoomMember, scene.mine.key, mine)] if mine else []
            return [difference(scene.room, _next(scene.room, of_room)), *changed]

        await self._change(user_id, room_id, write)
        return await scene_of(self._table, room_id, user_id)

    async def leave(self, user_id: str, room_id: str) -> None:
        """At any time. Nobody is told, unless the room has a new owner then."""
        await leaving.leave(self._table, user_id, room_id, self._now())

    async def remove(self, user_id: str, room_id: str, name: str) -> RoomMember:
        """The owner takes somebody out, and closes the invitation. Raises NotTheOwner, NoSuchMember."""
        scene = await scene_of(self._table, room_id, user_id)
        refuse_others(scene, "take somebody out")
        if (who := called(scene.others, name)) is None:
            raise no_such_member(scene, name)
        await leaving.leave(self._table, who.user, room_id, self._now(), by=user_id)
        return who

    async def _invited(self, mark: str) -> tuple[RoomCode, Room]:
        item = await self._table.get(RoomCodeKey(mark).key)
        code = next(from_items(RoomCode, [item] if item else []), None)
        room_item = None if code is None else await self._table.get(RoomKey(code.room).key)
        room = next(from_items(Room, [room_item] if room_item else []), None)
        if code is None or room is None or code.uses < 1 or not room.members or room.code_mark != mark:
            raise BadCode(
                "This invitation does not work, or no longer works. Ask for a new one.", field="code"
            )
        return code, room

    async def _name(self, who: Who, taken: Sequence[str]) -> str:
        wallet = await wallet_of(self._table, who.user.id)
        return name_among(taken, who.user, wallet, said=who.said, discord=who.discord)

    async def _change(
        self, user_id: str, room_id: str, write: Callable[[RoomScene], Awaitable[builtins.list[Operation]]]
    ) -> None:
        """Again where somebody was faster."""
        for _ in range(ATTEMPTS):
            operations = await write(await scene_of(self._table, room_id, user_id))
            try:
                await self._table.transact(operations)
            except ConditionFailed:
                continue
            return
        raise restless()

    async def _write(
        self, user_id: str, write: Callable[[Sequence[MyRoom]], Awaitable[builtins.list[Operation]]]
    ) -> None:
        """A person comes into rooms one after another, so that they are never in too many."""
        for _ in range(ATTEMPTS):
            if (turn := await next_change(self._table, user_id, CHANGES)) is None:
                raise NoSuchUser("There is no such account, or it is being deleted.")
            operations = await write(await self.list(user_id))
            try:
                await self._table.transact([turn, *operations])
            except ConditionFailed:
                continue
            return
        raise restless()

    def _new_code(self) -> tuple[str, str]:
        code = self._codes()
        return code, mark_of(code)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def difference(before: Room, after: Room) -> Update:
    fields = {
        name: value for name in Room.model_fields if (value := getattr(after, name)) != getattr(before, name)
    }
    return change(Room, before.key, fields, when=eq("revision", before.revision))


def no_such_member(scene: RoomScene, name: str) -> NoSuchMember:
    there = ", ".join(one.name for one in scene.others[:5]) or "nobody else"
    return NoSuchMember(
        f"Nobody in {scene.room.name} is called {name[:40]}. There is {there}.", field="member"
    )


def restless() -> Throttled:
    return Throttled("the room keeps changing under our hands; try again in a moment")


def _next(room: Room, fields: dict[str, object]) -> Room:
    return room.model_copy(update={**fields, "revision": room.revision + 1})


def _opened(mark: str, room_id: str, invitation: Invitation) -> Put:
    code = RoomCode(room=room_id, uses=invitation.uses, ttl=int(invitation.until.timestamp()))
    return Put(to_item(code, RoomCodeKey(mark)), ABSENT)


def _refuse_more(mine: Sequence[MyRoom]) -> None:
    if len(mine) >= MOST_ROOMS:
        raise TooManyRooms(
            f"You are in {MOST_ROOMS} rooms, which is as many as there can be. Leave one first."
        )


def refuse_others(scene: RoomScene, what: str) -> None:
    if scene.room.owner != scene.viewer:
        owner = next((one.name for one in scene.members if one.user == scene.room.owner), "its owner")
        raise NotTheOwner(f"Only {owner}, who owns {scene.room.name}, can {what}.")
