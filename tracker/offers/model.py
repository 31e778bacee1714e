"""Bounties and prizes of a server, and who claimed them, as the table keeps them."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from pydantic import Field

from tracker.due import Due
from tracker.goals.games.game import game_of
from tracker.goals.words.aims import Aim, aim_of
from tracker.goals.words.request import GoalType
from tracker.readings import Number, Quantity
from tracker.store.conditions import Condition, eq, lt
from tracker.store.entity import Entity, Instant, StoredValue, StoredWeek
from tracker.store.index_keys import OfferClaimantKey, OfferPlaceKey, SubjectWatcherKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import OfferClaimKey, OfferKey
from tracker.store.segments import Subject

MOST_OPEN = 50
"""Offers of one server at once."""
MOST_STOCK, MOST_PRIZES = 1000, 20
"""How many of one there can be; a raffle has fewer, because all its winners are written together."""
MOST_PURSUED = 20
"""Offers that one person is after at once."""
KEPT = timedelta(days=90)
"""So long an offer that is over can be looked at."""
DUE = "offer"


class OfferKind(StrEnum):
    """What it takes."""

    FIRST = "first"
    """To be among the first to reach something with a character."""
    COINS = "coins"
    """To pay coins."""
    RAFFLE = "raffle"
    """To have kept a week of a challenge, and luck."""


class OfferStatus(StrEnum):
    OPEN = "open"
    OVER = "over"


class Ending(StrEnum):
    """Why an offer is over."""

    TAKEN = "taken"
    """All there were are taken."""
    ENDED = "ended"
    """Its time is over."""
    DRAWN = "drawn"
    CLOSED = "closed"
    """By those who manage the server; what was claimed stands."""
    WITHDRAWN = "withdrawn"
    """The same, and coins go back to whoever has nothing for them yet."""


class ClaimStatus(StrEnum):
    PURSUED = "pursued"
    """The person is after it: their character has not reached it yet."""
    WON = "won"
    AWARDED = "awarded"
    """Those who manage the server handed it over."""
    MISSED = "missed"
    """It is over, and others were first."""
    REFUNDED = "refunded"

    @property
    def has_won(self) -> bool:
        return self in (ClaimStatus.WON, ClaimStatus.AWARDED)


class Target(StoredValue, frozen=True):
    """What a character has to reach."""

    game: str
    attribute: str
    target_type: GoalType
    value: Number
    """A level, xp, kills."""
    text: str
    """As people read it: `99 Sailing`."""

    def aim(self, values: Mapping[Quantity, Number]) -> Aim:
        return aim_of(game_of(self.game).knowing(values), self.attribute, self.target_type, self.value)

    def is_reached(self, values: Mapping[Quantity, Number]) -> bool:
        """False also where the number is not known."""
        aim = self.aim(values)
        now = aim.value(values)
        return now is not None and now >= aim.target


class Raffle(StoredValue, frozen=True):
    """Among whom it is drawn, and by what."""

    challenge: str
    name: str
    """Of the challenge."""
    week: StoredWeek
    commitment: str
    """The hash of the seed, which everybody can see from the beginning."""
    seed: str = Field(repr=False)
    """Shown once it is drawn."""
    entrants: int | None = None
    """How many there were; None before it is drawn."""


class Offer(Entity, frozen=True):
    type: Literal["offer"] = "offer"
    id: str
    server: str
    """The id of the server's account."""
    title: str
    description: str | None = None
    kind: OfferKind
    tags: tuple[str, ...] = ()
    stock: int = 1
    taken: int = 0
    target: Target | None = None
    cost: int | None = None
    raffle: Raffle | None = None
    ends: Instant
    status: OfferStatus = OfferStatus.OPEN
    ending: Ending | None = None
    over_at: Instant | None = None
    created_at: Instant
    ttl: int | None = None

    @property
    def key(self) -> OfferKey:
        return OfferKey(self.id, self.id)

    @property
    def left(self) -> int:
        return max(self.stock - self.taken, 0)

    @property
    def has_room(self) -> Condition:
        """Holds as long as one can be taken."""
        return eq("status", OfferStatus.OPEN.value) & lt("taken", self.stock)

    def is_open(self, now: datetime) -> bool:
        return self.status is OfferStatus.OPEN and self.left > 0 and now < self.ends

    def place(self, status: OfferStatus | None = None) -> OfferPlaceKey:
        return OfferPlaceKey(self.server, (status or self.status).value, self.created_at, self.id)


class OfferClaim(Entity, frozen=True):
    type: Literal["offerClaim"] = "offerClaim"
    user: str
    offer: str
    server: str
    title: str
    """Of the offer."""
    name: str
    """As the server sees the person."""
    status: ClaimStatus
    claimed_at: Instant
    won_at: Instant | None = None
    cost: int | None = None
    """Coins that were paid."""
    character: str | None = None
    subject: Subject | None = None
    target: Target | None = None
    ttl: int | None = None

    @property
    def key(self) -> OfferClaimKey:
        return OfferClaimKey(self.user, self.offer)

    def places(self) -> Iterator[IndexKeyOf]:
        yield OfferClaimantKey(self.offer, self.user)
        if self.status is ClaimStatus.PURSUED and self.subject is not None:
            yield SubjectWatcherKey(self.subject, self.user, self.offer)


class OfferEnd(Due, frozen=True):
    """When an offer is looked at next: at its end, or once all are taken."""

    kind: str = DUE
