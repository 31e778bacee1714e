"""What is answered about what somebody has done in all: one shape for `--json` and `/api`."""

from datetime import datetime

from bot.documents import Document
from tracker.readings import Number


class StateCount(Document, frozen=True):
    symbol: str
    text: str
    """`on track`."""
    goals: int


class WeekGainDocument(Document, frozen=True):
    goal: str
    name: str
    """Of the number: `Woodcutting`."""
    character: str | None
    """Null where the name says it."""
    amount: Number
    text: str
    """`+250,000 xp`."""


class TrackedGame(Document, frozen=True):
    """What most goals in a game are on, of all people together: only what many are after."""

    game: str
    attributes: tuple[str, ...]
    """The most frequent first: `Woodcutting`."""


class StatsDocument(Document, frozen=True):
    since: datetime
    characters: int
    under_way: int
    reached: int
    states: tuple[StateCount, ...]
    """Of the goals under way, the most frequent first."""
    gains: tuple[WeekGainDocument, ...]
    """This week, the largest first."""
    tracked: tuple[TrackedGame, ...]
