"""Characters, goals and their progress, as the table keeps them."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tracker.goals.games.game import Game
from tracker.goals.pace.gains import Point
from tracker.goals.pace.recent import RecentGains
from tracker.goals.pace.state import GoalState
from tracker.goals.plans import Plan
from tracker.goals.words.aims import aim_of
from tracker.goals.words.request import GoalType
from tracker.readings import Number
from tracker.store.entity import Entity, Instant, stored_as
from tracker.store.index_keys import StatusKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import (
    CharacterKey,
    EarliestProgressKey,
    GoalKey,
    LatestProgressKey,
    ProgressKey,
)
from tracker.store.segments import Subject


class Frequency(StrEnum):
    """How often a person is told about a goal."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MILESTONES = "milestones"
    EVERY_CHANGE = "every-change"
    OFF = "off"


class GoalStatus(StrEnum):
    """What the person decided, or has done. How it goes is the state, which is computed."""

    ACTIVE = "active"
    PAUSED = "paused"
    REACHED = "reached"
    ARCHIVED = "archived"


LIVE = (GoalStatus.ACTIVE, GoalStatus.PAUSED)
"""Goals that record progress."""


class Character(Entity, frozen=True):
    """A subject that a person calls their own: a character of a game, or a number on the web."""

    type: Literal["character"] = "character"
    id: str
    """Its place in keys. It stays when the character is renamed, and so does the history."""
    user: str
    game: str
    """The name of the source: osrs, rs3, http_json."""
    mode: str | None = None
    name: str
    """As people like to see it."""
    subject: Subject
    unit: str | None = None
    """Of a number on the web: what it counts."""
    definition: Mapping[str, str | Mapping[str, str]] | None = Field(default=None, repr=False)
    """Of a number on the web: url, path and the names of its headers, as the person gave them. It is for them
    alone, since a look reads that of the subject. May hold secrets: never logged."""
    tracked_attributes: Mapping[str, int] = Field(default_factory=dict[str, int])
    """How many goals watch each attribute."""
    revision: int = 0
    """Grows with each change: who changes the map names the one it saw."""
    created_at: Instant

    @property
    def key(self) -> CharacterKey:
        return CharacterKey(self.user, self.id)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, self.type, self.created_at, self.id)


class Goal(Entity, frozen=True):
    """A target for one attribute. What moves with each reading is in its progress, not here."""

    type: Literal["goal"] = "goal"
    id: str
    user: str
    character: str
    """The character's id."""
    subject: Subject
    target_attribute: str
    label: str | None = None
    """What people call the attribute, where its source has no name for it: a number on the web."""
    unit: str | None = None
    target_type: GoalType
    target_value: Number
    """In the type's own unit: a level, xp, a rank."""
    start_value: Number | None = None
    """Where the person stood, as the aim measures it (levels in xp); None while that is unknown."""
    begun: date
    """The person's day on which it was set."""
    target_date: date | None = None
    per_day: str | None = None
    """The pace that was asked for, as a fraction such as 350000/7."""
    falling: bool = False
    frequency: Frequency = Frequency.DAILY
    notification_channel_type: str | None = None
    """The channel that is tried first; the person's own order where there is none."""
    status: GoalStatus = GoalStatus.ACTIVE
    then: str | None = None
    """What comes after it, as it was said: the canonical spelling of the rest of the chain."""
    after: str | None = None
    """The id of the goal that it came after."""
    created_at: Instant
    reached_at: Instant | None = None

    @property
    def key(self) -> GoalKey:
        return GoalKey(self.user, self.character, self.id)

    @property
    def attribute(self) -> str:
        """As people name it."""
        return (self.label or self.target_attribute).lower()

    @property
    def latest_key(self) -> LatestProgressKey:
        return LatestProgressKey(self.user, self.character, self.id)

    @property
    def latest_place(self) -> StatusKey:
        """Where its newest progress is listed: with that of all goals of its status."""
        return StatusKey(self.user, LatestProgressKey.item_type, self.status.value, self.id)

    @property
    def earliest_key(self) -> EarliestProgressKey:
        return EarliestProgressKey(self.user, self.character, self.id)

    def progress_key(self, at: datetime) -> ProgressKey:
        return ProgressKey(self.user, self.character, self.id, at)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, self.type, self.created_at, self.id)
        yield SubjectWatcherKey(self.subject, self.user, self.id)
        yield StatusKey(self.user, self.type, self.status.value, self.id)

    def plan(self, game: Game) -> Plan:
        aim = aim_of(game, self.target_attribute, self.target_type, self.target_value)
        per_day = None if self.per_day is None else Fraction(self.per_day)
        return Plan(aim, self.begun, self.start_value, self.target_date, per_day, self.falling)


class ProgressRecord(Entity, frozen=True):
    """A value of a goal when it had changed."""

    model_config = stored_as(at="timestamp", value="progressValue")

    type: Literal["progress"] = "progress"
    at: Instant
    value: Number
    since: Instant | None = None
    """The last look before that, which still found the old value; None where nobody knows."""
    day: date
    """The person's day at that time; a later change of zone does not move it."""
    appeared: Number | None = None
    """How much of the value is of numbers that appeared after the first record, all in all: no gain."""
    ttl: int | None = None
    """Only where a later record of the same day exists: the last one of each day stays for ever."""

    @property
    def point(self) -> Point:
        return Point(self.at, self.value, self.since, self.appeared or 0)


class LatestProgress(Entity, frozen=True):
    """The newest value of a goal, and what is remembered of it from one look to the next."""

    model_config = stored_as(at="timestamp", value="progressValue")

    type: Literal["latestProgress"] = "latestProgress"
    at: Instant
    value: Number
    since: Instant | None = None
    day: date
    best: Number
    """The best value so far: what fell and rises again is not told twice."""
    appeared: Number | None = None
    """As in the record."""
    counted: tuple[str, ...] | None = None
    """Of a goal on several numbers: those that have been known, and so are in the value."""
    state: GoalState | None = None
    """As it was told last; changed by the daily round."""
    turned_at: Instant | None = None
    """When a round found that its state had changed in a way that is worth telling."""
    recent_gains: RecentGains | None = None
    """For forecasts. None where an older version wrote it: then the history says the same."""

    @property
    def point(self) -> Point:
        return Point(self.at, self.value, self.since, self.appeared or 0)


class EarliestProgress(Entity, frozen=True):
    """The first value of a goal."""

    model_config = stored_as(at="timestamp", value="progressValue")

    type: Literal["earliestProgress"] = "earliestProgress"
    at: Instant
    value: Number
    day: date
