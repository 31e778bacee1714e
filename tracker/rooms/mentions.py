"""What somebody said in a room by mentioning Questlog on Discord follows the message that said it.

That message is theirs, and stands in the room's channel already: nothing of it is posted there again, and
what is corrected or taken back elsewhere leaves it as it is.
"""

from collections.abc import Sequence
from contextlib import suppress

from tracker.rooms.correcting import Corrections
from tracker.rooms.leaving import taken_back
from tracker.rooms.messages import read_reference
from tracker.rooms.model import RoomMessage, SaidByMention
from tracker.rooms.words import checked_text
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import MentionKey, RoomMessageKey
from tracker.store.table import Table


class Mentions:
    def __init__(self, table: Table, corrections: Corrections) -> None:
        self._table, self._corrections = table, corrections

    async def correct(self, user_id: str, message: RoomMessage, text: str) -> None:
        """Its author has edited the message on Discord; nothing is done where it says the same.

        Raises NoSuchRoom, NoSuchRoomMessage, NotTheOwner, BadText, SaidTooOften."""
        if message.text != checked_text(text):
            await self._corrections.correct(user_id, message.room, text, message.id)

    async def take_back(self, messages: Sequence[str]) -> int:
        """They were deleted on Discord, by their authors or by a moderator; how many were said in rooms.

        What was reported stays: the room's owner decides about it."""
        found = [one for one in await self.said_by(messages) if one.is_there and not one.reports]
        for message in found:
            with suppress(ConditionFailed):  # it is gone already, or was reported just now
                await self._table.transact(taken_back(message, message.user or "", unless_reported=True))
        return len(found)

    async def said_by(self, messages: Sequence[str]) -> list[RoomMessage]:
        """What messages on Discord said in rooms."""
        leads = await self._table.get_many(MentionKey(one).key for one in messages)
        said = [read_reference(one.said) for one in from_items(SaidByMention, leads.values())]
        found = await self._table.get_many(RoomMessageKey(*one).key for one in said) if said else {}
        return [*from_items(RoomMessage, found.values())]
