"""Shared places, where several people write."""

from datetime import datetime

from tracker.store.index_keys import AssistCircleKey, ServerHelperKey, StatusKey, TimelineKey
from tracker.store.key import KeyOf
from tracker.store.keys.people import UserKey
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


class AssistThreadKey(
    KeyOf,
    type="assistThread",
    pk="ASSIST#{thread}",
    sk="THREAD",
    held=AUTHORED,
    indexes=(AssistCircleKey, StatusKey),
):
    """Somebody asks for help with something, in a room or of the helpers of a server."""

    thread: str


class AssistMessageKey(
    KeyOf,
    type="assistMessage",
    pk="ASSIST#{thread}",
    sk="MSG#{at}#{id}",
    held=AUTHORED,
    indexes=(TimelineKey,),
):
    """What whoever asks for help, or helps, says there."""

    thread: str
    at: datetime
    id: str


class AssistReportKey(
    KeyOf, type="assistReport", pk="ASSIST#{thread}", sk="REPORT#{message}#{user}", held=AUTHORED
):
    """Somebody says that a message in a thread should not be there."""

    thread: str
    message: str
    user: str


class AssistSeatKey(KeyOf, type="assistSeat", pk="USER#{user}", sk="ASSIST_SEAT#{thread}", held=PERSON):
    """A person helps in a thread, and hears of it until they leave it."""

    user: str
    thread: str


class HelperKey(
    KeyOf, type="helper", pk="USER#{user}", sk="HELPER#{server}", held=PERSON, indexes=(ServerHelperKey,)
):
    """A person chose to be asked for help by members of a server."""

    user: str
    server: str


class ThanksKey(KeyOf, type="thanks", pk="THANKED#{user}", sk="BY#{giver}", held=(under(UserKey), AUTHORED)):
    """A person got points for their help from another one; expires, and until then it gives none again."""

    user: str
    giver: str
