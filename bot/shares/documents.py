"""What is answered about links for strangers: one shape for `--json` and `/api`."""

from datetime import datetime

from pydantic import Field

from bot.documents import Document
from tracker.shares.model import Shareable


class SharePreview(Document, frozen=True):
    """What strangers would see, before there is a link."""

    kind: Shareable
    thing: str
    """Its id."""
    title: str
    shows: tuple[str, ...]
    """What whoever has the link sees."""
    hides: tuple[str, ...]
    """What they do not see."""
    named: bool
    """Whether the person's name would stand beside it."""
    name: str | None
    """The name that could be shown; null for a board, and for somebody who has none."""
    address: str
    """Where the pages are, as strangers would have to reach them."""
    is_reachable: bool
    """Whether somebody said where that is (`web.public_url`); else it is this machine alone."""


class ShareLinkMade(SharePreview, frozen=True):
    id: str
    url: str | None = Field(repr=False)
    """Null where the request is repeated: it is shown once, and kept nowhere."""
    badge: str | None = Field(repr=False)
    """A small picture in SVG, for pages elsewhere."""
    created_at: datetime


class ShareLinkDocument(Document, frozen=True):
    id: str
    kind: Shareable
    thing: str
    title: str
    named: bool
    server: bool
    """Whether it is the server's, and can be ended by all who manage it."""
    created_at: datetime


class ShareLinkList(Document, frozen=True):
    links: tuple[ShareLinkDocument, ...]
    """The newest first."""


class ShareLinkEnded(Document, frozen=True):
    link: ShareLinkDocument
    message: str
