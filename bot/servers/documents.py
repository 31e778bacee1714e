"""What is answered about servers: one shape for `--json` and `/api`."""

from datetime import datetime

from bot.documents import Document
from tracker.servers.model import Announces, Membership


class ServerChannel(Document, frozen=True):
    """Where a server is told things."""

    id: str
    """On Discord."""
    is_active: bool
    off_since: datetime | None
    off_reason: str | None


class ServerDocument(Document, frozen=True):
    """How a server is set up."""

    name: str
    announces: Announces
    channel: ServerChannel | None
    digest: str
    """When it comes: `every day at 18:00`."""
    timezone: str
    quiet_hours: str
    """`from 22:00 to 07:00`."""
    preview: str
    """What the digest would say if it came now, where that was just changed."""
    message: str
    """What happened to it, in a sentence; empty where nothing did."""


class MembershipDocument(Document, frozen=True):
    """A server on which the person is announced."""

    server: str
    name: str
    since: datetime
    announced: bool
    """False where that has just been ended."""

    @classmethod
    def of(cls, one: Membership, *, announced: bool = True) -> "MembershipDocument":
        return cls(server=one.server, name=one.name, since=one.since, announced=announced)


class AnnouncementList(Document, frozen=True):
    servers: tuple[MembershipDocument, ...]
