"""What can be asked of messages."""

from pydantic import Field

from bot.documents import Ask
from tracker.notify.model import DeliveryStatus

PER_PAGE = 6


class ListMessages(Ask, frozen=True):
    status: DeliveryStatus | None = Field(default=None, description="Only those in this state")
    limit: int | None = Field(default=None, ge=1, description="The newest so many")
    page: int | None = None
    """From 0; without it, all of them."""
    per_page: int = Field(default=PER_PAGE, ge=1, le=100)


class NameMessage(Ask, frozen=True):
    message: str
    """Its id, or how that begins."""


class NameBatch(Ask, frozen=True):
    batch: str
    """What went together in one message."""
