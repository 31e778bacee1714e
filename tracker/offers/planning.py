"""When an offer is looked at next: at its end, or soon once all are taken or it was closed."""

from contextlib import suppress
from datetime import datetime

from tracker.offers.book import offer_at
from tracker.offers.model import DUE, Offer, OfferEnd
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey
from tracker.store.table import Put, Table


def first_end(offer: Offer) -> Put:
    new = OfferEnd(user=offer.server, id=offer.id, due_at=offer.ends)
    return Put(to_item(new, new.key, new.place), ABSENT)


async def hurry(table: Table, offer: Offer, now: datetime) -> None:
    """It is over before its time, or there is more to do: look at it soon."""
    found = await table.get(DueKey(offer.server, DUE, offer.id).key)
    work = next(from_items(OfferEnd, [found] if found else []), None)
    if work is not None and work.due_at <= now:
        return
    new = OfferEnd(user=offer.server, id=offer.id, due_at=now)
    unmoved = ABSENT if work is None else work.unmoved
    with suppress(ConditionFailed):  # somebody else did
        await table.update(rewrite(new, new.key, new.place, when=unmoved))


async def hurry_if_taken(table: Table, before: Offer, now: datetime) -> None:
    """What is all gone is over at once, and not only at its end."""
    after = await offer_at(table, before.id)
    if after is not None and not after.left:
        await hurry(table, after, now)
