"""What was said last, so that a number, MORE, Y or UNDO means something. It is forgotten after a day."""

from datetime import datetime, timedelta
from typing import Literal

from tracker.store.entity import PRESENT, Entity, Instant, StoredValue, from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ConversationKey, UserKey
from tracker.store.table import Check, Table
from tracker.store.values import Item, Key

CHANNEL = "sms"
KEPT = timedelta(days=1)
_RENEWED_AFTER = timedelta(hours=12)


class Listed(StoredValue, frozen=True):
    """A list that was shown: a number stands for one of its ids."""

    command: str
    """What is done with what is chosen: its id follows these words. Empty where the ids are whole lines."""
    ids: tuple[str, ...]
    after: str = ""
    """What follows the id."""
    shown: int
    """So many of them have been shown."""
    lister: str | None = None
    """The command that shows the others."""
    asks: bool = False
    """Whether the person was just asked for one of its numbers."""

    @property
    def is_whole(self) -> bool:
        return self.lister is None or self.shown >= len(self.ids)

    def line(self, number: int, command: str | None = None) -> str:
        """What a number stands for, from 1 on; or another command for the same thing."""
        chosen = self.ids[number - 1]
        if command is None:
            return " ".join(filter(None, (self.command, chosen, self.after)))
        return f"{command} {chosen if self.command else chosen.split(' ')[1]}"


class Conversation(Entity, frozen=True):
    type: Literal["conversation"] = "conversation"
    listed: Listed | None = None
    rest: str = ""
    """What an answer was too long for."""
    question: str | None = None
    """What Y does."""
    undo: str | None = None
    """What UNDO does: a line for each thing that it takes back."""
    undo_at: Instant | None = None
    """When that was done. What was told elsewhere since then is taken back first."""
    continued: str | None = None
    """The message of ours whose rest was given last."""
    ttl: int | None = None


NOTHING_SAID = Conversation()


def conversation_key(user_id: str) -> Key:
    return ConversationKey(user_id, CHANNEL).key


def conversation_in(item: Item | None) -> Conversation:
    """One that cannot be read is begun anew."""
    return next(from_items(Conversation, [item] if item else []), NOTHING_SAID)


async def keep(table: Table, user_id: str, before: Conversation, after: Conversation, now: datetime) -> None:
    """Written only where something else was said, or it would soon be forgotten."""
    ends = int((now + KEPT).timestamp())
    if after == before and not _is_old(before, now):
        return
    written = rewrite(after.model_copy(update={"ttl": ends}), ConversationKey(user_id, CHANNEL))
    try:
        await table.transact([Check(UserKey(user_id).key, PRESENT), written])
    except ConditionFailed:
        return  # they are leaving, and nothing is kept of them


def _is_old(conversation: Conversation, now: datetime) -> bool:
    if conversation.ttl is None:
        return False
    return conversation.ttl < (now + KEPT - _RENEWED_AFTER).timestamp()
