"""What is answered about the members of a server together."""

from bot.documents import Document
from tracker.goals.pace.gains import Period


class ClanGain(Document, frozen=True):
    rank: int
    character: str
    row: str
    """The skill or the boss: `Woodcutting`."""
    amount: int
    text: str
    """`1,200,000 xp`."""


class ClanGains(Document, frozen=True):
    server: str
    row: str | None
    """The one skill or boss that it is about; null for the best of each."""
    period: Period
    gains: tuple[ClanGain, ...]
    members: int
    """How many agreed to be in it."""
    page: int
    pages: int
