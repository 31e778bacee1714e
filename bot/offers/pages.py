"""What a person's servers offer, on pages; and, for those who manage one, offers made and closed."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from bot.names import tags_text
from bot.offers import requests, usecases, view
from bot.offers.documents import OfferClaimed, OfferDocument, OfferList, ServerOffer, ServerOffers
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.part import Act, Choices, FieldValues, Form, Link, MenuEntry, Page, PagesPart
from bot.web.there import setting_up
from tracker.offers.model import ClaimStatus, OfferStatus

OFFERS, ONE = "/offers", "/offers/{offer}"
MOST_TAGS = 12
THERE = "/servers/{guild}/offers"
THERE_ONE = f"{THERE}/{{offer}}"


def links(found: OfferList) -> tuple[Link, ...]:
    past = (Link("With past ones", f"{OFFERS}?all=true"),) if found.servers else ()
    return (*past, *_by_tag(OFFERS, found.offers))


def _by_tag(path: str, offers: Iterable[OfferDocument]) -> Iterator[Link]:
    """What is offered under a tag."""
    tags = dict.fromkeys(tag for one in offers for tag in one.tags)
    for tag in [*tags][:MOST_TAGS]:
        yield Link(tags_text([tag]), f"{path}?{urlencode({'tag': tag})}", is_below=True)


def page_of(done: OfferClaimed) -> str:
    return f"{OFFERS}/{done.offer.id}"


async def challenges(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    """Those of the server."""
    server = await there.services.servers.here(there.guild)
    every = [] if server is None else await there.services.challenges.list(server.account)
    return {"challenge": (("", "not a raffle"), *((one.id, one.name) for one in every))}


async def winners(there: Visit, said: FieldValues) -> Mapping[str, Choices]:
    """Those who have not got what they won."""
    found = await usecases.show_there(there, requests.NameOffer(offer=said["offer"]))
    return {"who": [(one.user, one.name) for one in found.winners if one.status is ClaimStatus.WON]}


def links_there(found: ServerOffers) -> tuple[Link, ...]:
    new = (Link("New offer", f"{THERE}/new", is_main=True),) if found.is_managed else ()
    return (*new, Link("With past ones", f"{THERE}?all=true"), *_by_tag(THERE, found.offers))


def links_of_one_there(found: ServerOffer) -> tuple[Link, ...]:
    one = found.offer
    claim = Link("Claim it", f"{THERE_ONE}/claim", is_main=True)
    leave = Link("Leave the race", f"{THERE_ONE}/leave", posts=True)
    award, close = Link("Hand it over", f"{THERE_ONE}/award"), Link("Close it", f"{THERE_ONE}/close")
    is_due = found.is_managed and any(won.status is ClaimStatus.WON for won in found.winners)
    return (
        *((claim,) if view.claimable(one) else ()),
        *((leave,) if one.claimed is ClaimStatus.PURSUED else ()),
        *((award,) if is_due else ()),
        *((close,) if found.is_managed and one.status is OfferStatus.OPEN else ()),
    )


NEW = Form(
    "A new offer of this server",
    "Offer it",
    first=("title", "goal", "coins", "challenge", "week", "stock", "ends", "tags", "description", "game"),
    labels={
        "title": "What is offered",
        "goal": "The first to reach",
        "coins": "Or: it costs coins",
        "challenge": "Or: drawn among those in a challenge",
        "week": "Which week of the challenge",
        "stock": "How many there are",
        "ends": "The last day",
        "game": "The game of the goal",
    },
    hints={
        "title": "10M for the first 99 Sailing",
        "goal": "99 sailing",
        "coins": "That members have earned",
        "week": "2026-W46; this one unless you say",
        "ends": "In 30 days unless you say; a raffle ends with its week",
        "tags": "Words to find it by: skilling, sailing",
    },
    kinds={"coins": "number", "stock": "number", "week": "text", "tags": "text"},
    choices={"game": (("osrs", "Old School RuneScape"), ("rs3", "RuneScape 3"))},
    choose=challenges,
)
AWARD = Form(
    "Hand over what somebody won",
    "It is handed over",
    first=("who",),
    labels={"who": "To whom"},
    hints={"who": "They are told"},
    choose=winners,
)
CLOSE = Form(
    "Close this offer",
    "Close it",
    first=("withdraw",),
    labels={"withdraw": "Also give coins back to everybody who has nothing for them yet"},
)
CLAIM = Form(
    "Claim it",
    "Claim it",
    first=("name", "character"),
    labels={"name": "Your name there", "character": "Character"},
    hints={
        "name": f"{view.CONSENT} Empty for your name on leaderboards",
        "character": "Whose number counts, where it is a race and you follow several",
    },
    suggests={"character": own.characters},
)

PAGES = PagesPart(
    menu=(MenuEntry("Offers", OFFERS, "", "rewards", rank=53),),
    pages=(
        Page(
            OFFERS, requests.ListOffers, usecases.list_offers, view.offers, links=links, usages=(view.LIST,)
        ),
        Page(ONE, requests.NameOffer, usecases.show, view.shown, shows=("offer",)),
        Page(
            THERE,
            requests.ListOffers,
            usecases.list_there,
            view.offers_there,
            links=links_there,
        ),
        Page(
            THERE_ONE,
            requests.NameOffer,
            usecases.show_there,
            view.shown_there,
            shows=(view.THERE,),
            links=links_of_one_there,
        ),
    ),
    acts=(
        Act(f"{THERE_ONE}/claim", requests.ClaimOffer, usecases.claim, view.claimed, THERE_ONE, form=CLAIM),
        Act(f"{THERE_ONE}/leave", requests.NameOffer, usecases.leave, view.done, THERE_ONE),
        Act(
            f"{THERE}/new",
            requests.CreateOffer,
            setting_up(usecases.create),
            view.shown,
            THERE,
            form=NEW,
            for_managers=True,
        ),
        Act(
            f"{THERE_ONE}/award",
            requests.AwardOffer,
            usecases.award,
            view.done,
            THERE_ONE,
            form=AWARD,
            for_managers=True,
        ),
        Act(
            f"{THERE_ONE}/close",
            requests.CloseOffer,
            usecases.close,
            view.done,
            THERE_ONE,
            form=CLOSE,
            for_managers=True,
        ),
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
