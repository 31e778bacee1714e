"""What is answered about insights: one shape for `--json` and `/api`."""

from datetime import datetime

from bot.documents import Document
from tracker.insights.model import Insight, InsightType


class InsightDocument(Document, frozen=True):
    id: str
    """To hide it."""
    type: InsightType
    content: str
    metric: str
    """The id of the metric that it is about."""
    other: str | None
    """Of two that go together: the id of the metric or habit that comes first."""
    days: int
    """How many days with a value it follows from."""
    cached_at: datetime
    expires_at: datetime


class WaitingDocument(Document, frozen=True):
    """A number that cannot say more yet."""

    metric: str
    name: str
    more_days: int
    until: str
    """What there will be then."""


class InsightList(Document, frozen=True):
    insights: tuple[InsightDocument, ...]
    waiting: tuple[WaitingDocument, ...]
    looked_at: datetime | None
    """When the numbers were looked at; null where they never were."""
    metrics: int
    """How many numbers there are to look at."""
    hidden: int
    tells: bool


class InsightHidden(Document, frozen=True):
    insight: InsightDocument
    hidden: int


class InsightsChosen(Document, frozen=True):
    tells: bool


def insight_document(one: Insight) -> InsightDocument:
    return InsightDocument(
        id=one.handle,
        type=one.kind,
        content=one.content,
        metric=one.metric,
        other=one.other,
        days=one.days,
        cached_at=one.cached_at,
        expires_at=one.expires_at,
    )
