"""A notification, the outbox item that it becomes, and where and when a person wants to be told."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal, Self, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field, InstanceOf, model_validator

from tracker.accounts.model import QuietHours
from tracker.notify.kinds import Kind, kind_named
from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.index_keys import DueListKey
from tracker.store.keys import ChannelKey, OutboxKey

DUE_KIND = "outbox"
SHARDS = 4
"""Fixed: an item stands in the shard of its person, and every dispatcher reads them all."""

GROUP_WAIT = timedelta(minutes=1)
"""How long a message waits for others to go with it."""


class MessagePriority(StrEnum):
    NORMAL = "normal"
    """It comes unasked, and so waits for others to go with it."""
    PROMPT = "prompt"
    """What the person has just brought about themselves: they look for it, so it waits for no company."""
    URGENT = "urgent"
    ANSWER = "answer"
    """To what the person has just asked: they are awake."""


class DeliveryStatus(StrEnum):
    PENDING = "pending"
    CLAIMED = "claimed"
    DELIVERED = "delivered"
    DROPPED = "dropped"
    FAILED = "failed"

    @property
    def is_open(self) -> bool:
        return self in (DeliveryStatus.PENDING, DeliveryStatus.CLAIMED)


class StillTrueCheck(StoredValue, frozen=True):
    """What is asked again before sending: is it still true? `name` is known to the dispatcher's checks."""

    name: str
    reference: str


StillTrue: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""Answers a check: whether it is still so, from the person and the check's reference."""


class DeliveryStep(StoredValue, frozen=True):
    """One line of "why did I get this, why did I not"."""

    at: Instant
    what: str
    channel: str | None = None


class ChannelTrouble(StoredValue, frozen=True):
    """A channel that could not take the message, and may be able to later."""

    channel: str
    since: Instant
    times: int
    until: Instant
    """It is left alone before, unless its place answers again."""
    place: str | None = None
    """What has to answer again, hashed; None: only time heals it."""
    failed_at: Instant | None = None
    is_own: bool = False
    """Whether other messages are taken there, and this one is not."""


class Notification(StoredValue, frozen=True):
    """Something to tell a person. Person, kind, entity and period together are told once."""

    person: str
    kind: InstanceOf[Kind]
    entity: str
    period: str
    title: str
    text: str
    facts: Mapping[str, str | int] = Field(default_factory=dict[str, str | int])
    priority: MessagePriority = MessagePriority.NORMAL
    created_at: Instant
    not_before: Instant
    """What it is meant for: later than this by much is said to be late."""
    expires_at: Instant
    group: str | None = None
    """Parts of one message that have the same group stand together."""
    preferred_channel: str | None = None
    check: StillTrueCheck | None = None

    @model_validator(mode="after")
    def _is_useful_for_a_while(self) -> Self:
        if self.expires_at <= self.not_before:
            raise ValueError("a notification expires after the time that it is meant for")
        return self

    @property
    def outbox_id(self) -> str:
        told = json.dumps([self.person, self.kind.name, self.entity, self.period])
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    @property
    def why(self) -> str:
        """Why the person gets it: `your goal h2k7wd passed a milestone`."""
        return self.kind.why_with(self.facts)

    @property
    def first_due(self) -> datetime:
        if self.priority is not MessagePriority.NORMAL:
            return self.not_before
        # What is meant for one minute waits until it is over, whenever in it each of them was written.
        in_time = self.not_before <= self.created_at <= self.not_before + GROUP_WAIT
        return max(self.not_before, (self.not_before if in_time else self.created_at) + GROUP_WAIT)


WORDS = ("title", "text", "facts")
"""What may be said anew of a message that waits."""

Rewording: TypeAlias = Callable[[Notification], Awaitable[Notification | None]]
"""How a message reads now, from what is true now: its title, text and facts, and as of when (`created_at`).

None: it is no longer true.
"""


def _kind(value: object) -> object:
    return kind_named(value) if isinstance(value, str) else value


