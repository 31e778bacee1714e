"""Which offers there are, who may see them, which one somebody means, and who claimed it."""

from collections.abc import Iterable, Sequence

from tracker.challenge.joining import participations_of
from tracker.finding import Finder
from tracker.offers.errors import AmbiguousOffer, NoSuchOffer
from tracker.offers.model import Offer, OfferClaim, OfferStatus
from tracker.servers.membership import memberships_of
from tracker.servers.model import Server
from tracker.store.entity import from_items
from tracker.store.index_keys import OfferClaimantKey, OfferPlaceKey
from tracker.store.keys import OfferClaimKey, OfferKey, ServerKey
from tracker.store.table import Table
from tracker.words import quoted, some_of

MOST_SHOWN = 100
"""Of those of a server that are over, the newest."""

FINDER: Finder[Offer] = Finder(
    "offer",
    name=lambda offer: offer.title,
    ids=lambda offer: (offer.id,),
    missing=NoSuchOffer,
    ambiguous=AmbiguousOffer,
    is_live=lambda offer: offer.status is OfferStatus.OPEN,
)


async def servers_of(table: Table, user_id: str, here: Server | None = None) -> list[Server]:
    """The servers of which somebody is a member as far as Questlog knows, the one where they ask first.

    Besides that one these are the servers that announce them, and those in whose challenges they are.
    """
    mine = [one.server for one in await memberships_of(table, user_id)]
    mine += [one.owner for one in await participations_of(table, user_id)]
    first = [] if here is None else [here]
    others = dict.fromkeys(one for one in mine if here is None or one != here.account)
    found = await table.get_many(ServerKey(one).key for one in others)
    by_account = {one.account: one for one in from_items(Server, found.values())}
    return [*first, *(by_account[one] for one in others if one in by_account)]


async def offers_of(table: Table, server: str, *, over: bool = False) -> list[Offer]:
    """The open ones of a server, those that were made first before others; and those that are over."""
    place = OfferPlaceKey.prefix(server=server, status=OfferStatus.OPEN.value)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix, index=place.index)]
    if over:
        past = OfferPlaceKey.prefix(server=server, status=OfferStatus.OVER.value)
        page = await table.query(
            past.pk, prefix=past.prefix, index=past.index, reverse=True, limit=MOST_SHOWN
        )
        items += page.items
    return [*from_items(Offer, items)]


async def ever_offered(table: Table, server: str) -> list[Offer]:
    """All of a server that are kept, however many are over."""
    place = OfferPlaceKey.prefix(server=server)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return [*from_items(Offer, items)]


async def offer_at(table: Table, offer_id: str) -> Offer | None:
    item = await table.get(OfferKey(offer_id, offer_id).key)
    return next(from_items(Offer, [item] if item else []), None)


async def claim_at(table: Table, user_id: str, offer_id: str) -> OfferClaim | None:
    item = await table.get(OfferClaimKey(user_id, offer_id).key)
    return next(from_items(OfferClaim, [item] if item else []), None)


async def claims_by(table: Table, user_id: str) -> list[OfferClaim]:
    """The newest last."""
    mine = OfferClaimKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(OfferClaim, items), key=lambda one: (one.claimed_at, one.offer))


async def claims_on(table: Table, offer_id: str) -> list[OfferClaim]:
    """By the index, which may lag; in the order in which they were won, and then claimed."""
    place = OfferClaimantKey.prefix(offer=offer_id)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return sorted(
        from_items(OfferClaim, items),
        key=lambda one: (one.won_at or one.claimed_at, one.claimed_at, one.user),
    )


def find_offer(offers: Sequence[Offer], text: str) -> Offer:
    """Raises NoSuchOffer, AmbiguousOffer."""
    if found := FINDER.meant(offers, text):
        return FINDER.only(found, text)
    known = [one for one in offers if one.status is OfferStatus.OPEN]
    there = f" There is {some_of([one.title for one in known], 5)}." if known else ""
    raise NoSuchOffer(f"There is no offer {quoted(text)} for you.{there}", FINDER.suggested(known))


def tagged(offers: Iterable[Offer], tag: str | None) -> list[Offer]:
    wanted = (tag or "").strip("# ").casefold()
    return [one for one in offers if not wanted or wanted in one.tags]
