"""Saying something in a room: one transaction writes it, counts it, and tells everybody who wants to hear.

So a crash leaves nothing half done: either all of it is there, or none. It holds only as long as nobody comes
or goes meanwhile; then it is done anew with those who are there.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from tracker.accounts.errors import NoSuchUser
from tracker.claims import SeenEvent
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.ids import Ids
from tracker.limits import Limit, counted, room_from
from tracker.notify import outbox
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.errors import NoSuchRoom, NothingAsked, SaidTooOften
from tracker.rooms.messages import read_reference, reference_to, said_message
from tracker.rooms.model import CheckInAnswer, Mention, Room, RoomMember, RoomMessage, SaidByMention, Tell
from tracker.rooms.relaying import to_post
from tracker.rooms.service import ATTEMPTS, restless
from tracker.rooms.words import checked_text, named_in
from tracker.signing import hashed
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import authored, change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import MentionKey, RoomMessageKey, SeenKey
from tracker.store.table import Check, Operation, Put, Table
from tracker.store.values import Item
from tracker.words import wait_text

A_MINUTE = Limit("room-minute", 5, timedelta(minutes=1))
A_DAY = Limit("room-day", 200, timedelta(days=1))
"""Of one person, in all rooms together."""
LIMITS = (A_MINUTE, A_DAY)

_SEEN_FOR = timedelta(days=2)
_LIMITS_AT, _SEEN_AT, _AUTHOR_AT = 1, 1 + len(LIMITS), 2 + len(LIMITS)
"""Where these stand in the transaction."""


@frozen
class Spoken:
    scene: RoomScene
    message: RoomMessage
    told: int = 0
    """How many people were told at once."""
    again: bool = False
    """Whether it was delivered twice, and had been said before."""


class Saying:
    def __init__(self, table: Table, clock: Clock, new_id: Ids, keep_days: int) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id
        self._keep = timedelta(days=keep_days)

    async def say(
        self,
        user_id: str,
        room_id: str,
        text: str,
        occasion: str | None = None,
        *,
        answers: bool = False,
        mention: Mention | None = None,
    ) -> Spoken:
        """`occasion` is what the person did, as the front end numbers it: the same again is said once.
        `answers` says whether it is for the question that the room asks.
        `mention` is the message in the room's channel by which it is said, where it is one.

        Raises NoSuchRoom, BadText, SaidTooOften, NothingAsked."""
        said = checked_text(text)
        message_id = self._new_id()
        seen = SeenKey("room-say", hashed(user_id, occasion or message_id))
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, room_id, user_id)
            channel = _shown_in(scene.room, mention)
            message = self._message(scene, message_id, said, answers=answers).model_copy(
                update={"channel": channel} if mention is None else {"mention": mention.message}
            )
            told = [*listeners(scene, said)]
            try:
                await self._table.transact([*self._written(scene, message, told, seen)])
            except ConditionFailed as failed:
                if (earlier := failed.at(_SEEN_AT)) is not None:
                    return Spoken(scene, await self._earlier(earlier.current, message), again=True)
                self._refuse(failed)
                continue
            return Spoken(scene, message, len(told))
        raise restless()

    def _message(self, scene: RoomScene, message_id: str, text: str, *, answers: bool) -> RoomMessage:
        now = self._clock().replace(microsecond=0)
        day = _open_day(scene.room, now) if answers else None
        return RoomMessage(
            room=scene.room.id,
            id=message_id,
            at=now,
            user=scene.viewer,
            name=scene.mine.name,
            text=text,
            check_in=day,
            ttl=int((now + self._keep).timestamp()) if self._keep else None,
        )

    def _written(
        self, scene: RoomScene, message: RoomMessage, told: Sequence[RoomMember], seen: SeenKey
    ) -> Iterator[Operation]:
        room, author, now = scene.room, scene.viewer, message.at
        yield Check(room.key.key, eq("revision", room.revision))
        for limit in LIMITS:
            yield counted(limit, author, now)
        event = SeenEvent(claim=reference_to(message), ttl=int((now + _SEEN_FOR).timestamp()))
        yield Put(to_item(event, seen), ABSENT)
        yield from spoken(room, message, told)
        if message.mention is not None:
            yield Put(to_item(SaidByMention(said=event.claim, ttl=message.ttl), MentionKey(message.mention)))
        if message.check_in is not None:
            answer = CheckInAnswer(day=message.check_in, at=message.at, id=message.id)
            yield change(RoomMember, scene.mine.key, {"answer": answer})

    async def _earlier(self, seen: Item | None, message: RoomMessage) -> RoomMessage:
        """What was said the first time, as it is now."""
        event = next(from_items(SeenEvent, [seen] if seen else []), None)
        found = (
            None if event is None else await self._table.get(RoomMessageKey(*read_reference(event.claim)).key)
        )
        return next(from_items(RoomMessage, [found] if found else []), message)

    def _refuse(self, failed: ConditionFailed) -> None:
        """Nothing, where somebody has come or gone meanwhile."""
        if failed.at(_AUTHOR_AT) is not None:
            raise NoSuchUser("There is no such account, or it is being deleted.") from failed
        refuse_too_often(failed, self._clock(), _LIMITS_AT)


def refuse_too_often(failed: ConditionFailed, now: datetime, first: int = 0) -> None:
    """`first` is where the limits stand in the transaction."""
    for place, limit in enumerate(LIMITS, first):
        if (full := failed.at(place)) is not None:
            until = room_from(limit, full.current, now)
            often = "5 messages a minute" if limit is A_MINUTE else "200 messages a day"
            raise SaidTooOften(
                f"Up to {often}, so that nobody is flooded. Try again in {wait_text(until - now)}."
            ) from failed


def spoken(room: Room, message: RoomMessage, told: Sequence[RoomMember]) -> Iterator[Operation]:
    """The message, what leads its author to it, and what tells those who hear of it at once."""
    author = message.user or ""
    yield from authored(author, message, message.key, message.place(author))
    for one in told:
        yield outbox.operation(said_message(one.user, room, message))
    yield from to_post(message)


def _shown_in(room: Room, mention: Mention | None) -> str | None:
    """The channel on Discord. Raises NoSuchRoom where somebody mentions Questlog in another one."""
    channel = None if room.bridge is None else room.bridge.channel
    if mention is not None and mention.channel != channel:
        raise NoSuchRoom("This channel shows no such room.")
    return channel


def _open_day(room: Room, now: datetime) -> date:
    day = None if room.check_in is None else room.check_in.day_open(now)
    if day is None:
        raise NothingAsked(f"{room.name} does not ask anything right now. Say it in the room instead.")
    return day


def listeners(scene: RoomScene, text: str) -> Iterator[RoomMember]:
    """Who is told at once; the others read it in their digest, or in the room."""
    standing, named = scene.standing(), {one.user for one in named_in(text, scene.others)}
    for one in scene.others:
        wants = one.tell is Tell.ALL or (one.tell is Tell.MENTIONS and one.user in named)
        if wants and standing.may_hear(one.user, scene.viewer):
            yield one
