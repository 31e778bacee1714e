"""Offers in words: what they ask for, and how many there are."""

from tracker.goals.games.game import game_of
from tracker.offers.model import Offer, OfferKind
from tracker.weeks import week_text
from tracker.words import count_of, people

_FIRST = {1: "The first member", 2: "The first two members", 3: "The first three members"}


def condition_text(offer: Offer) -> str:
    """`The first member to reach 99 Sailing in Old School RuneScape.`"""
    if offer.kind is OfferKind.FIRST and offer.target is not None:
        first = _FIRST.get(offer.stock, f"The first {people(offer.stock)} members")
        return f"{first} to reach {offer.target.text} in {game_of(offer.target.game).title}, from now on."
    if offer.kind is OfferKind.RAFFLE and offer.raffle is not None:
        raffle = offer.raffle
        return f"Drawn among all who keep the week {week_text(raffle.week)} of {raffle.name}."
    return f"For {count_of(offer.cost or 0, 'coin')} of your own."


def stock_text(offer: Offer) -> str:
    """`There are 3.`, `There is one.`"""
    if offer.kind is OfferKind.FIRST:
        return "Claim it to be in the race."
    if offer.kind is OfferKind.RAFFLE:
        return f"{count_of(offer.stock, 'winner')}."
    return "There is one." if offer.stock == 1 else f"There are {people(offer.stock)}, one for each member."
