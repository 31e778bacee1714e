"""What is answered about messages: one shape for `--json` and `/api`."""

from datetime import datetime

from bot.documents import Document
from tracker.notify.model import DeliveryStatus, OutboxItem
from tracker.notify.outcomes import Outcome, outcome_of, step_outcome


class DeliveryOutcome(Document, frozen=True):
    """What became of it, in words: `waits until`, an instant, `quiet hours`."""

    text: str
    at: datetime | None
    reason: str | None


class StepDocument(Document, frozen=True):
    at: datetime
    what: str
    channel: str | None
    outcome: DeliveryOutcome


class MessageDocument(Document, frozen=True):
    id: str
    kind: str
    why: str
    """`your goal h2k7wd of Zezima passed a milestone`."""
    channel: str | None
    """The one that delivered it; before that, the one that is preferred for it."""
    status: DeliveryStatus
    outcome: DeliveryOutcome
    title: str
    text: str
    created_at: datetime
    not_before: datetime
    delivered_at: datetime | None
    reason: str | None
    attempts: int
    trail: tuple[StepDocument, ...]


class MessageList(Document, frozen=True):
    messages: tuple[MessageDocument, ...]
    """The newest first."""
    total: int
    """How many there are in all."""
    page: int
    pages: int


class MessageShown(Document, frozen=True):
    message: MessageDocument


def message_document(item: OutboxItem, now: datetime) -> MessageDocument:
    same = ("id", "status", "title", "text", "created_at", "not_before", "delivered_at", "reason")
    return MessageDocument(
        **{name: getattr(item, name) for name in same},
        kind=item.kind.name,
        why=item.why,
        channel=item.channel or item.preferred_channel,
        outcome=_outcome(outcome_of(item, now)),
        attempts=item.attempts,
        trail=tuple(
            StepDocument(
                at=step.at, what=step.what, channel=step.channel, outcome=_outcome(step_outcome(step))
            )
            for step in item.trail
        ),
    )


def _outcome(outcome: Outcome) -> DeliveryOutcome:
    return DeliveryOutcome(text=outcome.what, at=outcome.at, reason=outcome.reason)