class OutboxItem(Entity, Notification, frozen=True):
    """A notification on its way, and afterwards the history of its delivery."""

    type: Literal["outbox"] = "outbox"
    kind: Annotated[InstanceOf[Kind], BeforeValidator(_kind)]
    id: str
    status: DeliveryStatus = DeliveryStatus.PENDING
    due_at: Instant
    """When a dispatcher looks at it next. While it is claimed: when the claim is over."""
    claims: int = 0
    """How often it was claimed. Every write names the count it saw, so that only one writer goes on."""
    attempts: int = 0
    unended: int = 0
    """How many of the last attempts never came to an end, as when the process dies."""
    troubles: tuple[ChannelTrouble, ...] = ()
    """One for each channel that may take it later."""
    returns: int = 0
    """How often a channel had taken it, and said later that it did not arrive."""
    batch: str | None = None
    """The message in which it was first tried. It goes again in that one, under the same id."""
    channel: str | None = None
    """The one that delivered it."""
    delivered_at: Instant | None = None
    reason: str | None = None
    last_error: str | None = None
    trail: tuple[DeliveryStep, ...] = ()
    worded_at: Instant | None = None
    """As of when it says what it says; None: as of its creation."""
    ttl: int | None = None

    @property
    def key(self) -> OutboxKey:
        return OutboxKey(self.person, self.id)

    def place(self, due_at: datetime) -> DueListKey:
        return DueListKey(DUE_KIND, shard_of(self.person), due_at, self.id)

    @property
    def is_asked_anew(self) -> bool:
        """Whether somebody wants it to be tried now, whatever is known of the channels."""
        return self.batch is not None and not self.attempts

    def waits_for_company(self, now: datetime) -> bool:
        """Whether it could go now, and is kept back only so that others may go with it."""
        untouched = (
            self.status is DeliveryStatus.PENDING and not self.attempts and self.due_at == self.first_due
        )
        return untouched and self.not_before <= now < self.due_at


class PersonChannel(Entity, frozen=True):
    """Where a person is told things: one of each type of channel, and webhooks by their names."""

    type: Literal["channel"] = "channel"
    channel_type: str
    identifier: str = Field(repr=False)
    """An address, which may hold a secret: never logged."""
    position: int = 0
    """Lower ones are tried first."""
    is_active: bool = True
    verified_at: Instant | None = None
    off_since: Instant | None = None
    off_reason: str | None = None
    """Why it does not work any more; or did not the last time, where it is on to be tried again."""
    off_by_person: bool = False
    """Whether its person switched it off, works it or not: then only they switch it on again."""

    @property
    def why_off(self) -> str | None:
        """In words for its person; None where nobody knows, or it is on."""
        return "you switched it off" if self.off_by_person else self.off_reason

    @property
    def is_doubted(self) -> bool:
        """Whether it is tried again after it stopped working."""
        return self.is_active and self.off_reason is not None

    @property
    def usable(self) -> bool:
        return self.is_active and self.verified_at is not None

    def key_of(self, person: str) -> ChannelKey:
        return ChannelKey(person, self.channel_type)


class Wishes(Entity, frozen=True):
    """When a person wants to be left alone: a part of the user item."""

    type: Literal["user"] = "user"
    id: str = ""
    local: str | None = None
    """What they are called at this machine; of those only one sits there and reads its terminal."""
    timezone: str = "UTC"
    quiet_hours: QuietHours | None = None
    muted_until: Instant | None = None
    urgent_passes: bool = False
    deleting_since: Instant | None = None
    watched_until: Instant | None = None
    country: str | None = None
    language: str | None = None
    """As in the user item: how dates, times and numbers are written for them."""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


def shard_of(person: str) -> int:
    return int.from_bytes(hashlib.sha256(person.encode()).digest()[:4]) % SHARDS


def outbox_item(notification: Notification) -> OutboxItem:
    fields = {name: getattr(notification, name) for name in Notification.model_fields}
    return OutboxItem(**fields, id=notification.outbox_id, due_at=notification.first_due)
