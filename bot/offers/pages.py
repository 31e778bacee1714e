"""What a person's servers offer, on pages. Those who manage a server make offers there, on Discord."""

from bot.offers import requests, usecases, view
from bot.offers.documents import OfferClaimed, OfferList
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart

OFFERS, ONE = "/offers", "/offers/{offer}"


def links(found: OfferList) -> tuple[Link, ...]:
    return (Link("With past ones", f"{OFFERS}?all=true"),) if found.servers else ()


def page_of(done: OfferClaimed) -> str:
    return f"{OFFERS}/{done.offer.id}"


CLAIM = Form(
    "Claim it",
    "Claim it",
    first=("name", "character"),
    labels={"name": "Your name there", "character": "Character"},
    hints={
        "name": f"{view.CONSENT} Empty for your name on leaderboards",
        "character": "Whose number counts, where it is a race and you follow several",
    },
)

PAGES = PagesPart(
    menu=(MenuEntry("Offers", OFFERS, "", "rewards", rank=53),),
    pages=(
        Page(
            OFFERS, requests.ListOffers, usecases.list_offers, view.offers, links=links, usages=(view.LIST,)
        ),
        Page(ONE, requests.NameOffer, usecases.show, view.shown, shows=("offer",)),
    ),
    acts=(
        Act(
            f"{ONE}/claim",
            requests.ClaimOffer,
            usecases.claim,
            view.claimed,
            page_of,
            form=CLAIM,
            presses=(view.CLAIM_ACT,),
            about=("offer",),
        ),
        Act(
            f"{ONE}/leave",
            requests.NameOffer,
            usecases.leave,
            view.done,
            ONE,
            presses=(view.LEAVE_ACT,),
            about=("offer",),
        ),
    ),
)
