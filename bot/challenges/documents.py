"""What is answered about challenges: one shape for `--json` and `/api`, described in docs/schema/."""

from datetime import date, datetime
from typing import Any, TypeAlias

from pydantic import Field

from bot.documents import Document, copied
from tracker.challenge.model import (
    Challenge,
    ChallengeStatus,
    Counted,
    GlobalStats,
    Phase,
    WeekRecord,
    WeekSummary,
    WhoMayJoin,
)
from tracker.challenge.service import ParticipantStatus
from tracker.challenge.wording import aim_text, days_left, phase_of, row_name, streak_text, week_count
from tracker.ranking import Rank
from tracker.rewards.board_names import SOMEBODY
from tracker.store.segments import Week
from tracker.weeks import days_of, week_text


class ChallengeDocument(Document, frozen=True):
    id: str
    name: str
    counts: Counted
    only: str | None
    """The one skill or boss that counts: `Woodcutting`; null for all skills, and for what has none."""
    threshold: int
    zone: str
    starts: date
    ends: date | None
    who: WhoMayJoin
    status: ChallengeStatus
    phase: Phase
    """By its own clocks."""
    aim: str
    """`at least 5 commits a week`."""
    created_at: datetime


class ListedChallenge(ChallengeDocument, frozen=True):
    joined: bool
    participants: int
    """Who was counted this week."""


class ChallengeList(Document, frozen=True):
    challenges: tuple[ListedChallenge, ...]


class WeekSpan(Document, frozen=True):
    week: str
    """`2026-W46`."""
    first: date = Field(validation_alias="from", serialization_alias="from")
    last: date = Field(validation_alias="to", serialization_alias="to")


class WeekDocument(WeekSpan, frozen=True):
    """A week of one person."""

    count: int
    text: str
    """`3 of 5 commits`."""
    success: bool
    settled: bool
    late: int
    """How much was found after it was settled, which does not count."""
    private: int | None
    """What GitHub hides, which does not count either."""
    last_updated: datetime


class ChallengeStreak(Document, frozen=True):
    current: int
    longest: int
    text: str | None
    """`4 weeks in a row`; null where there is none now."""


class StatusDocument(Document, frozen=True):
    """How a person stands in a challenge."""

    challenge: ChallengeDocument
    name: str
    """As others see it."""
    since: str
    """The first week that counts."""
    week: WeekDocument | None
    """This one; null before it was counted."""
    days_left: int
    """Of this week, today included."""
    rank: int | None
    participants: int
    streak: ChallengeStreak
    total_weeks: int
    success_weeks: int
    total: int
    average: float
    rate: float | None
    """How many of 100 weeks were good."""
    first_active: str | None
    last_active: str | None


class ChallengeOverview(Document, frozen=True):
    challenges: tuple[StatusDocument, ...]
    """Those that the person is in."""
    others: tuple[ChallengeDocument, ...]
    """Those where they are that they can join."""


class ChallengeShown(Document, frozen=True):
    challenge: ChallengeDocument
    status: StatusDocument | None
    """Null for whoever is not in it."""
    manages: bool = False
    """Whether the person may change it."""
    is_public: bool = False
    """Whether strangers see its standings by a link."""


class ChallengeCreated(Document, frozen=True):
    challenge: ChallengeDocument
    announced: bool | None
    """Whether its server hears of the weeks; null for a challenge of a person."""


class ChallengeChanged(Document, frozen=True):
    challenge: ChallengeDocument
    """As it is now."""
    changes: tuple[str, ...]
    """In sentences: `Its last day is 1 March.`"""
    told: int
    """How many others are in it, and are told."""


class ChallengeRemoval(Document, frozen=True):
    """What is asked about before it is removed or ended, and what was."""

    challenge: ChallengeDocument
    told: int
    """How many others are in it, and are told."""
    weeks: int
    """Of all people together."""
    done: bool


class ChallengeJoined(Document, frozen=True):
    challenge: ChallengeDocument
    joined: bool = True
    name: str
    since: str
    github: str | None
    counting: str
    """`What Zezima gains counts`."""
    is_public: bool = False
    """Whether strangers see its standings by a link."""


class AccountAsked(Document, frozen=True):
    """The person is to say first which account on GitHub is theirs."""

    challenge: ChallengeDocument
    joined: bool = False
    name: str


class ProofAsked(Document, frozen=True):
    """The person is to show a code first."""

    challenge: ChallengeDocument
    joined: bool = False
    name: str
    github: str
    code: str
    advice: str


