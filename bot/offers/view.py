"""Offers as people read them, on any front end."""

from collections.abc import Iterator
from dataclasses import replace

from bot.names import shown_name
from bot.offers.documents import OfferClaimed, OfferDocument, OfferList, OfferShown, ServerOffers
from bot.view import Action, At, Column, Fact, Row, Text, Usage, View, Weight, joined
from bot.visit import Visit
from tracker.offers.model import ClaimStatus, Ending, OfferKind, OfferStatus
from tracker.tones import Tone
from tracker.words import count_of, listed, people

CLAIM = Usage("/offer claim offer:{}", "claim {}", "questlog offer claim {}")
LIST = Usage("/offer list", "offers", "questlog offer list")
CLAIM_ACT, LEAVE_ACT = "offer:claim", "offer:leave"
THERE = "offer of the server"
_TITLE = "Offers of this server"
SYMBOL = "\N{ADMISSION TICKETS}"
CONSENT = "By claiming, you agree that everybody on the server sees it, under your name."
_MOST_BUTTONS = 5
_ENDINGS = {
    Ending.TAKEN: "all taken",
    Ending.ENDED: "its time is over",
    Ending.DRAWN: "drawn",
    Ending.CLOSED: "closed",
    Ending.WITHDRAWN: "withdrawn",
}
_MINE = {
    ClaimStatus.PURSUED: "you are in the race",
    ClaimStatus.WON: "yours",
    ClaimStatus.AWARDED: "yours, handed over",
    ClaimStatus.MISSED: "others were first",
    ClaimStatus.REFUNDED: "paid back",
}


def offers(here: Visit, found: OfferList) -> View:
    if not found.offers:
        where = "Nothing is offered on your servers now." if found.servers else _NO_SERVER
        return View(lead=where, empty=True)
    return View(
        title="Offers",
        noun="offer",
        columns=(Column("takes"), Column("there", brief=False)),
        rows=[_row(one, joined(_left(one), one.server, by=", ")) for one in found.offers],
        actions=[
            Action(CLAIM_ACT, (one.id,), f"Claim {shown_name(one.title, 40)}", Weight.MAIN)
            for one in found.offers
            if claimable(one)
        ][:_MOST_BUTTONS],
        hints=[CONSENT],
    )


_NO_SERVER = "Questlog knows of no server that you are on. Join a challenge of one, or be announced there."


def shown(here: Visit, found: OfferShown) -> View:
    one = found.offer
    return View(
        title=shown_name(one.title),
        id=one.id,
        subtitle=one.server,
        symbol=SYMBOL,
        tone=Tone.PLAIN if one.status is OfferStatus.OPEN else Tone.QUIET,
        notice=found.message or None,
        lead=joined(one.description, one.condition, by=" "),
        facts=[[*_facts(found)]],
        hints=[CONSENT] if claimable(one) else (),
        actions=[*_actions(one)],
    )


def offers_there(there: Visit, found: ServerOffers) -> View:
    if not found.offers:
        return View(title=_TITLE, lead="Nothing is offered there now.", empty=True)
    return View(
        title=_TITLE,
        noun=THERE,
        columns=(Column("takes"), Column("there", brief=False)),
        rows=[_row(one, _left(one)) for one in found.offers],
    )


def shown_there(there: Visit, found: OfferShown) -> View:
    """What can be done stands beside the title: buttons lead to where one is known as a member."""
    return replace(shown(there, found), actions=())


def claimed(here: Visit, done: OfferClaimed) -> View:
    return View(
        lead=done.message,
        tone=Tone.PLAIN if done.status is ClaimStatus.PURSUED else Tone.TRIUMPH,
        facts=[[Fact("Takes", done.offer.condition), Fact("Ends", (At(done.offer.ends, "day"),))]],
        actions=[*_actions(done.offer)],
    )


def done(here: Visit, found: OfferShown) -> View:
    """What was just done, where the offer itself is known."""
    return View(lead=found.message, tone=Tone.GOOD)


def _row(one: OfferDocument, left: Text) -> Row:
    is_quiet = one.status is OfferStatus.OVER or one.claimed
    tone = Tone.QUIET if is_quiet else Tone.GOOD
    return Row(one.id, shown_name(one.title), (_short(one), left), symbol=SYMBOL, tone=tone)


def _facts(found: OfferShown) -> Iterator[Fact]:
    one = found.offer
    if one.ending is not None:
        yield Fact("Over", _ENDINGS[one.ending], _ENDINGS[one.ending])
    else:
        yield Fact("Ends", (At(one.ends, "day"),), ("ends ", At(one.ends, "day")))
        yield Fact("There", _left(one), _left(one))
    if one.claimed is not None:
        yield Fact("You", _MINE[one.claimed], _MINE[one.claimed])
    if found.winners:
        names = listed([shown_name(it.name) for it in found.winners])
        yield Fact("Won by", names, f"won by {names}")
    if one.tags:
        yield Fact("Tags", ", ".join(one.tags))
    if one.draw is not None:
        yield Fact("SHA-256 of the seed", one.draw.commitment)
        if one.draw.seed is not None:
            drawn = f"{one.draw.seed}, among {count_of(one.draw.entrants or 0, 'member')}"
            yield Fact("Seed", drawn)


def _actions(one: OfferDocument) -> Iterator[Action]:
    if claimable(one):
        yield Action(CLAIM_ACT, (one.id,), "Claim it", Weight.MAIN)
    if one.claimed is ClaimStatus.PURSUED:
        yield Action(LEAVE_ACT, (one.id,), "Leave the race")


def claimable(one: OfferDocument) -> bool:
    is_free = one.status is OfferStatus.OPEN and one.left > 0 and one.claimed is None
    return is_free and one.kind is not OfferKind.RAFFLE


def _left(one: OfferDocument) -> str:
    if one.kind is OfferKind.RAFFLE:
        return count_of(one.stock, "winner")
    return f"{people(one.left)} of {people(one.stock)} left"


def _short(one: OfferDocument) -> Text:
    if one.claimed is not None:
        return _MINE[one.claimed]
    if one.kind is OfferKind.COINS:
        return count_of(one.cost or 0, "coin")
    if one.kind is OfferKind.RAFFLE and one.draw is not None:
        return f"keep {one.draw.week} of {one.draw.challenge}"
    return f"first to {one.target}"
