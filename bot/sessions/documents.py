"""What is answered about signing in: one shape for `--json` and `/api`."""

from datetime import datetime

from pydantic import Field

from bot.documents import Document
from tracker.accounts.sessions import OpenSession


class LoginLinkMade(Document, frozen=True):
    url: str = Field(repr=False)
    """Good once. It is never shown again."""
    expires_at: datetime


class SessionDocument(Document, frozen=True):
    id: str
    device: str
    """What the browser calls itself: `Firefox on Linux`."""
    via: str
    """Where the person got the link."""
    created_at: datetime
    seen_at: datetime
    """When it was used last, to half a day."""
    ends_at: datetime
    """When it ends if nobody uses it."""

    @classmethod
    def of(cls, one: OpenSession) -> "SessionDocument":
        same = one.session
        return cls(
            id=one.id,
            device=same.device,
            via=same.via,
            created_at=same.created_at,
            seen_at=same.seen_at,
            ends_at=one.ends_at,
        )


class SessionList(Document, frozen=True):
    sessions: tuple[SessionDocument, ...]
    """The one that was used last comes first."""


class SessionsEnded(Document, frozen=True):
    ended: tuple[SessionDocument, ...]
    message: str
