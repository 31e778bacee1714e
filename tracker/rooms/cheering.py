""" "Well done": a member is glad for another one, who hears of it. Once for each message."""

from datetime import timedelta
from typing import Literal

from tracker.clock import Clock
from tracker.limits import Limit, counted
from tracker.notify import outbox
from tracker.notify.model import StillTrue
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.errors import BadCheer, CheeredAlready, NoSuchRoom, NoSuchRoomMessage, SaidTooOften
from tracker.rooms.history import MOST_ON_PAGE, History
from tracker.rooms.messages import cheered_message
from tracker.rooms.model import RoomMessage
from tracker.rooms.service import ATTEMPTS, restless
from tracker.store.conditions import eq, lacks
from tracker.store.entity import Entity, Instant, authored, change
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomCheerKey
from tracker.store.table import Operation, Table

A_DAY = Limit("room-cheer", 100, timedelta(days=1))
_CHEER_AT, _LIMIT_AT = 1, 3
"""Where these stand in the transaction."""


class RoomCheer(Entity, frozen=True):
    type: Literal["roomCheer"] = "roomCheer"
    room: str
    message: str
    user: str
    at: Instant
    ttl: int | None = None

    @property
    def key(self) -> RoomCheerKey:
        return RoomCheerKey(self.room, self.message, self.user)


class Cheers:
    def __init__(self, table: Table, clock: Clock, history: History) -> None:
        self._table, self._clock, self._history = table, clock, history

    async def cheer(
        self, user_id: str, room_id: str, which: str | None = None
    ) -> tuple[RoomScene, RoomMessage]:
        """A message by its id, or the last of somebody, by their name; else the last news of another one.

        Raises NoSuchRoom, NoSuchRoomMessage, BadCheer, CheeredAlready, SaidTooOften."""
        for _ in range(ATTEMPTS):
            scene, message = await self._meant(user_id, room_id, which)
            if not message.is_there:
                raise NoSuchRoomMessage("It was taken back.", field="message")
            if message.user == user_id:
                raise BadCheer("You said that yourself. Well done!", field="message")
            try:
                await self._table.transact(self._written(scene, message))
            except ConditionFailed as failed:
                if failed.at(_CHEER_AT) is not None:
                    raise CheeredAlready("You have said so already.") from failed
                if failed.at(_LIMIT_AT) is not None:
                    raise SaidTooOften("You have cheered a hundred times today. Go on tomorrow.") from failed
                continue
            return scene, message
        raise restless()

    def _written(self, scene: RoomScene, message: RoomMessage) -> list[Operation]:
        now = self._clock().replace(microsecond=0)
        cheer = RoomCheer(room=message.room, message=message.id, user=scene.viewer, at=now, ttl=message.ttl)
        count = lacks("cheers") if message.cheers is None else eq("cheers", message.cheers)
        unchanged = count & eq("user", message.user or "")
        told = [cheered_message(message, scene.room, scene.mine, now)]
        return [
            *authored(scene.viewer, cheer, cheer.key),
            counted(A_DAY, scene.viewer, now),
            change(RoomMessage, message.key, {"cheers": (message.cheers or 0) + 1}, when=unchanged),
            *(outbox.operation(one) for one in told if one.person in scene.room.members),
        ]

    async def _meant(self, user_id: str, room_id: str, which: str | None) -> tuple[RoomScene, RoomMessage]:
        if which is not None:
            return await self._history.find(user_id, room_id, which)
        page = await self._history.page(user_id, room_id, MOST_ON_PAGE)
        others = [one for one in page.messages if one.is_there and one.user != user_id]
        found = [one for one in others if one.news] or others
        if not found:
            raise NoSuchRoomMessage("Nobody else has said anything here.", field="message")
        return page.scene, found[-1]


def still_cheered(table: Table) -> StillTrue:
    """Whether both are in the room still, and not kept apart."""

    async def may_be_told(person: str, reference: str) -> bool:
        room, message, by = reference.split("#")
        try:
            scene = await scene_of(table, room, person)
        except NoSuchRoom:
            return False
        cheer = await table.get(RoomCheerKey(room, message, by).key)
        return cheer is not None and scene.standing().may_know(person, by)

    return may_be_told
