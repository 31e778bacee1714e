"""What is answered about points, achievements and leaderboards: one shape for `--json` and `/api`."""

from datetime import date, datetime

from bot.documents import Document
from tracker.ranking import Rank
from tracker.rewards.boards import BoardSpan
from tracker.rewards.model import EntryType


class LedgerLine(Document, frozen=True):
    """Points that were given, or taken back."""

    type: EntryType
    at: datetime
    name: str | None
    """What it was for: the habit as it is called now, the task as it was called then."""
    reason: str
    habit: str | None
    """The same as `habitId`."""
    habit_id: str | None
    task_id: str | None
    metric_id: str | None
    reward_id: str | None
    day: date
    points: int
    coins: int
    award: str
    undone: bool


class PointsDocument(Document, frozen=True):
    points: int
    level: int
    to_next_level: int
    level_percent: float
    """How much of this level is done."""
    coins: int
    completions: int
    today: int
    ledger: tuple[LedgerLine, ...]
    """The newest first."""
    page: int
    pages: int
    """As far as the ledger was read."""


class AchievementDocument(Document, frozen=True):
    id: str
    title: str
    text: str
    unlocked_at: datetime | None
    """Null where it is still to come."""


class AchievementList(Document, frozen=True):
    achievements: tuple[AchievementDocument, ...]
    """Those that are unlocked, the newest first, and then those to come."""
    unlocked: int
    total: int
    page: int
    pages: int


class RankDocument(Document, frozen=True):
    rank: int
    name: str
    points: int
    you: bool

    @classmethod
    def of(cls, one: Rank, me: str) -> "RankDocument":
        return cls(rank=one.number, name=one.name, points=one.points, you=one.user == me)


class BoardDocument(Document, frozen=True):
    scope: str
    """`global`, or the id of a server."""
    board: str
    """Whose it is: `everybody`, or the name of a server."""
    span: BoardSpan
    joined: bool
    top: tuple[RankDocument, ...]
    you: RankDocument | None
    """Also where it is not on this page; null without points in that time."""
    page: int
    pages: int
    """As far as the board was read."""
    is_public: bool = False
    """Whether strangers see it by a link that somebody made who manages the server."""


class BoardMembership(Document, frozen=True):
    """Whether the person is on a leaderboard, after they joined or left it."""

    board: str
    joined: bool
    was_joined: bool
    name: str
    """By which others see them, on all leaderboards."""
    previous_name: str
    """Empty where they had none."""
    overtakes: bool
    """Whether they hear when somebody gets ahead."""
    you: RankDocument | None
    is_public: bool = False
    """Whether strangers see the board by a link."""
    message: str
