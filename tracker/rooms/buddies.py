"""Two members who want to be buddies: each hears when the other does not answer, or misses what they share.

It holds while both want it, and as far as both agreed. Those who became buddies when they agreed to hear of
answers alone are asked once whether they want the rest, too, and hear nothing of it until both say so.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import starmap
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.rounds.missing import missed_on
from tracker.habits.schedule import ONE_DAY
from tracker.habits.watched import Watched, watch_one
from tracker.notify import outbox
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording, StillTrue
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.buddy_messages import MISSED, WANTS_BUDDY, buddy_message, missed_message
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.model import BuddyTerms, RoomMember
from tracker.rooms.progress import Miss, ShareKind
from tracker.rooms.service import no_such_member
from tracker.rooms.words import called
from tracker.store.conditions import eq, lacks
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import HabitKey, RoomShareKey, UserKey
from tracker.store.table import Operation, Table


class Pairing(NamedTuple):
    """Whom somebody wants as their buddy, and how far it holds."""

    buddy: RoomMember | None = None
    is_mutual: bool = False
    hears_misses: bool = False
    """Whether both agreed to hear of habits, too."""


class Buddies:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def name(
        self, user_id: str, room_id: str, name: str | None, terms: BuddyTerms = BuddyTerms.HABITS
    ) -> Pairing:
        """Whom they want, by name or id; nobody without a name. Who is wanted hears of it, once.

        Raises NoSuchRoom, NoSuchMember."""
        scene = await scene_of(self._table, room_id, user_id)
        who = None if name is None else called(scene.others, name) or scene.member(name)
        if name is not None and (who is None or scene.standing().are_apart(user_id, who.user)):
            raise no_such_member(scene, name)
        wish = change(RoomMember, scene.mine.key, {"buddy": who and who.user, "buddy_terms": who and terms})
        if who is None:
            await self._write(wish)
            return Pairing()
        is_mutual = who.buddy == user_id
        agreed = is_mutual and terms is who.buddy_terms is BuddyTerms.HABITS
        is_news = not is_mutual or (terms is BuddyTerms.HABITS and not agreed)
        told = buddy_message(who.user, scene.room, scene.mine, self._now(), again=is_mutual)
        await self._write(wish, outbox.operation(told) if is_news else None)
        return Pairing(who, is_mutual, agreed)

    async def _write(self, wish: Operation, telling: Operation | None = None) -> None:
        """Who has been told before is not told again."""
        heard = telling is not None and await self._table.get(telling.key) is not None
        try:
            await self._table.transact([wish] if telling is None or heard else [wish, telling])
        except ConditionFailed as failed:
            if failed.at(0) is not None:
                raise NoSuchRoom("You are in no such room.") from failed
            await self._write(wish)  # they have just heard of it

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def have_agreed(one: RoomMember, other: RoomMember) -> bool:
    """Whether buddies hear of the habits that they miss."""
    return one.buddy_terms is other.buddy_terms is BuddyTerms.HABITS


async def told_of(
    table: Table, scene: RoomScene, misses: Sequence[Miss], now: datetime, *, shares_habits: bool
) -> list[Operation]:
    """What the viewer's buddy is told of what the viewer missed. Who agreed to less is asked, once."""
    buddy = scene.buddy
    if buddy is None or not shares_habits:
        return []
    pairs = (scene.mine, buddy), (buddy, scene.mine)
    asked = [(one, other) for one, other in pairs if one.buddy_terms is BuddyTerms.ANSWERS]
    if have_agreed(scene.mine, buddy):
        person = await _person(table, buddy.user) if misses else None
        messages = [
            missed_message(person, scene.room, scene.mine, one.habit, one.day) for one in misses if person
        ]
    else:
        messages = [buddy_message(one.user, scene.room, other, now, again=True) for one, other in asked]
    puts = [outbox.operation(one) for one in messages]
    told_before = await table.get_many(put.key for put in puts)
    return [*starmap(_noted, asked), *(put for put in puts if put.key not in told_before)]


def _noted(one: RoomMember, other: RoomMember) -> Operation:
    """That they were asked, unless they have just said something else."""
    before = eq("buddyTerms", BuddyTerms.ANSWERS.value) | lacks("buddyTerms")
    fields = {"buddy_terms": BuddyTerms.ASKED}
    return change(RoomMember, one.key, fields, when=eq("buddy", other.user) & before)


def still_wanted(table: Table) -> StillTrue:
    """Whether the other one still wants to be their buddy, and they have not agreed to all of it."""

    async def waits(person: str, reference: str) -> bool:
        room_id, _, by = reference.partition("#")
        try:
            scene = await scene_of(table, room_id, person)
        except NoSuchRoom:
            return False
        other, mine = scene.member(by), scene.mine
        agreed = mine.buddy == by and mine.buddy_terms is BuddyTerms.HABITS
        is_wish = other is not None and other.buddy == person and not agreed
        return is_wish and not scene.standing().are_apart(person, by)

    return waits


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    async def missed(message: Notification) -> Notification | None:
        """If it was missed still, and both still want to hear of it."""
        room_id, by = str(message.facts["room"]), str(message.facts["by"])
        try:
            scene = await scene_of(table, room_id, message.person)
        except NoSuchRoom:
            return None
        buddy, day = scene.buddy, date.fromisoformat(message.period)
        if buddy is None or buddy.user != by or not have_agreed(scene.mine, buddy):
            return None
        now = clock().replace(microsecond=0)
        found = await _shared_habit(table, room_id, by, message.entity, now)
        person = await _person(table, message.person)
        if found is None or person is None or day not in missed_on(found, day - ONE_DAY, day):
            return None
        return missed_message(person, scene.room, buddy, found, day)

    async def wanted(message: Notification) -> Notification | None:
        """By what they agree to now, also where an older version asked for less."""
        try:
            scene = await scene_of(table, str(message.facts["room"]), message.person)
        except NoSuchRoom:
            return None
        if (other := scene.member(str(message.facts["by"]))) is None:
            return None
        now, again = clock().replace(microsecond=0), scene.mine.buddy == other.user
        return buddy_message(message.person, scene.room, other, now, again=again)

    return {MISSED: missed, WANTS_BUDDY: wanted}


async def _shared_habit(
    table: Table, room_id: str, user_id: str, habit_id: str, now: datetime
) -> Watched | None:
    """Only while it is shared there, and under way."""
    share = RoomShareKey(user_id, room_id, ShareKind.HABIT.value, habit_id).key
    what = HabitKey(user_id, habit_id).key
    found = await table.get_many([share, what])
    habit = next(from_items(Habit, [found[what]] if what in found else []), None)
    user = await _person(table, user_id)
    if share not in found or habit is None or user is None or habit.status is not HabitStatus.ACTIVE:
        return None
    return await watch_one(table, user, habit, now)


async def _person(table: Table, user_id: str) -> User | None:
    item = await table.get(UserKey(user_id).key)
    return next(from_items(User, [item] if item else []), None)