Joining: TypeAlias = ChallengeJoined | ProofAsked | AccountAsked


class ChallengeLeft(Document, frozen=True):
    challenge: ChallengeDocument
    joined: bool = False
    name: str
    character: str | None
    habit: str | None


class ChallengeRank(Document, frozen=True):
    rank: int
    name: str
    count: int
    success: bool
    streak: int
    """Weeks in a row, up to this one."""


class ListedRank(ChallengeRank, frozen=True):
    you: bool


class SummaryDocument(WeekSpan, frozen=True):
    """Everybody in one week."""

    participants: int
    active: int
    successes: int
    total: int
    average: float
    rate: float | None


class LongestStreak(Document, frozen=True):
    name: str
    weeks: int


class EverybodyDocument(Document, frozen=True):
    """Everybody in all weeks."""

    people: int
    active: int
    weeks: int
    total: int
    settled_weeks: int
    settled_successes: int
    rate: float | None


class StandingsDocument(Document, frozen=True):
    challenge: ChallengeDocument
    counted_at: datetime | None
    """When everybody was last counted; null before that, and for one that is over."""
    week: SummaryDocument
    top: tuple[ListedRank, ...]
    you: ChallengeRank | None
    longest_streaks: tuple[LongestStreak, ...]
    """Of now."""
    everybody: EverybodyDocument
    page: int
    pages: int


class ChallengeCounted(Document, frozen=True):
    """Because somebody asked for it."""

    people: int
    """How many were counted just now."""
    waiting: int
    """How many are counted next, by the service."""
    standings: StandingsDocument


class WeekList(Document, frozen=True):
    challenge: ChallengeDocument
    weeks: tuple[WeekDocument, ...]
    """The newest first."""
    total: int
    page: int
    pages: int


class RebuiltDocument(Document, frozen=True):
    challenge: ChallengeDocument
    people: int
    weeks: int
    repaired: int


class RebuiltList(Document, frozen=True):
    rebuilt: tuple[RebuiltDocument, ...]


def challenge_document(one: Challenge, today: date) -> ChallengeDocument:
    """`today` is by its own clocks."""
    return ChallengeDocument(
        **copied(one, "id", "name", "threshold", "starts", "ends", "who", "status", "created_at"),
        counts=one.counted,
        only=one.attribute and row_name(one.attribute),
        zone=one.timezone,
        phase=phase_of(one, today),
        aim=aim_text(one),
    )


def status_document(status: ParticipantStatus, participants: int, today: date) -> StatusDocument:
    found, week = status.standing, status.week
    return StatusDocument(
        **copied(found, "total_weeks", "success_weeks", "total"),
        challenge=challenge_document(status.challenge, today),
        name=status.who.name,
        since=week_text(status.who.since),
        week=week and week_document(status.challenge, week),
        days_left=days_left(status.challenge, today),
        rank=status.rank and status.rank.number,
        participants=participants,
        streak=ChallengeStreak(
            current=found.current, longest=found.longest, text=streak_text(found.current) or None
        ),
        average=round(found.average, 2),
        rate=_percent(found.rate if found.total_weeks else None),
        first_active=found.first_active and week_text(found.first_active),
        last_active=found.last_active and week_text(found.last_active),
    )


def week_document(challenge: Challenge, record: WeekRecord) -> WeekDocument:
    fields = copied(record, "count", "success", "settled", "late", "private", "last_updated")
    return WeekDocument(**_span(record.week), text=week_count(challenge, record), **fields)


def rank_document(rank: Rank, streak: int, *, success: bool) -> ChallengeRank:
    return ChallengeRank(
        rank=rank.number,
        name=rank.name or SOMEBODY,
        count=rank.points,
        success=success,
        streak=streak,
    )


def summary_document(one: WeekSummary) -> SummaryDocument:
    return SummaryDocument(
        **_span(one.week),
        **copied(one, "participants", "active", "successes", "total"),
        average=round(one.average, 2),
        rate=_percent(one.rate if one.participants else None),
    )


def everybody_document(one: GlobalStats) -> EverybodyDocument:
    same = copied(one, "people", "active", "weeks", "total", "settled_successes")
    return EverybodyDocument(**same, settled_weeks=one.settled, rate=_percent(one.rate))


def _span(week: Week) -> dict[str, Any]:
    first, last = days_of(week)
    return {"week": week_text(week), "first": first, "last": last}


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)
