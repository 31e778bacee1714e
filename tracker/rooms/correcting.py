"""What was said is put right by whoever said it: in the room, in its channel, and in what waits to be told.

Who has been told already is not told again. It counts as something said, so that nobody is flooded by it.
"""

from collections.abc import Mapping, Sequence

from tracker.clock import Clock
from tracker.limits import counted
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording
from tracker.rooms.book import RoomScene
from tracker.rooms.errors import BadText, NotTheOwner
from tracker.rooms.history import History
from tracker.rooms.messages import SAID, read_reference, said_text
from tracker.rooms.model import RoomMessage
from tracker.rooms.relaying import to_correct
from tracker.rooms.saying import LIMITS, refuse_too_often
from tracker.rooms.service import ATTEMPTS, restless
from tracker.rooms.words import checked_text
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import RoomMessageKey
from tracker.store.table import Operation, Table


class Corrections:
    def __init__(self, table: Table, clock: Clock, history: History) -> None:
        self._table, self._clock, self._history = table, clock, history

    async def correct(
        self, user_id: str, room_id: str, text: str, which: str | None = None
    ) -> tuple[RoomScene, RoomMessage]:
        """The last that they said there, or by its id.

        Raises NoSuchRoom, NoSuchRoomMessage, NotTheOwner, BadText, SaidTooOften."""
        said = checked_text(text)
        for _ in range(ATTEMPTS):
            scene, message = await self._history.find(user_id, room_id, which)
            _refuse(message, user_id)
            now = self._clock().replace(microsecond=0)
            after = message.model_copy(update={"text": said, "edited_at": now})
            try:
                await self._table.transact(self._written(message, after))
            except ConditionFailed as failed:
                refuse_too_often(failed, now)
                continue
            return scene, after
        raise restless()

    def _written(self, before: RoomMessage, after: RoomMessage) -> Sequence[Operation]:
        author, now = after.user or "", self._clock().replace(microsecond=0)
        unchanged = eq("user", author) & eq("text", before.text or "") & eq("reports", 0)
        new = {"text": after.text, "edited_at": after.edited_at}
        return [
            *(counted(limit, author, now) for limit in LIMITS),
            change(RoomMessage, after.key, new, when=unchanged),
            *to_correct(after),
        ]


def _refuse(message: RoomMessage, user_id: str) -> None:
    if message.user != user_id:
        raise NotTheOwner("Only whoever said it can correct it.", field="message")
    if message.news:
        raise BadText("Nobody typed that. You can take it back: room unsay.", field="message")
    if message.reports:
        raise NotTheOwner("It was reported. Now the room's owner decides about it.", field="message")


def wordings(table: Table) -> Mapping[Kind, Rewording]:
    async def as_it_reads_now(message: Notification) -> Notification | None:
        if message.check is None:
            return message
        room, at, id_ = read_reference(message.check.reference)
        item = await table.get(RoomMessageKey(room, at, id_).key)
        said = next(from_items(RoomMessage, [item] if item else []), None)
        if said is None or said.edited_at is None:
            return message
        return message.model_copy(update={"text": said_text(said), "created_at": said.edited_at})

    return {SAID: as_it_reads_now}
