"""What is answered about metrics: one shape for `--json` and `/api`, described in docs/schema/."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time

from bot.documents import Document, copied
from tracker.analysis.thresholds import Side
from tracker.metrics.milestones import BY_NAME
from tracker.metrics.model import Aggregation, Direction, Metric, MetricLog, MetricSource, MetricStatus, Trend
from tracker.metrics.words.wording import example_of, metric_text
from tracker.readings import Number

MOST_DAYS = 366
"""So many days of a metric are shown at most."""
_SAME = (
    "id", "name", "description", "area", "sub_category", "tags", "direction", "tolerance", "source", "status",
    "total", "logs", "logged_days", "created_at",
)  # fmt: skip


class MetricQuestion(Document, frozen=True):
    text: str
    at: time


class MetricDocument(Document, frozen=True):
    id: str
    name: str
    description: str | None
    area: str | None
    sub_category: str | None
    tags: tuple[str, ...]
    unit: str | None
    """As people say it; null where it has none yet."""
    direction: Direction
    target: Number | None
    tolerance: Number | None
    low: Number | None
    high: Number | None
    """Beyond these the person is told."""
    beyond: Side | None
    """On which side of them it is, since two days or by far; null while it is inside."""
    per_day: Aggregation
    source: MetricSource
    fed_by: str | None
    """The number that is logged by itself; null where the person logs."""
    status: MetricStatus
    outcome: bool
    question: MetricQuestion | None
    latest: Number | None
    """What the newest day that has a log came to; null where nothing is logged."""
    latest_day: date | None
    latest_at: datetime | None
    total: Number
    """Of all logs, added up."""
    logs: int
    logged_days: int
    trend: Trend | None
    """Null while there is too little to say."""
    streak: int
    """Good days in a row."""
    reached: tuple[str, ...]
    """The milestones that it has reached so far, in words."""
    created_at: datetime
    understood: str
    """What it asks for, in words."""
    example: str
    """A number as it can be logged."""


class MetricLogDocument(Document, frozen=True):
    at: datetime
    day: date
    value: Number
    said_in: str | None
    """The unit in which it was said, where that is another one."""
    note: str | None
    source: MetricSource


class MetricDayDocument(Document, frozen=True):
    day: date
    value: Number


class MetricList(Document, frozen=True):
    everything: bool
    """Whether those that were archived are among them."""
    metrics: tuple[MetricDocument, ...]
    total: int
    page: int
    pages: int


class MetricChanged(Document, frozen=True):
    metric: MetricDocument
    message: str


class MetricDetails(Document, frozen=True):
    metric: MetricDocument
    days: tuple[MetricDayDocument, ...]
    """What its newest days came to, the oldest first; a day without a log is not there."""
    log: tuple[MetricLogDocument, ...]
    """The newest first."""


class MetricLogged(Document, frozen=True):
    metric: MetricDocument
    log: MetricLogDocument
    day: MetricDayDocument | None
    """What the day comes to now; null where it has no log any more."""
    undone: bool
    milestones: tuple[str, ...]
    """What it has reached with this log, in words."""
    points: int
    """Given for that; below 0 where they are taken back."""
    alerts: bool
    """Whether the person is told of the limit that it has left."""
    message: str


def metric_document(metric: Metric, today: date) -> MetricDocument:
    question, latest = metric.question, metric.cached_latest
    return MetricDocument(
        **copied(metric, *_SAME),
        unit=metric.unit_name,
        target=metric.target_value,
        low=metric.threshold_low,
        high=metric.threshold_high,
        beyond=_beyond(metric),
        fed_by=metric.fed_by and metric.fed_by.title,
        per_day=metric.aggregation,
        outcome=metric.is_outcome,
        question=None if question is None else MetricQuestion(text=question.text, at=question.at),
        latest=None if latest is None else latest.value,
        latest_day=None if latest is None else latest.day,
        latest_at=None if latest is None else latest.at,
        trend=metric.cached_trend,
        streak=metric.streak_on(today),
        reached=tuple(BY_NAME[name].title for name in metric.milestones if name in BY_NAME),
        understood=metric_text(metric),
        example=example_of(metric),
    )


def _beyond(metric: Metric) -> Side | None:
    side = Side.INSIDE if metric.alert is None else metric.alert.side
    return None if side is Side.INSIDE else side


def log_document(log: MetricLog) -> MetricLogDocument:
    return MetricLogDocument(
        at=log.logged_at, note=log.notes, **copied(log, "day", "value", "said_in", "source")
    )


def day_documents(days: Mapping[date, Number]) -> Iterable[MetricDayDocument]:
    return (MetricDayDocument(day=day, value=days[day]) for day in sorted(days))
