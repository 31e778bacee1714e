"""What is answered about offers: one shape for `--json` and `/api`."""

from collections.abc import Sequence
from datetime import datetime

from bot.documents import Document, copied
from tracker.offers.model import ClaimStatus, Ending, Offer, OfferClaim, OfferKind, OfferStatus
from tracker.offers.wording import condition_text
from tracker.servers.model import Server
from tracker.weeks import week_text

_SAME = (
    "id", "title", "description", "kind", "tags", "stock", "left", "cost", "ends", "status", "ending",
    "created_at",
)  # fmt: skip
MOST_WINNERS = 20


class DrawDocument(Document, frozen=True):
    """What a raffle can be checked with."""

    challenge: str
    """Its name."""
    week: str
    commitment: str
    """The SHA-256 of the seed."""
    seed: str | None
    """Null before it is drawn."""
    entrants: int | None


class OfferDocument(Document, frozen=True):
    id: str
    title: str
    description: str | None
    kind: OfferKind
    condition: str
    """What it takes, in a sentence."""
    tags: tuple[str, ...]
    stock: int
    left: int
    cost: int | None
    target: str | None
    draw: DrawDocument | None
    ends: datetime
    status: OfferStatus
    ending: Ending | None
    created_at: datetime
    server: str
    """The name of the server."""
    claimed: ClaimStatus | None
    """By the person who asks."""


class OfferList(Document, frozen=True):
    offers: tuple[OfferDocument, ...]
    servers: int
    """How many servers the person is a member of, as far as Questlog knows."""


class ServerOffers(Document, frozen=True):
    """What the server offers on which somebody is."""

    offers: tuple[OfferDocument, ...]
    is_managed: bool
    """Whether the person may manage it."""


class ClaimDocument(Document, frozen=True):
    user: str
    """An id that says nothing else."""
    name: str
    status: ClaimStatus
    won_at: datetime | None


class OfferShown(Document, frozen=True):
    offer: OfferDocument
    winners: tuple[ClaimDocument, ...]
    """The first who won it; each agreed to be named."""
    message: str


class ServerOffer(OfferShown, frozen=True):
    is_managed: bool


class OfferClaimed(Document, frozen=True):
    offer: OfferDocument
    status: ClaimStatus
    name: str
    """As the server sees the person."""
    balance: int | None
    """Coins that are left, where it was paid for."""
    message: str


def offer_document(server: Server, offer: Offer, claim: OfferClaim | None) -> OfferDocument:
    raffle = offer.raffle
    return OfferDocument(
        **copied(offer, *_SAME),
        condition=condition_text(offer),
        target=offer.target and offer.target.text,
        draw=None
        if raffle is None
        else DrawDocument(
            challenge=raffle.name,
            week=week_text(raffle.week),
            commitment=raffle.commitment,
            seed=None if raffle.entrants is None else raffle.seed,
            entrants=raffle.entrants,
        ),
        server=server.name,
        claimed=claim and claim.status,
    )


def winner_documents(claims: Sequence[OfferClaim]) -> tuple[ClaimDocument, ...]:
    won = [one for one in claims if one.status.has_won]
    return tuple(
        ClaimDocument(**copied(one, "user", "name", "status", "won_at")) for one in won[:MOST_WINNERS]
    )
