"""What is answered about rooms: one shape for `--json` and `/api`. People are called by their names alone."""

from datetime import date, datetime, time
from typing import Any

from pydantic import Field

from bot.documents import Document, copied
from tracker.accounts.model import User
from tracker.accounts.profile import SHOWABLE
from tracker.rooms.book import RoomScene
from tracker.rooms.model import Invitation, Room, RoomMember, RoomMessage, Tell
from tracker.rooms.visibility import HIDE_FROM

DELETED = "[deleted]"


class RoomDocument(Document, frozen=True):
    id: str
    name: str
    purpose: str | None
    people: int
    is_mine: bool
    """Whether you own it."""
    my_name: str
    """What others see you as."""
    tell: Tell
    shown_in: str | None
    """The channel on Discord whose readers see what is said: `#gym on The Club`."""
    code: str | None = Field(repr=False)
    """Of an invitation that was just made; it is not kept, so that a request that is repeated gets null."""
    code_until: datetime | None
    code_people: int | None
    """How many can still join by it."""
    code_link: str | None = Field(repr=False)
    """Where they join in a browser; null without `web.public_url`."""
    created_at: datetime


class RoomList(Document, frozen=True):
    rooms: tuple[RoomDocument, ...]


class MemberProfile(Document, frozen=True):
    """What somebody shows of themselves in their rooms; all else is null."""

    display_name: str | None
    full_name: str | None
    country: str | None
    gender: str | None
    pronouns: str | None
    bio: str | None
    tags: tuple[str, ...] | None
    status: str | None


class MemberDocument(Document, frozen=True):
    name: str
    is_owner: bool
    is_me: bool
    since: datetime
    profile: MemberProfile | None
    """Null where they show nothing."""


class RoomShown(Document, frozen=True):
    room: RoomDocument
    members: tuple[MemberDocument, ...]
    """In the order in which they came."""
    shared: tuple[str, ...]
    """What you share with it."""


class RoomChanged(Document, frozen=True):
    room: RoomDocument
    message: str


class ThingShared(RoomChanged, frozen=True):
    """Something is shared with the room, or no longer."""

    thing: str
    """What it is called there."""


class ChannelCleared(Document, frozen=True):
    """A channel on Discord shows no room any more. It does not say which: the manager need not be in it."""

    message: str


class RoomMessageDocument(Document, frozen=True):
    id: str
    author: str
    """`[deleted]` where it was taken back, or whoever said it is gone."""
    text: str
    at: datetime
    is_mine: bool
    deleted: bool
    hidden: bool
    """Whether others do not see it any more, because it was reported."""
    news: bool
    """Whether nobody typed it: something moved that its author shares with the room."""
    cheers: int
    """How many have said "well done"."""
    edited_at: datetime | None
    """When whoever said it corrected it last."""


class CheckInDocument(Document, frozen=True):
    question: str
    at: time
    zone: str
    hours: int


class CheckInBoard(Document, frozen=True):
    """What was answered last to the question that a room asks."""

    room: RoomDocument
    check_in: CheckInDocument | None
    day: date | None
    is_open: bool
    """Whether it waits for answers now."""
    answers: tuple[RoomMessageDocument, ...]
    """The last one of each."""
    silent: tuple[str, ...]
    """Those who were asked and have not answered."""
    message: str


class BuddySet(Document, frozen=True):
    room: RoomDocument
    buddy: str | None
    mutual: bool
    """Whether that one wants it, too: only then it holds."""
    hears_misses: bool
    """Whether both agreed to hear when the other misses a habit that is shared with the room, too."""
    message: str


class BlockedList(Document, frozen=True):
    names: tuple[str, ...]
    """Of those whom you have blocked, as they were called where you met."""
    message: str


class RoomSaid(Document, frozen=True):
    room: RoomDocument
    message: RoomMessageDocument
    told: int
    """How many people hear of it at once; the others read it here, or in their digest."""


class RoomHistory(Document, frozen=True):
    room: RoomDocument
    messages: tuple[RoomMessageDocument, ...]
    """The newest ones of those that were asked for, in the order in which they were said."""
    before: str | None
    """Leads to the page before this one; null where nothing was said before."""


def room_document(
    room: Room, mine: RoomMember, invitation: Invitation | None = None, link: str | None = None
) -> RoomDocument:
    return RoomDocument(
        **copied(room, "id", "name", "purpose", "created_at"),
        people=len(room.members),
        is_mine=room.owner == mine.user,
        my_name=mine.name,
        tell=mine.tell,
        shown_in=None if room.bridge is None else room.bridge.title,
        code=None if invitation is None else invitation.code,
        code_until=None if invitation is None else invitation.until,
        code_people=None if invitation is None else invitation.uses,
        code_link=link,
    )


def member_document(member: RoomMember, scene: RoomScene, user: User | None) -> MemberDocument:
    """`user` is who they are, where they show something of themselves."""
    shown = None if user is None else MemberProfile(**{one: _if_shown(user, one) for one in SHOWABLE})
    return MemberDocument(
        **copied(member, "name", "since"),
        profile=shown,
        is_owner=member.user == scene.room.owner,
        is_me=member.user == scene.viewer,
    )


def _if_shown(user: User, field: str) -> Any:  # noqa: ANN401 - a field of a profile
    return (getattr(user, field) or None) if field in user.shown_in_rooms else None


def message_document(message: RoomMessage, viewer: str) -> RoomMessageDocument:
    return RoomMessageDocument(
        **copied(message, "id", "at", "edited_at"),
        author=message.name or DELETED,
        text=message.text or DELETED,
        is_mine=message.user == viewer,
        deleted=not message.is_there,
        hidden=message.reports >= HIDE_FROM,
        news=message.news,
        cheers=message.cheers or 0,
    )
