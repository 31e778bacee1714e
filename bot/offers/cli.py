"""`questlog offer`: what servers offer. Those who manage one make offers on Discord."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.offers import usecases, view
from bot.offers.requests import ClaimOffer, ListOffers, NameOffer


@click.group()
def offer() -> None:
    """See what your servers offer, and claim it."""


@offer.command(name="list")
@asking(ListOffers)
def list_(act: Acting, ask: ListOffers) -> None:
    """List what your servers offer."""
    act(usecases.list_offers, ask, view.offers)


@offer.command()
@asking(NameOffer, "offer")
def show(act: Acting, ask: NameOffer) -> None:
    """Show what an offer takes, how many are left, and who won it."""
    act(usecases.show, ask, view.shown)


@offer.command()
@asking(ClaimOffer, "offer")
def claim(act: Acting, ask: ClaimOffer) -> None:
    """Claim an offer, or enter its race. The server sees your name with it."""
    act(usecases.claim, ask, view.claimed)


@offer.command()
@asking(NameOffer, "offer")
def leave(act: Acting, ask: NameOffer) -> None:
    """Leave the race for an offer."""
    act(usecases.leave, ask, view.done)
