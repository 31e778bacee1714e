"""What is answered about channels: one shape for `--json` and `/api`. Addresses are never shown whole."""

from datetime import datetime

from pydantic import Field

from bot.documents import Document
from scheduler.channels.opening import CONSOLE, missing_setting
from tracker.addresses.model import CodeRequest
from tracker.notify.model import PersonChannel
from tracker.notify.titles import described, place_of
from tracker.settings import Settings


class ChannelDocument(Document, frozen=True):
    type: str
    address: str
    """As much of it as its owner needs to know it again."""
    text: str
    """`Webhook (example.org)`."""
    active: bool
    verified_at: datetime | None
    off_since: datetime | None
    off_reason: str | None
    off_by_person: bool
    """Whether it is off because its person wants it so."""
    missing: str | None
    """The setting of this Questlog without which nothing goes there."""
    secret: str | None = Field(default=None, repr=False)
    """What signs messages to a webhook; only where one channel is shown, or was just added."""

    @classmethod
    def of(cls, one: PersonChannel, settings: Settings, secret: str | None = None) -> "ChannelDocument":
        kind = one.channel_type
        return cls(
            type=kind,
            address=place_of(kind, one.identifier),
            text=described(kind, one.identifier),
            active=one.is_active,
            verified_at=None if kind == CONSOLE else one.verified_at,
            off_since=one.off_since,
            off_reason=one.why_off,
            off_by_person=one.off_by_person,
            missing=missing_setting(settings, kind),
            secret=secret,
        )


class ChannelShown(Document, frozen=True):
    channel: ChannelDocument


class ChannelList(Document, frozen=True):
    channels: tuple[ChannelDocument, ...]
    """In the order in which they are tried."""
    message: str = ""
    """What has just happened."""


class ChannelChanged(ChannelList, frozen=True):
    channel: ChannelDocument


class ChannelRemoved(ChannelList, frozen=True):
    removed: ChannelDocument


class ChannelTested(Document, frozen=True):
    sent: ChannelDocument
    message: str


class CodeAsked(Document, frozen=True):
    """A code is on its way to the address."""

    type: str
    text: str
    expires_at: datetime
    certain: bool
    """False where nobody knows whether it went: the other side did not answer."""
    secret: str | None = Field(default=None, repr=False)
    """What signs messages to a webhook, the code already."""

    @classmethod
    def of(cls, asked: CodeRequest, secret: str | None = None) -> "CodeAsked":
        return cls(
            type=asked.channel,
            text=described(asked.channel, asked.address),
            expires_at=asked.expires_at,
            certain=asked.is_certain,
            secret=secret,
        )


class ChannelAdded(Document, frozen=True):
    """Where a code has to be read first, it is asked for."""

    asked: CodeAsked | None = None
    channel: ChannelDocument | None = None


class ChannelUnreached(ChannelShown, frozen=True):
    """Messages did not get through on it. It is tried again now."""

    others: tuple[ChannelDocument, ...]
    """The person's own that work."""
    offered: tuple[str, ...]
    """The types that they could add."""


class ChannelRemoval(ChannelShown, frozen=True):
    """What is asked about before one is removed."""

    following: ChannelDocument | None
    """The one that is tried first then."""
