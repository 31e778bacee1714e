"""Challenges, who is in them, their weeks, and what is counted of all that, as the table keeps them."""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, Field

from tracker.goals.games.game import OVERALL
from tracker.ranking import place_on
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import Entity, Instant, StoredValue, StoredWeek, stored_as
from tracker.store.index_keys import ChallengeIdKey, ChallengerKey, WeekMemberKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import (
    ChallengeKey,
    GlobalStatsKey,
    ParticipationKey,
    UserStatsKey,
    WeekKey,
    WeekStatsKey,
)
from tracker.store.segments import Week
from tracker.weeks import week_text
from tracker.words import people

MOST_THRESHOLD = 1_000_000_000_000
"""More in a week is asked of nobody."""


class Counted(StrEnum):
    """What a challenge counts."""

    COMMITS = "commits"
    """On GitHub."""
    XP = "xp"
    """Of a character, in all skills or in one."""
    KILLS = "kills"
    """Of a character, of one boss."""
    HABITS = "habits"
    """Days on which habits were done."""

    @property
    def of_character(self) -> bool:
        """Whether it is what a character gains."""
        return self in (Counted.XP, Counted.KILLS)

    def unit(self, number: int) -> str:
        """`commit`, `commits`, `xp`."""
        one = {Counted.COMMITS: "commit", Counted.KILLS: "kill", Counted.HABITS: "completion"}.get(self, "xp")
        return one if number == 1 or self is Counted.XP else f"{one}s"

    def amount(self, number: int) -> str:
        """`1 commit`, `12 commits`, `1,200 xp`."""
        return f"{people(number)} {self.unit(number)}"


class WhoMayJoin(StrEnum):
    SERVER = "server"
    """Whoever is where it was set up."""
    ANYBODY = "anybody"
    """Whoever knows its id."""


class ChallengeStatus(StrEnum):
    ACTIVE = "active"
    ENDED = "ended"
    """Its last week is settled."""
    REMOVED = "removed"
    """To everybody it is gone; what is left of it is being deleted."""
    PASSED = "passed"
    """It has another owner now, and this is what its members still name."""

    @property
    def is_there(self) -> bool:
        return self in (ChallengeStatus.ACTIVE, ChallengeStatus.ENDED)


class Phase(StrEnum):
    """Where a challenge is between its first and its last day."""

    COMING = "coming"
    UNDER_WAY = "under-way"
    OVER = "over"


class Challenge(Entity, frozen=True):
    type: Literal["challenge"] = "challenge"
    id: str
    owner: str
    """The account of a server, or of the person who set it up."""
    name: str
    counted: Counted = Counted.COMMITS
    attribute: str | None = None
    """The one skill or boss that counts, as readings call it; all skills where there is none."""
    threshold: int = Field(default=1, ge=1, le=MOST_THRESHOLD)
    """So much makes a week a good one."""
    timezone: str = "UTC"
    starts: date
    ends: date | None = None
    """The last day."""
    who: WhoMayJoin = WhoMayJoin.SERVER
    status: ChallengeStatus = ChallengeStatus.ACTIVE
    removed_by: str | None = None
    passed_to: str | None = None
    """The account of its new owner."""
    created_at: Instant

    @property
    def key(self) -> ChallengeKey:
        return ChallengeKey(self.owner, self.id)

    @property
    def place(self) -> ChallengeIdKey:
        return ChallengeIdKey(self.id, self.owner)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def quantity(self) -> Quantity:
        """The number of a character whose gains count."""
        measure = Measure.SCORE if self.counted is Counted.KILLS else Measure.XP
        return Quantity(self.attribute or OVERALL, measure)

    def amount(self, number: int) -> str:
        return self.counted.amount(number)


class Baseline(StoredValue, frozen=True):
    """What a character had when it began to count."""

    at: Instant
    value: Number


