"""What members share with a room: one habit, goal or project at a time, and nothing that is not named.

Once an hour it is looked at, for whoever shares something, what of it has moved: days that were done with
their streak, parts of the way to a goal, and what is reached. That is one message of theirs in the room,
which is written in the transaction that also remembers what was told and plans the next look. Of amounts,
notes and values nothing is told.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.due import Due, forget, moved
from tracker.frozen import frozen
from tracker.goals.composite.model import CompositeGoal, CompositeStatus
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.standing import standings
from tracker.goals.words.wording import goal_title
from tracker.habits.model import Habit, StreakItem
from tracker.habits.words.wording import streak_text
from tracker.ids import Ids
from tracker.projects.model import Project, ProjectStatus
from tracker.rewards.taken import alike
from tracker.rooms.asking import SHARES
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.errors import NoSuchRoom, NothingToShare, TooManyShared
from tracker.rooms.model import RoomMessage
from tracker.rooms.saying import listeners, spoken
from tracker.rooms.service import ATTEMPTS, restless
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, Entity, Instant, change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import (
    CompositeGoalKey,
    GoalKey,
    HabitKey,
    ProjectKey,
    RoomShareKey,
    StreakKey,
    UserKey,
)
from tracker.store.table import Check, Delete, Operation, Put, Table

MOST_SHARED = 10
"""Of one person with one room."""
LOOK = timedelta(hours=1)
MILESTONES, WHOLE = (25, 50, 75, 90), 100
Shared: TypeAlias = Habit | Goal | CompositeGoal | Project


class ShareKind(StrEnum):
    HABIT = "habit"
    GOAL = "goal"
    PROJECT = "project"


class RoomShare(Entity, frozen=True):
    type: Literal["roomShare"] = "roomShare"
    user: str
    room: str
    kind: ShareKind
    thing: str
    """Its id."""
    character: str | None = None
    """Of a goal: whose it is. One of parts is nobody's in a game."""
    name: str
    """As it was called when it was shared."""
    told_day: date | None = None
    """The last day of a habit that the room knows of."""
    told_percent: int = 0
    """How far the room knows a goal to be."""
    since: Instant

    @property
    def key(self) -> RoomShareKey:
        return RoomShareKey(self.user, self.room, self.kind.value, self.thing)


class SharesDue(Due, frozen=True):
    """`id` is the room."""

    kind: str = SHARES


class Moved(NamedTuple):
    """What there is to tell of one thing, and what the room knows then; no line where nothing moved."""

    line: str | None
    known: dict[str, object]


NOTHING = Moved(None, {})


@frozen
class _Look:
    table: Table
    user: User
    now: datetime

    @property
    def today(self) -> date:
        return local_day(self.now, self.user.zone, self.user.day_start)

    async def at(self, share: RoomShare) -> Moved | None:
        """None where the thing no longer exists."""
        look = {ShareKind.HABIT: self._habit, ShareKind.GOAL: self._goal, ShareKind.PROJECT: self._project}
        return await look[share.kind](share)

    async def _habit(self, share: RoomShare) -> Moved | None:
        keys = HabitKey(share.user, share.thing).key, StreakKey(share.user, share.thing).key
        found = await self.table.get_many(keys)
        habit = next(from_items(Habit, [found[keys[0]]] if keys[0] in found else []), None)
        streak = next(from_items(StreakItem, [found[keys[1]]] if keys[1] in found else []), None)
        if habit is None:
            return None
        done = None if streak is None else streak.last_done
        if streak is None or done is None or done <= (share.told_day or date.min):
            return NOTHING
        if done < self.today - timedelta(days=1):  # it was said so late that it is no news
            return Moved(None, {"told_day": done})
        days = f", {streak_text(streak.current, habit.schedule)}" if streak.current > 1 else ""
        when = "" if done >= self.today else " yesterday"
        return Moved(f"{habit.name}: done{when}{days}", {"told_day": done})

    async def _goal(self, share: RoomShare) -> Moved | None:
        if share.character is None:
            return await self._goal_of_parts(share)
        item = await self.table.get(GoalKey(share.user, share.character, share.thing).key)
        goal = next(from_items(Goal, [item] if item else []), None)
        if goal is None:
            return None
        [standing] = await standings(self.table, self.user, [goal], self.now)
        percent = 0.0 if standing.progress is None else standing.progress.percent
        known = WHOLE if goal.status is GoalStatus.REACHED else min(int(percent), WHOLE - 1)
        return _on_its_way(share, goal_title(goal, standing.game), known, "reached!")

    async def _goal_of_parts(self, share: RoomShare) -> Moved | None:
        """It is achieved when its person says so."""
        item = await self.table.get(CompositeGoalKey(share.user, share.thing).key)
        goal = next(from_items(CompositeGoal, [item] if item else []), None)
        if goal is None:
            return None
        is_done = goal.status is CompositeStatus.ACHIEVED
        percent = WHOLE if is_done else min(int(goal.shown_progress or 0), WHOLE - 1)
        return _on_its_way(share, goal.title, percent, "reached!")

    async def _project(self, share: RoomShare) -> Moved | None:
        item = await self.table.get(ProjectKey(share.user, share.thing).key)
        project = next(from_items(Project, [item] if item else []), None)
        if project is None:
            return None
        is_done = project.status is ProjectStatus.COMPLETED
        percent = WHOLE if is_done else min(int(project.cached_progress or 0), WHOLE - 1)
        return _on_its_way(share, project.name, percent, "done!")


