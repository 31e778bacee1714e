"""Which channel on Discord shows a room. Its owner chooses it, where they may manage the server, too.

Whoever reads the channel reads what is said in the room from then on, so everybody in it is told at once, and
whoever says something is told each time.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from tracker.clock import Clock
from tracker.limits import counted
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.errors import ChannelTaken, NotBridged, NotTheOwner
from tracker.rooms.messages import bridged_message
from tracker.rooms.model import Bridge, Room
from tracker.rooms.often import BRIDGES, refuse_full
from tracker.rooms.relaying import closed_place
from tracker.rooms.service import ATTEMPTS, difference, refuse_others, restless
from tracker.servers.model import Guild
from tracker.servers.service import check_manager
from tracker.store.conditions import ABSENT
from tracker.store.entity import Entity, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomKey, RoomPlaceKey
from tracker.store.table import Operation, Put, Table

_ROOM_AT, _PLACE_AT, _LIMIT_AT = 0, 1, 2
"""Where these stand in the transaction."""


class RoomPlace(Entity, frozen=True):
    type: Literal["roomPlace"] = "roomPlace"
    room: str


class Bridges:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def room_in(self, channel: int | None) -> str | None:
        """The id of the room that a channel shows."""
        item = None if channel is None else await self._table.get(RoomPlaceKey(str(channel)).key)
        return next((one.room for one in from_items(RoomPlace, [item] if item else [])), None)

    async def show(self, user_id: str, room_id: str, guild: Guild | None, bridge: Bridge) -> RoomScene:
        """From now on. Raises NoSuchRoom, NotTheOwner, NotOnServer, NotManager, ChannelTaken."""
        check_manager(guild)
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, room_id, user_id)
            refuse_others(scene, "show it in a channel")
            before = scene.room.bridge
            if before is not None and before.channel == bridge.channel:
                return scene
            place = RoomPlaceKey(bridge.channel)
            after = _joined_to(scene.room, bridge)
            now = self._clock().replace(microsecond=0)
            operations: list[Operation] = [
                difference(scene.room, after),
                Put(to_item(RoomPlace(room=room_id), place), ABSENT),
                counted(BRIDGES, user_id, now),
                *closed_place(scene.room),
                *(outbox.operation(bridged_message(one.user, after, now)) for one in scene.others),
            ]
            try:
                await self._table.transact(operations)
            except ConditionFailed as failed:
                if failed.at(_ROOM_AT) is not None:  # perhaps it is shown there by now
                    continue
                if failed.at(_PLACE_AT) is not None:
                    raise ChannelTaken(
                        "Another room is shown in this channel. Choose another one."
                    ) from failed
                often = "You have shown rooms in channels often today, and everybody is told each time."
                refuse_full(failed, _LIMIT_AT, BRIDGES, now, often)
                continue
            return await scene_of(self._table, room_id, user_id)
        raise restless()

    async def end(self, user_id: str, room_id: str, guild: Guild | None) -> tuple[RoomScene, Bridge]:
        """By the owner, or by whoever manages the server. Raises NoSuchRoom, NotBridged, NotTheOwner."""
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, room_id, user_id)
            if (bridge := scene.room.bridge) is None:
                raise NotBridged(f"{scene.room.name} is shown in no channel.")
            manages = guild is not None and guild.is_managed and str(guild.id) == bridge.server
            if scene.room.owner != user_id and not manages:
                raise NotTheOwner(
                    f"Only who owns {scene.room.name}, or manages {bridge.server_name}, can end that."
                )
            try:
                await self._table.transact(
                    [difference(scene.room, _joined_to(scene.room, None)), *closed_place(scene.room)]
                )
            except ConditionFailed:
                continue
            return await scene_of(self._table, room_id, user_id), bridge
        raise restless()

    async def clear(self, user_id: str, channel: int, guild: Guild | None) -> None:
        """By whoever manages the server, in the room or not; its owner is told, once.

        Raises NotOnServer, NotManager, NotBridged."""
        check_manager(guild)
        for _ in range(ATTEMPTS):
            room_id, now = await self.room_in(channel), self._clock().replace(microsecond=0)
            room = None if room_id is None else await _shown_in(self._table, room_id, f"{channel}")
            if room is None or room.bridge is None:
                raise NotBridged("This channel shows no room.")
            ended = f"Somebody who manages {room.bridge.server_name} ended it in #{room.bridge.channel_name}."
            told = bridged_message(room.owner, room, now, ended=ended)
            news = [] if room.owner == user_id else [told]
            if await _ended(self._table, room, news):
                return
        raise restless()


async def end_where_gone(table: Table, room_id: str, channel: str, now: datetime) -> None:
    """Discord has no such channel any more: the room's owner is told, once."""
    if (room := await _shown_in(table, room_id, channel)) is not None and room.bridge and room.members:
        ended = f"{room.bridge.title} no longer exists."
        await _ended(table, room, [bridged_message(room.owner, room, now, ended=ended)])


async def _shown_in(table: Table, room_id: str, channel: str) -> Room | None:
    """The room, if that channel shows it."""
    item = await table.get(RoomKey(room_id).key)
    room = next(from_items(Room, [item] if item else []), None)
    return room if room is not None and room.bridge and room.bridge.channel == channel else None


async def _ended(table: Table, room: Room, news: Sequence[Notification]) -> bool:
    """False where the room has changed meanwhile; a channel that is gone is found so by the next message."""
    after = _joined_to(room, None)
    try:
        await table.transact([difference(room, after), *closed_place(room), *map(outbox.operation, news)])
    except ConditionFailed:
        return False
    return True


def _joined_to(room: Room, bridge: Bridge | None) -> Room:
    return room.model_copy(update={"bridge": bridge, "revision": room.revision + 1})
