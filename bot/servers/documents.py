"""What is answered about servers: one shape for `--json` and `/api`."""

from collections.abc import Mapping
from datetime import datetime

from bot.documents import Document
from tracker.servers.model import Announces, Board, Membership, News


class ServerChannel(Document, frozen=True):
    """Where a server is told things."""

    id: str
    """On Discord."""
    name: str | None = None
    """Where Discord was asked, and the person sees it."""
    is_active: bool
    off_since: datetime | None
    off_reason: str | None


class ServerDocument(Document, frozen=True):
    """How a server is set up."""

    name: str
    announces: Announces
    tells: tuple[News, ...]
    """What everybody is told of those who agreed to it: as it happens, and in the digest."""
    channel: ServerChannel | None
    """For all news that has no channel of its own."""
    boards: Mapping[Board, ServerChannel]
    """Those that have one."""
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
    agreed: tuple[News, ...]
    """What everybody there may be told of them."""
    announced: bool
    """False where that has just been ended."""

    @classmethod
    def of(cls, one: Membership) -> "MembershipDocument":
        return cls(
            server=one.server, name=one.name, since=one.since, agreed=one.agreed, announced=bool(one.agreed)
        )


class AnnouncementList(Document, frozen=True):
    servers: tuple[MembershipDocument, ...]


class ServerHere(Document, frozen=True):
    """A server on Discord, for one of its members."""

    id: str
    """On Discord."""
    name: str
    is_managed: bool
    """Whether the person may manage it, as Discord says now."""
    is_set_up: bool
    agreed: tuple[News, ...]
    """What everybody there may be told of the person."""
    is_listed: bool
    """Whether they keep it in the list of their servers."""


class KnownServer(Document, frozen=True):
    id: str
    """On Discord."""
    name: str


class ServerList(Document, frozen=True):
    """Those that they set up or keep there, and those on which Questlog has met them.

    Whether they still are there is asked later."""

    servers: tuple[KnownServer, ...]
    is_on: bool
    """Whether Discord is set up here."""
    is_linked: bool
    """Whether the person has a Discord account that Questlog knows."""
