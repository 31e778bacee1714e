"""A reward that a person set for themselves, and what is remembered of redeeming it."""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Literal

from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.index_keys import StatusKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import RewardKey

MOST_REWARDS = 100
MOST_COST = 1_000_000
LONGEST_TITLE, LONGEST_TEXT = 60, 500
REMEMBERED = 5
"""So many redemptions can be undone, the newest first."""
KIND = "reward"
"""What rewards are called in indexes."""


class RewardStatus(StrEnum):
    ACTIVE = "Active"
    ARCHIVED = "Archived"


class Redemption(StoredValue, frozen=True):
    """One time that it was redeemed, with what was so before: undoing restores that."""

    id: str
    at: Instant
    day: date
    """The person's."""
    cost: int
    before_at: Instant | None = None


class Terms(StoredValue, frozen=True):
    """What it takes to redeem a reward."""

    point_cost: int
    cooldown_hours: int | None = None
    max_redemptions_per_day: int | None = None
    stock: int | None = None
    """How many are left; as many as one likes where it is None."""
    is_locked: bool = False
    """Whether what makes it easier holds only after a week."""


class LaterTerms(StoredValue, frozen=True):
    """Terms that hold from some time on."""

    since: Instant
    terms: Terms


class Reward(Entity, frozen=True):
    type: Literal["reward"] = "reward"
    id: str
    user: str
    title: str
    description: str | None = None
    category: str | None = None
    icon: str | None = None
    image_url: str | None = None
    point_cost: int
    cooldown_hours: int | None = None
    max_redemptions_per_day: int | None = None
    stock: int | None = None
    is_locked: bool = False
    later: LaterTerms | None = None
    is_automated: bool = False
    automation_channel: str | None = None
    """The webhook of the person that hears of it: `webhook`, `webhook:home`."""
    automation_instructions: str | None = None
    status: RewardStatus = RewardStatus.ACTIVE
    last_redeemed_at: Instant | None = None
    redeemed_on: date | None = None
    redeemed_times: int = 0
    """On that day."""
    redemptions: int = 0
    """In all."""
    undoable: tuple[Redemption, ...] = ()
    revision: int = 1
    created_at: Instant

    @property
    def key(self) -> RewardKey:
        return RewardKey(self.user, self.id)

    @property
    def terms(self) -> Terms:
        return Terms(**{name: getattr(self, name) for name in Terms.model_fields})

    def times_on(self, day: date) -> int:
        return self.redeemed_times if self.redeemed_on == day else 0

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, KIND, self.created_at, self.id)
        yield StatusKey(self.user, KIND, self.status.value, self.id)
