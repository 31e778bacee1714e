"""What offers bring to what runs on the clock: their end, and what becomes of them when somebody goes."""

from collections.abc import Mapping

from tracker.clock import Clock
from tracker.feature import DueWork, Rules
from tracker.ids import ulids
from tracker.notify.model import StillTrue
from tracker.offers.book import claim_at, claims_by
from tracker.offers.ending import OfferEndings
from tracker.offers.messages import CLAIM_CHECK, CLAIMED, DRAWN, HANDED_OVER, MISSED, NEW, REFUNDED, WON
from tracker.offers.model import DUE, OfferEnd
from tracker.offers.service import Offers
from tracker.servers.membership import forget
from tracker.store.table import Table

ENDINGS: DueWork[OfferEnd] = DueWork(
    "offers", DUE, OfferEnd, seconds=30, holder=lambda tools: OfferEndings(tools.table, tools.clock).hold
)


def _checks(table: Table, _: Clock) -> Mapping[str, StillTrue]:
    async def has_claimed(_: str, reference: str) -> bool:
        user_id, _, offer_id = reference.partition("#")
        claim = await claim_at(table, user_id, offer_id)
        return claim is not None and claim.status.has_won

    return {CLAIM_CHECK: has_claimed}


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    """What servers would still be told of a person is forgotten; a server that goes gives coins back."""
    for one in await claims_by(table, user_id):
        await forget(table, user_id, one.server)
    await Offers(table, clock, ulids(clock)).withdraw_all(user_id)


OFFERS = Rules(
    "offers",
    kinds=(NEW, CLAIMED, DRAWN, WON, HANDED_OVER, MISSED, REFUNDED),
    checks=_checks,
    due=(ENDINGS,),
    farewell=_farewell,
)
