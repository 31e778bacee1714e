"""Shared places, where several people write."""

from datetime import datetime

from tracker.store.index_keys import TimelineKey
from tracker.store.key import KeyOf
from tracker.store.keys.tasks import TaskKey
from tracker.store.ownership import AUTHORED, PERSON, under


class AuthorshipKey(KeyOf, type="authorship", pk="USER#{user}", sk="AUTHORED#{place}#{entry}", held=PERSON):
    """Leads from a person to the key of what they wrote into a shared place."""

    user: str
    place: str
    entry: str


class TakenKey(KeyOf, type="taken", pk="TAKEN#{place}", sk="THING#{hash}", held=AUTHORED):
    """Something that one person has in a place, and nobody else can: a name on a board, a character."""

    place: str
    hash: str


class RoomMessageKey(
    KeyOf, type="roomMessage", pk="ROOM#{room}", sk="MSG#{at}#{id}", held=AUTHORED, indexes=(TimelineKey,)
):
    """A message in a room."""

    room: str
    at: datetime
    id: str


class AssistMessageKey(
    KeyOf,
    type="assistMessage",
    pk="ASSIST#{task}",
    sk="MSG#{at}#{id}",
    held=(under(TaskKey), AUTHORED),
    indexes=(TimelineKey,),
):
    """A message of those who help with a task; goes with the task, and with its author."""

    task: str
    at: datetime
    id: str
