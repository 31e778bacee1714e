"""Blocks and reports in threads: people who help each other on a server need not have a room in common.

They are those of rooms: a block holds everywhere, and two reports hide what was said.
"""

from tracker.clock import Clock
from tracker.limits import counted
from tracker.notify import outbox
from tracker.rewards.taken import alike
from tracker.rooms.assist.circles import ROOM
from tracker.rooms.assist.model import AssistMessage, AssistReport
from tracker.rooms.assist.reading import ThreadScene, said_in, scene_of
from tracker.rooms.errors import NoSuchRoomMessage
from tracker.rooms.messages import ReportedIn
from tracker.rooms.model import Block, Room
from tracker.rooms.safety import AROUND, REPORTS, OperatorIds, keep_apart, kept, refuse_again, told_to
from tracker.rooms.service import ATTEMPTS, restless
from tracker.rooms.words import checked_purpose
from tracker.store.entity import authored, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomKey
from tracker.store.table import Table


class AssistSafety:
    def __init__(self, table: Table, clock: Clock, operators: OperatorIds) -> None:
        self._table, self._clock, self._operators = table, clock, operators

    async def block(self, user_id: str, thread_id: str, which: str | None = None) -> str:
        """Whoever said a message, by its id or their name, or the last one of another; what they are called.

        Raises NoSuchThread, NoSuchRoomMessage."""
        said = _meant(await scene_of(self._table, thread_id, user_id), user_id, which)
        await keep_apart(self._table, Block(user=user_id, other=said.user or "", name=said.name or ""))
        return said.name or ""

    async def report(
        self, user_id: str, thread_id: str, which: str | None = None, why: str | None = None
    ) -> AssistMessage:
        """Raises NoSuchThread, NoSuchRoomMessage, ReportedAlready, SaidTooOften."""
        reason = checked_purpose(why)
        operators = await self._operators()
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, thread_id, user_id)
            message, now = _meant(scene, user_id, which), self._clock().replace(microsecond=0)
            every = await said_in(self._table, thread_id)
            here = next(place for place, one in enumerate(every) if one.id == message.id)
            around = every[max(here - AROUND, 0) : here + AROUND + 1]
            report = AssistReport(thread=thread_id, message=message.id, user=user_id, why=reason, at=now)
            place = ReportedIn(scene.thread.title, {"thread": thread_id}, await self._owner(scene))
            told = await told_to(self._table, place, report, around, operators)
            operations = [
                *authored(user_id, report, report.key),
                counted(REPORTS, user_id, now),
                *kept(message, around),
            ]
            try:
                await self._table.transact([*operations, *map(outbox.operation, told)])
            except ConditionFailed as failed:
                refuse_again(failed)
                continue
            return message
        raise restless()

    async def _owner(self, scene: ThreadScene) -> str | None:
        """Of the room where it was asked."""
        circle = scene.thread.circle
        if not circle.startswith(ROOM):
            return None
        item = await self._table.get(RoomKey(circle.removeprefix(ROOM)).key)
        return next((one.owner for one in from_items(Room, [item] if item else [])), None)


def _meant(scene: ThreadScene, viewer: str, which: str | None) -> AssistMessage:
    """The last one of another that fits. Raises NoSuchRoomMessage."""
    found = [one for one in scene.messages if one.user not in (None, viewer)]
    if which is not None:
        found = [one for one in found if which == one.id or alike(one.name or "") == alike(which)]
    if not found:
        raise NoSuchRoomMessage(f"Nobody else said that in {scene.thread.title}.", field="message")
    return found[-1]