def _on_its_way(share: RoomShare, title: str, percent: int, end: str) -> Moved:
    """The last milestone that the room does not know of; 100 is the end."""
    if percent >= WHOLE > share.told_percent:
        return Moved(f"{title}: {end}", {"told_percent": WHOLE})
    passed = [one for one in MILESTONES if share.told_percent < one <= percent]
    return Moved(f"{title}: {passed[-1]} % of the way", {"told_percent": passed[-1]}) if passed else NOTHING


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
        """From now on; what was done before is not told. Raises NoSuchRoom, TooManyShared."""
        now = self._clock().replace(microsecond=0)
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, room_id, user.id)
            mine = await shares_of(self._table, user.id, room_id)
            new = await self._new(user, room_id, thing, now)
            if any(one.key == new.key for one in mine):
                return new
            if len(mine) >= MOST_SHARED:
                raise TooManyShared(f"You share {MOST_SHARED} things with {scene.room.name} already.")
            due = SharesDue(user=user.id, id=room_id, due_at=now + LOOK)
            planned = await self._table.get(due.key.key)
            try:
                await self._table.transact(
                    [
                        Check(UserKey(user.id).key, PRESENT),
                        Check(scene.room.key.key, eq("revision", scene.room.revision)),
                        Put(to_item(new, new.key), ABSENT),
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
        found = [one for one in mine if alike(one.name) == alike(name) or one.thing == name]
        if not found:
            there = ", ".join(one.name for one in mine) or "nothing"
            raise NothingToShare(f"You do not share {name[:40]} there. You share {there}.", field="thing")
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
        until_now = await _Look(self._table, user, now).at(new)
        return new.model_copy(update=until_now.known if until_now else {})


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
        shares = await shares_of(table, due.user, due.id)
        try:
            scene = await scene_of(table, due.id, due.user)
        except NoSuchRoom:
            await table.write_many(deletes=[one.key.key for one in shares])
            await forget(table, due)
            return False
        if not shares:
            await forget(table, due)
            return False
        lines, operations = await _looked(_Look(table, user, now), shares)
        if lines:
            message = _message(scene, new_id(), lines, now, keep)
            unchanged = Check(scene.room.key.key, eq("revision", scene.room.revision))
            operations += [unchanged, *spoken(scene.room, message, [*listeners(scene, "")])]
        with suppress(ConditionFailed):  # somebody has come or gone, or another one was faster
            await table.transact([moved(due, now + LOOK), *operations])
            return bool(lines)
    raise restless()


async def _looked(look: _Look, shares: Sequence[RoomShare]) -> tuple[list[str], list[Operation]]:
    lines: list[str] = []
    operations: list[Operation] = []
    for share in shares:
        found = await look.at(share)
        if found is None:
            operations.append(Delete(share.key.key))
            continue
        if found.known:
            operations.append(change(RoomShare, share.key, found.known))
        if found.line:
            lines.append(found.line)
    return lines, operations


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
