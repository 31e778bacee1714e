"""What is answered about an account: one shape for `--json` and `/api`."""

from datetime import date, datetime, time

from pydantic import Field

from bot.documents import Document
from tracker.accounts.identity import KINDS
from tracker.accounts.model import DigestFrequency, QuietHours, RecapWish, Theme, User


class AccountSettings(Document, frozen=True):
    timezone: str
    day_start: time
    quiet_hours: QuietHours | None
    urgent_passes: bool
    muted_until: datetime | None
    digest: DigestFrequency
    digest_time: time
    digest_when_quiet: bool


class ProfileDocument(Document, frozen=True):
    """All of it by choice; nobody else sees it, but for what is shown in rooms."""

    display_name: str | None
    full_name: str | None
    birth_date: date | None
    birthday_greeting: bool
    country: str | None
    language: str | None
    gender: str | None
    pronouns: str | None
    bio: str | None
    tags: tuple[str, ...]
    tier: str | None
    status: str | None
    theme: Theme | None
    default_area: str | None
    recap: RecapWish | None
    shown_in_rooms: tuple[str, ...]
    """Which of these others in your rooms see."""


class AccountDocument(Document, frozen=True):
    id: str
    identities: dict[str, str]
    """By their kinds: `discord`, `email`, `nickname`."""
    settings: AccountSettings
    profile: ProfileDocument
    created_at: datetime
    deleting_since: datetime | None


class AccountShown(Document, frozen=True):
    account: AccountDocument
    message: str = ""
    """What was changed, in sentences."""


class InvitationMade(Document, frozen=True):
    code: str = Field(repr=False)
    """It is never shown again."""
    expires_at: datetime


def account_document(user: User) -> AccountDocument:
    return AccountDocument(
        id=user.id,
        identities={KINDS[one.kind].name: one.shown for one in user.identities},
        settings=AccountSettings(**{name: getattr(user, name) for name in AccountSettings.model_fields}),
        profile=ProfileDocument(**{name: getattr(user, name) for name in ProfileDocument.model_fields}),
        created_at=user.created_at,
        deleting_since=user.deleting_since,
    )
