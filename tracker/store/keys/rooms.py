"""Rooms, who is in them, how they are found, who is kept apart from whom, what was reported, and what goes to
a channel on Discord."""

from datetime import datetime

from tracker.store.index_keys import BlockedPersonKey, DueListKey
from tracker.store.key import KeyOf
from tracker.store.ownership import AUTHORED, PERSON, nobody


class RoomKey(
    KeyOf,
    type="room",
    pk="ROOM#{room}",
    sk="ROOM",
    held=nobody("its members' together; whoever goes is taken out before, and the last one takes it along"),
):
    """A room: what it is called, who owns it and who is in it, which changes together."""

    room: str


class RoomMemberKey(KeyOf, type="roomMember", pk="USER#{user}", sk="ROOM#{room}", held=PERSON):
    """A person in a room: what they are called there, and how they are told."""

    user: str
    room: str


class RoomCodeKey(
    KeyOf,
    type="roomCode",
    pk="ROOMCODE#{hash}",
    sk="ROOM",
    held=nobody("leads to a room from the mark of a code; expires"),
):
    """Leads from an invitation to its room. The code itself is not kept."""

    hash: str


class BlockKey(
    KeyOf, type="block", pk="USER#{user}", sk="BLOCKED#{other}", held=PERSON, indexes=(BlockedPersonKey,)
):
    """Somebody with whom a person wants to have nothing to do: neither sees what the other says."""

    user: str
    other: str


class RoomReportKey(KeyOf, type="roomReport", pk="ROOM#{room}", sk="REPORT#{message}#{user}", held=AUTHORED):
    """A member says that a message should not be there."""

    room: str
    message: str
    user: str


class RoomShareKey(
    KeyOf, type="roomShare", pk="USER#{user}", sk="ROOM_SHARE#{room}#{kind}#{thing}", held=PERSON
):
    """A person shares one habit, goal, project or challenge with a room: what moves there is told in it."""

    user: str
    room: str
    kind: str
    thing: str


class RoomCheerKey(KeyOf, type="roomCheer", pk="ROOM#{room}", sk="CHEER#{message}#{user}", held=AUTHORED):
    """A member says "well done" to what another one said or did."""

    room: str
    message: str
    user: str


class RoomPlaceKey(
    KeyOf,
    type="roomPlace",
    pk="CHANNEL#{channel}",
    sk="ROOM",
    held=nobody("leads from a channel on Discord to the room that is shown there"),
):
    """A channel on Discord shows one room."""

    channel: str


class RelayKey(
    KeyOf,
    type="relay",
    pk="RELAY#{channel}",
    sk="TODO#{at}#{id}",
    held=nobody("names what is to be posted in a channel, or removed there; goes once that is done"),
    indexes=(DueListKey,),
):
    """Something that a channel on Discord is still to show, or to show no more, in the order of saying."""

    channel: str
    at: datetime
    id: str


class RelayedKey(
    KeyOf,
    type="relayed",
    pk="RELAY#{channel}",
    sk="POSTED#{message}",
    held=nobody("what Discord calls a message that it shows; goes with it, or expires"),
):
    """Where a message of a room stands on Discord."""

    channel: str
    message: str


class MentionKey(
    KeyOf,
    type="mention",
    pk="MENTION#{message}",
    sk="MENTION",
    held=nobody("leads from a message on Discord to what it said in a room; goes with that, or expires"),
):
    """A message on Discord that mentioned Questlog in the channel of a room, and so was said there."""

    message: str
