"""What can be asked of messages."""

from bot.documents import Ask
from tracker.notify.model import DeliveryStatus


class ListMessages(Ask, frozen=True):
    status: DeliveryStatus | None = None
    """Only those in this state."""
    limit: int | None = None
    """The newest so many; all of them, unless it is said."""
    page: int | None = None
    """From 0; without it, all of them."""


class NameMessage(Ask, frozen=True):
    message: str
    """Its id, or how that begins."""


class NameBatch(Ask, frozen=True):
    batch: str
    """What went together in one message."""
