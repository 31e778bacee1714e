"""What members share with a room, one by one: a habit, goal, project or challenge. What is not named is not.

Once an hour it is looked at, for whoever shares something, what of it has moved: days that were done with
their streak, parts of the way to a goal, what is reached, and weeks of a challenge. That is one message of
theirs in the room, which is written in the transaction that also remembers what was told and plans the next
look. Of amounts, notes and values nothing is told. What was missed of a habit is told to a buddy alone.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from tracker.accounts.changes import next_change, nothing_since
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.challenge.model import Challenge
from tracker.clock import Clock
from tracker.due import Due, forget, moved
from tracker.finding import Finder
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.words.wording import goal_title
from tracker.habits.model import Habit
from tracker.habits.rounds.missing import called_over
from tracker.ids import Ids
from tracker.projects.model import Project
from tracker.rewards.taken import alike
from tracker.rooms.asking import SHARES
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.buddies import told_of
from tracker.rooms.errors import NoSuchRoom, NothingToShare, TooManyShared
from tracker.rooms.model import RoomMessage
from tracker.rooms.progress import Miss, RoomShare, ShareKind, ShareLook
from tracker.rooms.saying import listeners, spoken
from tracker.rooms.service import ATTEMPTS, CHANGES, restless
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomShareKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import Item

MOST_SHARED = 10
"""Of one person with one room."""
LOOK = timedelta(hours=1)
Shared: TypeAlias = Habit | Goal | CompositeGoal | Project | Challenge


FINDER: Finder[RoomShare] = Finder(
    "thing",
    name=lambda one: one.name,
    ids=lambda one: (one.thing,),
    missing=NothingToShare,
    ambiguous=NothingToShare,
)


class SharesDue(Due, frozen=True):
    """`id` is the room."""

    kind: str = SHARES


def _name_of(thing: Shared) -> str:
    if isinstance(thing, Goal):
        return goal_title(thing, game_of(thing.subject.source))
    return thing.title if isinstance(thing, CompositeGoal) else thing.name


class RoomShares:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def list(self, user_id: str, room_id: str) -> Sequence[RoomShare]:
        return await shares_of(self._table, user_id, room_id)

    async def share(self, user: User, room_id: str, thing: Shared) -> RoomShare:
        """From now on; what was done before is not told. Raises NoSuchRoom, TooManyShared,
        NothingToShare, NoSuchUser."""
        now = self._clock().replace(microsecond=0)
        for _ in range(ATTEMPTS):
            if (turn := await next_change(self._table, user.id, CHANGES)) is None:
                raise NoSuchUser("There is no such account, or it is being deleted.")
            scene = await scene_of(self._table, room_id, user.id)
            mine = await shares_of(self._table, user.id, room_id)
            new = await self._new(user, room_id, thing, now)
            old = next((one for one in mine if one.key == new.key), None)
            if old is not None and await ShareLook(self._table, user, now).at(old) is not None:
                return old
            if old is None and len(mine) >= MOST_SHARED:
                raise TooManyShared(f"You share {MOST_SHARED} things with {scene.room.name} already.")
            due = SharesDue(user=user.id, id=room_id, due_at=now + LOOK)
            planned = await self._table.get(due.key.key)
            try:
                await self._table.transact(
                    [
                        turn,
                        Check(scene.room.key.key, eq("revision", scene.room.revision)),
                        Put(to_item(new, new.key), EXISTS if old else ABSENT),
                        Check(due.key.key, EXISTS)
                        if planned
                        else Put(to_item(due, due.key, due.place), ABSENT),
                    ]
                )
            except ConditionFailed:
                continue
            return new
        raise restless()

    async def unshare(self, user_id: str, room_id: str, name: str) -> RoomShare:
        """Raises NothingToShare."""
        mine = await shares_of(self._table, user_id, room_id)
        wanted = alike(name)
        found = [one for one in mine if alike(one.name) == wanted] or FINDER.meant(mine, name)
        if len({one.name for one in found}) != 1:  # of two that are called alike, the first goes
            there = ", ".join(one.name for one in mine) or "nothing"
            which = f"There is more than one {name[:40]}" if found else f"You do not share {name[:40]} there"
            raise NothingToShare(f"{which}. You share {there}.", field="thing")
        await self._table.delete(found[0].key.key)
        return found[0]

    async def _new(self, user: User, room_id: str, thing: Shared, now: datetime) -> RoomShare:
        """With what has moved so far as known."""
        new = RoomShare(
            user=user.id,
            room=room_id,
            kind=ShareKind.GOAL if isinstance(thing, CompositeGoal) else ShareKind(thing.type),
            thing=thing.id,
            character=thing.character if isinstance(thing, Goal) else None,
            name=_name_of(thing),
            since=now,
        )
        until_now = await ShareLook(self._table, user, now).at(new)
        if until_now is None:
            raise NothingToShare(f"{new.name} is no longer yours to share.", field="thing")
        return new.model_copy(update=until_now.known)


async def shares_of(table: Table, user_id: str, room_id: str) -> list[RoomShare]:
    """In the order in which they were shared."""
    mine = RoomShareKey.prefix(user=user_id, room=room_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(RoomShare, items), key=lambda one: (one.since, one.thing))


async def hold(table: Table, clock: Clock, new_id: Ids, keep: timedelta, work: SharesDue) -> bool:
    """One look at all that a person shares with a room; whether there was something to tell."""
    for _ in range(ATTEMPTS):
        now = clock().replace(microsecond=0)
        items = await table.get_many([work.key.key, UserKey(work.user).key])
        due = next(from_items(SharesDue, filter(None, [items.get(work.key.key)])), None)
        user = next(from_items(User, filter(None, [items.get(UserKey(work.user).key)])), None)
        if due is None or due.due_at > now or user is None:
            return False
        settled = await called_over(table, due.user)  # first: the freezes of these days are seen then, too
        shares = await shares_of(table, due.user, due.id)
        try:
            scene = await scene_of(table, due.id, due.user)
        except NoSuchRoom:
            await table.write_many(deletes=[one.key.key for one in shares])
            await forget(table, due)
            return False
        if not shares:
            await _forget_unless_shared(table, due, items[UserKey(due.user).key])
            return False
        looked = await _looked(ShareLook(table, user, now, settled), shares)
        operations = [*looked.operations, *await _told_buddy(table, scene, shares, looked, now)]
        if looked.lines:
            message = _message(scene, new_id(), looked.lines, now, keep)
            unchanged = Check(scene.room.key.key, eq("revision", scene.room.revision))
            operations += [unchanged, *spoken(scene.room, message, [*listeners(scene, "")])]
        with suppress(ConditionFailed):  # somebody has come or gone, or another one was faster
            await table.transact([moved(due, now + LOOK), *operations])
            return bool(looked.lines)
    raise restless()


async def _forget_unless_shared(table: Table, due: SharesDue, person: Item) -> None:
    """Nothing was shared when the person was read; what was since keeps the look."""
    unchanged = Check(UserKey(due.user).key, nothing_since(person, CHANGES))
    with suppress(ConditionFailed):
        await table.transact([Delete(due.key.key, due.unmoved), unchanged])


class _Looked(NamedTuple):
    lines: Sequence[str]
    """What the room hears."""
    missed: Sequence[Miss]
    """What nobody but a buddy hears of."""
    operations: Sequence[Operation]


async def _looked(look: ShareLook, shares: Sequence[RoomShare]) -> _Looked:
    lines: list[str] = []
    missed: list[Miss] = []
    operations: list[Operation] = []
    for share in shares:
        found = await look.at(share)
        if found is None:
            operations.append(Delete(share.key.key))
            continue
        if found.known:
            operations.append(change(RoomShare, share.key, found.known, when=EXISTS))
        if found.line:
            lines.append(found.line)
        missed += found.missed
    return _Looked(lines, missed, operations)


async def _told_buddy(
    table: Table, scene: RoomScene, shares: Sequence[RoomShare], looked: _Looked, now: datetime
) -> list[Operation]:
    shares_habits = any(one.kind is ShareKind.HABIT for one in shares)
    return await told_of(table, scene, looked.missed, now, shares_habits=shares_habits)


def _message(
    scene: RoomScene, message_id: str, lines: Sequence[str], now: datetime, keep: timedelta
) -> RoomMessage:
    return RoomMessage(
        room=scene.room.id,
        id=message_id,
        at=now,
        user=scene.viewer,
        name=scene.mine.name,
        text="\n".join(lines),
        news=True,
        channel=None if scene.room.bridge is None else scene.room.bridge.channel,
        ttl=int((now + keep).timestamp()) if keep else None,
    )
