"""A goal that a group works on together, and what each member adds to it, as the table has them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo

from tracker.challenge.model import WhoMayJoin
from tracker.due import place_at
from tracker.goals.games.game import OVERALL, VALUE
from tracker.goals.sharing import SHARE_KIND
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import Entity, Instant, StoredValue, stored_as
from tracker.store.index_keys import DueListKey, GroupMemberKey, SubjectWatcherKey
from tracker.store.key import IndexKeyClass, IndexKeyOf
from tracker.store.keys import GroupGoalKey, GroupOwnershipKey, GroupShareKey
from tracker.store.segments import Subject

MOST_GROUP_GOALS = 20
"""Of one server, or one person, at a time."""
MOST_JOINED = 10
MOST_PEOPLE = 500
LONGEST_NAME = 60
MOST_DAYS = 366
MOST_TARGET = 10**15
PARTS_OF_ONE = 1000
"""Sums are kept in whole thousandths, so that two who add at once both count, and nothing is rounded."""
FEWEST_FOR_MARKS = 2
"""Where everybody has a target of their own, a group of one is none: nothing is told yet."""
GOAL_KIND = "groupGoal"
"""What a group goal is called in the list of what is due."""


class GroupCounts(StrEnum):
    """What members add by."""

    XP = "xp"
    """What a character gains, in all skills or in one."""
    KILLS = "kills"
    """Of one boss, by a character."""
    NUMBER = "number"
    """How much a metric, or a number on the web, has moved."""
    DAYS = "days"
    """Days on which a habit is done."""


class GroupStatus(StrEnum):
    ACTIVE = "active"
    ENDED = "ended"
    REMOVED = "removed"
    """To everybody it is gone; what is left of it is being deleted."""


class NewsKind(StrEnum):
    NEW = "new"
    MILESTONE = "milestone"
    CHANGED = "changed"
    ENDED = "ended"


class GroupNews(StoredValue, frozen=True):
    """Something that is still to be told."""

    kind: NewsKind
    at: Instant
    mark: int = 0
    """Of a milestone: its percentage."""
    text: str = ""
    by: str | None = None
    """Who did it, and knows."""


class GroupGoal(Entity, frozen=True):
    type: Literal["groupGoal"] = "groupGoal"
    id: str
    user: str
    """Whose it is: the account of a server, or a person."""
    name: str
    counts: GroupCounts
    attribute: str | None = None
    """The one skill or boss that counts, as readings call it; all skills where there is none."""
    unit: str | None = None
    """Of numbers: what they are in."""
    each: bool = False
    """Whether everybody has the target for themselves; else it is that of all together."""
    target: Number
    timezone: str = "UTC"
    starts: date
    ends: date
    """The last day."""
    who: WhoMayJoin = WhoMayJoin.SERVER
    status: GroupStatus = GroupStatus.ACTIVE
    people: int = 0
    reached: int = 0
    """Of how many their own target."""
    total: int = 0
    """What all have added, in thousandths."""
    milestones: tuple[int, ...] = ()
    """The percentages that were reached."""
    news: tuple[GroupNews, ...] = ()
    due_at: Instant | None = None
    created_at: Instant
    revision: int = 1
    """Grows with each change, also with each of a share."""

    @property
    def key(self) -> GroupGoalKey:
        return GroupGoalKey(self.id)

    @property
    def ownership(self) -> GroupOwnershipKey:
        return GroupOwnershipKey(self.user, self.id)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def quantity(self) -> Quantity | None:
        """The number of a subject by which members add; None of habits."""
        match self.counts:
            case GroupCounts.XP:
                return Quantity(self.attribute or OVERALL, Measure.XP)
            case GroupCounts.KILLS:
                return Quantity(self.attribute or "", Measure.SCORE)
            case GroupCounts.NUMBER:
                return Quantity(VALUE, Measure.VALUE)
            case GroupCounts.DAYS:
                return None

    @property
    def wanted(self) -> int:
        """The target in thousandths."""
        return thousandths(self.target)

    @property
    def is_there(self) -> bool:
        return self.status is not GroupStatus.REMOVED

    def places(self) -> Iterator[IndexKeyOf]:
        if self.due_at is not None:
            yield place_at(GOAL_KIND, self.id, self.due_at)

    def places_left(self) -> list[IndexKeyClass]:
        return [DueListKey] if self.due_at is None else []


class GroupOwnership(Entity, frozen=True):
    """Nothing but its key, which leads from an account to a goal of a group."""

    type: Literal["groupOwnership"] = "groupOwnership"


class GroupShare(Entity, frozen=True):
    """What a person adds to a group goal, by one character, number or habit that they chose for it."""

    model_config = stored_as(group="id")

    type: Literal["groupShare"] = "groupShare"
    user: str
    group: str
    name: str
    """As others in it see the person."""
    joined_at: Instant
    since: date
    """The day of the person on which they joined."""
    character: str | None = None
    habit: str | None = None
    subject: Subject | None = None
    """Of the character, as long as the person follows it."""
    falls: bool = False
    """Whether less is better, so that what it loses is what it adds."""
    start_value: Number | None = None
    """From where it counts; None while the number is unknown."""
    last_value: Number | None = None
    last_at: Instant | None = None
    """The reading that was counted last."""
    contribution: int = 0
    """In thousandths."""
    has_reached: bool = False
    due_at: Instant | None = None
    revision: int = 1

    @property
    def key(self) -> GroupShareKey:
        return GroupShareKey(self.user, self.group)

    def places(self) -> Iterator[IndexKeyOf]:
        yield GroupMemberKey(self.group, self.user)
        if self.subject is not None:
            yield SubjectWatcherKey(self.subject, self.user, self.group)
        if self.due_at is not None:
            yield place_at(SHARE_KIND, self.user, self.due_at)

    def places_left(self) -> list[IndexKeyClass]:
        left: list[IndexKeyClass] = [] if self.subject is not None else [SubjectWatcherKey]
        return [*left, *([DueListKey] if self.due_at is None else [])]


def thousandths(value: Number) -> int:
    """Rounded down."""
    return int((Decimal(value) * PARTS_OF_ONE).to_integral_value(rounding="ROUND_FLOOR"))


def in_full(amount: int) -> Number:
    """The inverse: a whole number where it is one."""
    whole, rest = divmod(amount, PARTS_OF_ONE)
    return whole if not rest else (Decimal(amount) / PARTS_OF_ONE).normalize()
