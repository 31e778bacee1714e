"""A person, and the locks that make their identities unique, as the table keeps them."""

from collections.abc import Iterator
from datetime import date, time
from enum import StrEnum
from typing import Literal, Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field, field_serializer, model_validator

from tracker.accounts.identity import KINDS, Identity, kept_identity
from tracker.store.entity import Entity, Instant
from tracker.store.index_keys import EmailKey, NicknameKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import IdentityKind, UserKey


class QuietHours(BaseModel, frozen=True):
    """From one time of the day until another, over midnight where the second is the earlier one."""

    start: time = Field(alias="from")
    end: time = Field(alias="to")

    @model_validator(mode="after")
    def _have_a_length(self) -> Self:
        if self.start == self.end:
            raise ValueError("quiet hours begin and end at different times")
        return self

    @field_serializer("start", "end", when_used="json")
    def _in_minutes(self, at: time) -> str:
        return at.isoformat("minutes")

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


class DigestFrequency(StrEnum):
    DAILY = "daily"
    WEEKLY = "weekly"
    OFF = "off"


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


class RecapWish(StrEnum):
    """Of what somebody is told a look back when it ends."""

    MONTH = "month"
    YEAR = "year"
    BOTH = "both"


class User(Entity, frozen=True):
    type: Literal["user"] = "user"
    id: str
    created_at: Instant
    deleting_since: Instant | None = None

    local: str | None = None
    discord: str | None = None
    phone: str | None = Field(default=None, repr=False)
    email: str | None = Field(default=None, repr=False)
    nickname: str | None = None
    github: str | None = None
    """The number and the name of an account that is proven to be theirs: `583231 octocat`."""
    guild: str | None = None
    """Of a server on Discord, which has an account as a person has: settings, a channel, an outbox."""

    timezone: str = "UTC"
    day_start: time = time(0)
    quiet_hours: QuietHours | None = None
    muted_until: Instant | None = None
    urgent_passes: bool = False
    """Whether what is urgent comes in quiet hours, too."""
    digest: DigestFrequency = DigestFrequency.DAILY
    digest_time: time = time(8)
    digest_when_quiet: bool = False
    """Whether a digest comes also when nothing has moved."""

    display_name: str | None = Field(default=None, repr=False)
    full_name: str | None = Field(default=None, repr=False)
    birth_date: date | None = Field(default=None, repr=False)
    birthday_greeting: bool = False
    country: str | None = None
    """By its code: DE."""
    language: str | None = None
    """By its code: de. This and the country say how dates, times and numbers are written."""
    gender: str | None = Field(default=None, repr=False)
    pronouns: str | None = Field(default=None, repr=False)
    bio: str | None = Field(default=None, repr=False)
    tags: tuple[str, ...] = ()
    tier: str | None = None
    status: str | None = Field(default=None, repr=False)
    theme: Theme | None = None
    """Of pictures; as each front end likes it best where nothing is said."""
    default_area: str | None = None
    """Of new tasks and goals of parts that say none."""
    recap: RecapWish | None = None
    """Nothing is told unless they ask for it."""
    shown_in_rooms: tuple[str, ...] = ()
    """Which of these others in their rooms see: `pronouns`."""

    watched_until: Instant | None = None
    """Until then what happens to them is written for those who watch (`tracker/happenings/`)."""

    @property
    def key(self) -> UserKey:
        return UserKey(self.id)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def identities(self) -> tuple[Identity, ...]:
        return tuple(found for kind in KINDS if (found := self.identity(kind)))

    @property
    def github_login(self) -> str | None:
        """The name of the account on GitHub that is proven to be theirs."""
        return None if self.github is None else self.github.partition(" ")[2]

    def identity(self, kind: IdentityKind) -> Identity | None:
        text: str | None = getattr(self, KINDS[kind].attribute)
        return None if text is None else kept_identity(kind, text)

    def places(self) -> Iterator[IndexKeyOf]:
        """Where the person stands in indexes, but for leaderboards: those are joined by choice."""
        yield TimelineKey(self.id, self.type, self.created_at, self.id)
        for held in self.identities:
            if place := place_of(self.id, held):
                yield place


class IdentityLock(Entity, frozen=True):
    """Stands at the key that an identity makes, and can stand there only once."""

    type: Literal["lock"] = "lock"
    user_id: str
    created_at: Instant


INDEXED: dict[IdentityKind, type[NicknameKey | EmailKey]] = {
    IdentityKind.NICK: NicknameKey,
    IdentityKind.EMAIL: EmailKey,
}


def place_of(user_id: str, held: Identity) -> IndexKeyOf | None:
    """Where an index lists the person under this identity."""
    return INDEXED[held.kind](held.value, user_id) if held.kind in INDEXED else None
