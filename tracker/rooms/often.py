"""What somebody may do only so often, because others hear of it, or lack what it uses up."""

from datetime import datetime, timedelta

from tracker.limits import Limit, room_from
from tracker.rooms.errors import SaidTooOften
from tracker.store.errors import ConditionFailed
from tracker.words import wait_text

TRIES = Limit("room-code", 20, timedelta(hours=1))
"""So many codes somebody can try."""
JOINS = Limit("room-join", 5, timedelta(days=1))
"""Of one person into one room: each takes a place of the invitation, which others need."""
BRIDGES = Limit("room-bridge", 10, timedelta(days=1))
QUESTIONS = Limit("room-question", 10, timedelta(days=1))
"""Of one owner, in all rooms together: everybody in the room is told, or asked."""


def refuse_full(failed: ConditionFailed, place: int, limit: Limit, now: datetime, often: str) -> None:
    """`place` is where the limit stands in the transaction, and `often` says what was done so often."""
    if (full := failed.at(place)) is not None:
        raise too_often(often, room_from(limit, full.current, now) - now) from failed


def too_often(often: str, wait: timedelta, field: str | None = None) -> SaidTooOften:
    return SaidTooOften(f"{often} Try again in {wait_text(wait)}.", field=field)
