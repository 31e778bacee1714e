"""What servers and people are told of offers. A server hears a name only of who agreed to it by claiming."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tracker.locales import worded_plainly
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.offers.model import Offer, OfferClaim, OfferKind
from tracker.offers.wording import condition_text, stock_text
from tracker.servers.model import PEOPLE, Board
from tracker.tones import Tone
from tracker.words import count_of, listed

NEW = declare(
    Kind(
        "offer-new", "something is offered on this server", MessageLook("\N{ADMISSION TICKETS}", Tone.TRIUMPH)
    )
)
CLAIMED = declare(
    Kind("offer-claimed", "a member claimed an offer here", MessageLook("\N{WRAPPED PRESENT}", Tone.GOOD))
)
DRAWN = declare(Kind("offer-drawn", "a raffle was drawn here", MessageLook("\N{GAME DIE}", Tone.TRIUMPH)))
WON = declare(Kind("offer-won", "you won something offered", MessageLook("\N{TROPHY}", Tone.TRIUMPH)))
HANDED_OVER = declare(
    Kind("offer-awarded", "what you won was handed over", MessageLook("\N{WRAPPED PRESENT}", Tone.GOOD))
)
MISSED = declare(
    Kind("offer-missed", "an offer that you were after is over", MessageLook("\N{HOURGLASS}", Tone.QUIET))
)
REFUNDED = declare(
    Kind("offer-refunded", "an offer that you paid for was withdrawn", MessageLook("\N{COIN}", Tone.PLAIN))
)
CLAIM_CHECK = "offer-claim"
_LIFE = timedelta(days=3)


@worded_plainly
def new_offer(offer: Offer, now: datetime) -> Notification:
    """To the server. It names nobody."""
    about = f"{offer.description}\n" if offer.description else ""
    return _to_server(
        offer,
        NEW,
        "new",
        title=f"New: {offer.title}",
        text=f"{about}{condition_text(offer)} {stock_text(offer)}",
        now=now,
    )


@worded_plainly
def claimed(offer: Offer, claim: OfferClaim, now: datetime) -> Notification:
    """To the server, by the name under which they claimed it."""
    how = {
        OfferKind.FIRST: f"{claim.name} reached {offer.target.text if offer.target else 'it'}",
        OfferKind.COINS: f"{claim.name} claimed it for {count_of(claim.cost or 0, 'coin')}",
    }.get(offer.kind, f"{claim.name} won it")
    told = _to_server(offer, CLAIMED, claim.user, title=offer.title, text=f"{how}.", now=now)
    return told.model_copy(
        update={
            "facts": {**told.facts, PEOPLE: claim.user},
            "group": offer.id,
            "check": StillTrueCheck(name=CLAIM_CHECK, reference=f"{claim.user}#{offer.id}"),
        }
    )


@worded_plainly
def drawn(offer: Offer, winners: Sequence[OfferClaim], entrants: int, now: datetime) -> Notification:
    """To the server: who won among how many, and what the draw can be checked with."""
    raffle = offer.raffle
    week = "" if raffle is None else f" the week of {raffle.name}"
    if winners:
        names, among = listed([one.name for one in winners]), count_of(entrants, "member")
        text = f"{names} won, among {among} who kept{week}."
    else:
        text = f"Nobody kept{week}, so nobody won."
    seed = "" if raffle is None else f"\nSeed of the draw: {raffle.seed}"
    told = _to_server(offer, DRAWN, "drawn", title=offer.title, text=f"{text}{seed}", now=now)
    people = ",".join(one.user for one in winners)
    return told.model_copy(update={"facts": {**told.facts, PEOPLE: people}}) if winners else told


def won(offer: Offer, claim: OfferClaim, now: datetime) -> Notification:
    why = f"You reached {offer.target.text} in time." if offer.target else "You were drawn."
    return _to_person(
        claim, WON, f"You won: {offer.title}", f"{why} Those who manage the server hand it over.", now
    )


def handed_over(claim: OfferClaim, now: datetime) -> Notification:
    text = "Those who manage the server say that you have it now."
    return _to_person(claim, HANDED_OVER, f"Handed over: {claim.title}", text, now)


def missed(claim: OfferClaim, now: datetime) -> Notification:
    text = "It is over, and your character was not among the first."
    return _to_person(claim, MISSED, f"Over: {claim.title}", text, now)


@worded_plainly  # whoever withdraws it knows no more of them than their claim
def refunded(claim: OfferClaim, now: datetime) -> Notification:
    coins = count_of(claim.cost or 0, "coin")
    text = f"The server withdrew it. {coins.capitalize()} went back to your wallet."
    return _to_person(claim, REFUNDED, f"Withdrawn: {claim.title}", text, now)


def _to_server(
    offer: Offer, kind: Kind, period: str, *, title: str, text: str, now: datetime
) -> Notification:
    return Notification(
        person=offer.server,
        kind=kind,
        entity=offer.id,
        period=period,
        title=title,
        text=text,
        facts={"offer": offer.id},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        preferred_channel=Board.OFFERS.channel,
    )


def _to_person(claim: OfferClaim, kind: Kind, title: str, text: str, now: datetime) -> Notification:
    return Notification(
        person=claim.user,
        kind=kind,
        entity=claim.offer,
        period=kind.name,
        title=title,
        text=text,
        facts={"offer": claim.offer},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
    )
