"""A room, the people in it, what they say, and the invitation that leads to it."""

from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo

from tracker.days import day_begins
from tracker.frozen import frozen
from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.index_keys import BlockedPersonKey, TimelineKey
from tracker.store.keys import BlockKey, RoomKey, RoomMemberKey, RoomMessageKey, RoomReportKey

MOST_MEMBERS = 50
"""So that one transaction can say something and tell everybody."""
MOST_ROOMS = 20
"""That one person is in."""
LONGEST_NAME, LONGEST_PURPOSE, LONGEST_TEXT = 60, 300, 1000
MESSAGE = "roomMessage"
"""What messages are called in indexes."""


class Tell(StrEnum):
    """How a member hears of what others say."""

    DIGEST = "digest"
    """Once a day, with their digest."""
    MENTIONS = "mentions"
    """Only of what names them: `@Ada`."""
    ALL = "all"
    """Of everything, as it is said."""


class CheckIn(StoredValue, frozen=True):
    """A question that a room asks every day, and how long it waits for answers."""

    question: str
    at: time
    zone: str
    """Of whoever set it."""
    hours: int = 10
    since: Instant | None = None
    """When the room began to ask at that time; None: before this was kept."""

    def beginning(self, now: datetime, before: "CheckIn | None") -> "CheckIn":
        """What was asked at the same time goes on."""
        goes_on = before is not None and (before.at, before.zone) == (self.at, self.zone)
        return self.model_copy(update={"since": before.since if before and goes_on else now})

    def asked_on(self, day: date) -> datetime:
        return day_begins(day, ZoneInfo(self.zone), self.at)

    def summed_on(self, day: date) -> datetime:
        return self.asked_on(day) + timedelta(hours=self.hours)

    def next_day(self, now: datetime) -> date:
        """The first day on which it is still to be asked."""
        today = now.astimezone(ZoneInfo(self.zone)).date()
        return today if self.asked_on(today) > now else today + timedelta(days=1)

    def last_day(self, now: datetime) -> date | None:
        """The last one on which it was asked."""
        last = self.next_day(now) - timedelta(days=1)
        return None if self.since is not None and self.asked_on(last) < self.since else last

    def day_open(self, now: datetime) -> date | None:
        """The day whose question waits for answers."""
        last = self.last_day(now)
        return last if last is not None and now < self.summed_on(last) else None


class Bridge(StoredValue, frozen=True):
    """The channel on Discord, or the thread, that shows what is said in a room."""

    channel: str
    channel_name: str
    server: str
    """As Discord calls it."""
    server_name: str
    since: Instant

    @property
    def title(self) -> str:
        return f"#{self.channel_name} on {self.server_name}"


class Room(Entity, frozen=True):
    type: Literal["room"] = "room"
    id: str
    name: str
    purpose: str | None = None
    owner: str
    members: tuple[str, ...]
    """Ids of accounts, in the order in which they came. Nobody: it is being taken down."""
    check_in: CheckIn | None = None
    bridge: Bridge | None = None
    code_mark: str | None = None
    """Of the invitation that is open."""
    revision: int = 1
    """Changes with everything above."""
    created_at: Instant

    @property
    def key(self) -> RoomKey:
        return RoomKey(self.id)

    def others(self, user_id: str) -> list[str]:
        return [one for one in self.members if one != user_id]


class CheckInAnswer(StoredValue, frozen=True):
    """Where in the room somebody answered what it asked on a day."""

    day: date
    at: Instant
    id: str
    """Of the message."""


class BuddyTerms(StrEnum):
    """What somebody who wants a buddy has agreed to."""

    ANSWERS = "answers"
    """Each hears when the other does not answer what the room asks. There was no more in older versions."""
    ASKED = "asked"
    """The same, and they were asked since whether they want the rest, too."""
    HABITS = "habits"
    """Each also hears when the other misses a habit that is shared with the room."""


class RoomMember(Entity, frozen=True):
    type: Literal["roomMember"] = "roomMember"
    user: str
    room: str
    name: str
    """What others see in the room."""
    tell: Tell = Tell.DIGEST
    buddy: str | None = None
    """The id of whoever they want to be told of, and to be told of them. It holds where both want it."""
    buddy_terms: BuddyTerms = BuddyTerms.ANSWERS
    """What they agreed to when they said so. It holds where both agreed."""
    answer: CheckInAnswer | None = None
    """The last one to what the room asks."""
    since: Instant

    @property
    def key(self) -> RoomMemberKey:
        return RoomMemberKey(self.user, self.room)


class RoomMessage(Entity, frozen=True):
    type: Literal["roomMessage"] = "roomMessage"
    room: str
    id: str
    at: Instant
    user: str | None = None
    """None: it was taken back, or whoever said it is gone."""
    name: str | None = None
    """What the author was called when they said it."""
    text: str | None = None
    check_in: date | None = None
    """The day whose question it answers."""
    news: bool = False
    """Whether nobody typed it: something moved that its author shares with the room."""
    cheers: int | None = None
    """How many have said "well done" to it."""
    channel: str | None = None
    """On Discord, which shows it."""
    mention: str | None = None
    """The message on Discord by which it was said: that stands there already."""
    edited_at: Instant | None = None
    reports: int = 0
    ttl: int | None = None

    @property
    def key(self) -> RoomMessageKey:
        return RoomMessageKey(self.room, self.at, self.id)

    @property
    def is_there(self) -> bool:
        return self.user is not None

    def place(self, author: str) -> TimelineKey:
        return TimelineKey(author, MESSAGE, self.at, self.id)


class Block(Entity, frozen=True):
    type: Literal["block"] = "block"
    user: str
    other: str
    name: str
    """What the other one was called where they met."""
    created_at: Instant | None = None
    """The table says it."""

    @property
    def key(self) -> BlockKey:
        return BlockKey(self.user, self.other)

    @property
    def place(self) -> BlockedPersonKey:
        return BlockedPersonKey(self.other, self.user)


class RoomReport(Entity, frozen=True):
    type: Literal["roomReport"] = "roomReport"
    room: str
    message: str
    user: str
    why: str | None = None
    at: Instant
    around: tuple[str, ...] = ()
    """Ids of what was said just before and after it, and is kept with it."""

    @property
    def key(self) -> RoomReportKey:
        return RoomReportKey(self.room, self.message, self.user)


class RoomCode(Entity, frozen=True):
    type: Literal["roomCode"] = "roomCode"
    room: str
    uses: int
    """How many can still join by it."""
    ttl: int


@frozen
class Mention:
    """Where on Discord somebody mentioned Questlog, as Discord calls these: a message in a channel."""

    channel: str
    message: str


class SaidByMention(Entity, frozen=True):
    type: Literal["mention"] = "mention"
    said: str
    """Leads to the message of the room."""
    ttl: int | None = None


@frozen
class Invitation:
    """What is shown once: the code is not kept."""

    code: str
    uses: int
    until: datetime