class Participation(Entity, frozen=True):
    type: Literal["challenger"] = "challenger"
    user: str
    challenge: str
    owner: str
    name: str
    """As others see it."""
    joined_at: Instant
    since: StoredWeek
    """The first week that counts."""
    character: str | None = None
    """Whose xp or kills count."""
    baseline: Baseline | None = None
    """The reading of that character at which the person joined; none where its number was not known."""
    habit: str | None = None
    """Which habit counts; all where there is none."""

    @property
    def key(self) -> ParticipationKey:
        return ParticipationKey(self.user, self.challenge)

    @property
    def place(self) -> ChallengerKey:
        return ChallengerKey(self.challenge, self.user)


_COUNT = AliasChoices("commitCount", "count")


class WeekRecord(Entity, frozen=True):
    """One week of one person."""

    model_config = stored_as(week="yearWeek")

    type: Literal["week"] = "week"
    user: str
    challenge: str
    week: StoredWeek
    name: str
    count: int = Field(default=0, validation_alias=_COUNT)
    success: bool = False
    period_start: date
    period_end: date
    threshold: int | None = None
    """What it took to be a good one, where that is noted."""
    settled: bool = False
    """Whether it is over for good: what is found after that is shown, and does not count."""
    late: int = 0
    """How much was found after that."""
    private: int | None = None
    """What GitHub hid of the days that were counted together with it, mostly of two weeks: contributions of
    any kind, known to be there, and counted by nobody. None where it does not tell."""
    last_updated: Instant

    @property
    def key(self) -> WeekKey:
        return WeekKey(self.user, self.week, self.challenge)

    def places(self) -> Iterator[IndexKeyOf]:
        yield WeekMemberKey(self.week, self.challenge, self.user)
        yield place_on(week_board(self.challenge, self.week), self.user, self.count)


class CommitWeekRecord(WeekRecord, frozen=True):
    """Of a challenge that counts commits, and whose records say so. Both are read as a WeekRecord."""

    count: int = Field(default=0, validation_alias=_COUNT, serialization_alias="commitCount")


class OpenWeek(StoredValue, frozen=True):
    count: int
    success: bool


class PersonStats(Entity, frozen=True):
    """A person in a challenge: all settled weeks in sum, and those that are open one by one."""

    type: Literal["userStats"] = "userStats"
    user: str
    challenge: str
    name: str
    through: StoredWeek | None = None
    """The last week that is settled."""
    through_count: int = 0
    """What that one has."""
    through_late: int = 0
    """What was found of it since."""
    total_weeks: int = 0
    success_weeks: int = 0
    total: int = 0
    current: int = 0
    longest: int = 0
    ended: int = 0
    """The longest streak that is over."""
    first_active: StoredWeek | None = None
    last_active: StoredWeek | None = None
    open: Mapping[StoredWeek, OpenWeek] = Field(default_factory=dict[StoredWeek, OpenWeek])

    @property
    def key(self) -> UserStatsKey:
        return UserStatsKey(self.user, self.challenge)


class WeekSummary(Entity, frozen=True):
    """Everybody in one week."""

    model_config = stored_as(week="yearWeek")

    type: Literal["weekStats"] = "weekStats"
    challenge: str
    week: StoredWeek
    participants: int = 0
    active: int = 0
    """Those who did anything."""
    successes: int = 0
    total: int = 0

    @property
    def key(self) -> WeekStatsKey:
        return WeekStatsKey(self.week, self.challenge)

    @property
    def average(self) -> float:
        return self.total / self.participants if self.participants else 0.0

    @property
    def rate(self) -> float:
        return self.successes / self.participants if self.participants else 0.0


class GlobalStats(Entity, frozen=True):
    """Everybody in all weeks."""

    type: Literal["globalStats"] = "globalStats"
    challenge: str
    people: int = 0
    """Those who have a week."""
    active: int = 0
    """Those who ever did anything."""
    weeks: int = 0
    """Of all people together, the open ones too."""
    total: int = 0
    settled: int = 0
    settled_successes: int = 0

    @property
    def key(self) -> GlobalStatsKey:
        return GlobalStatsKey(self.challenge)

    @property
    def rate(self) -> float | None:
        """The share of settled weeks that were good ones."""
        return self.settled_successes / self.settled if self.settled else None


def week_board(challenge: str, week: Week) -> str:
    return f"week:{challenge}:{week_text(week)}"


def streak_board(challenge: str) -> str:
    return f"streak:{challenge}"
