"""What happens when an offer is over: raffles are drawn, coins go back, and whoever was after it hears of it.

The due item goes last, and every step says what it saw: so a crash anywhere is made good by the next look,
and nothing is done twice.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.due import forget, moved
from tracker.notify import outbox
from tracker.offers import messages
from tracker.offers.book import claim_at, claims_on, offer_at
from tracker.offers.drawing import Entrant, entrants_of, winners
from tracker.offers.model import (
    ClaimStatus,
    Ending,
    Offer,
    OfferClaim,
    OfferEnd,
    OfferKind,
    OfferStatus,
)
from tracker.offers.racing import frees_character
from tracker.offers.writing import expiry, given_back, new_claim
from tracker.rewards.model import Wallet
from tracker.store.conditions import eq
from tracker.store.entity import PRESENT, change, from_items
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import UserKey, WalletKey
from tracker.store.table import Check, Operation, Table, Update

AGAIN = timedelta(hours=1)
"""So long a draw waits for weeks that are still to be settled."""
SETTLE = timedelta(minutes=1)
"""So long after it is over its claims are looked at for the last time: an index may lag."""
_ATTEMPTS = 20


def over(offer: Offer, ending: Ending, now: datetime, **more: object) -> Update:
    """Nobody can claim it from now on."""
    return change(
        Offer,
        offer.key,
        {"status": OfferStatus.OVER, "ending": ending, "over_at": now, "ttl": expiry(now), **more},
        enter=[offer.place(OfferStatus.OVER)],
        when=eq("status", OfferStatus.OPEN.value),
    )


class OfferEndings:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def hold(self, work: OfferEnd) -> None:
        now = self._clock().replace(microsecond=0)
        offer = await offer_at(self._table, work.id)
        if offer is None:
            await forget(self._table, work)
            return
        if offer.status is OfferStatus.OPEN:
            await self._table.update(moved(work, await self._ended(offer, now)))
            return
        for claim in await claims_on(self._table, offer.id):
            await self.settle(offer, claim, now)
        if now < (last_look := (offer.over_at or now) + SETTLE):
            await self._table.update(moved(work, last_look))
        else:
            await forget(self._table, work)

    async def _ended(self, offer: Offer, now: datetime) -> datetime:
        """When to look again."""
        if offer.kind is OfferKind.RAFFLE and now >= offer.ends:
            return now + (SETTLE if await self._is_drawn(offer, now) else AGAIN)
        if offer.left and now < offer.ends:
            return offer.ends
        with suppress(ConditionFailed):  # somebody closed it in the same moment
            await self._table.update(over(offer, Ending.ENDED if offer.left else Ending.TAKEN, now))
        return now + SETTLE

    async def _is_drawn(self, offer: Offer, now: datetime) -> bool:
        """All winners, their messages and the end of the offer are one transaction: it is drawn once."""
        for _ in range(_ATTEMPTS):
            entrants = await entrants_of(self._table, offer, now)
            if entrants is None:
                return False
            try:
                await self._table.transact(_draw(offer, entrants, now))
            except ConditionFailed as failed:
                if failed.at(0) is not None or failed.at(1) is not None:
                    return True  # another worker was faster, it was closed, or the server is gone
                continue  # a winner has just gone: draw among those who are there
            return True
        raise Throttled("a raffle keeps changing under our hands")

    async def settle(self, offer: Offer, claim: OfferClaim, now: datetime) -> None:
        """What becomes of one claim when its offer is over. Done once, however often it is asked for."""
        for _ in range(_ATTEMPTS):
            known = await claim_at(self._table, claim.user, claim.offer)
            operations = [] if known is None else await self._end_of(offer, known, now)
            if not operations:
                return
            try:
                await self._table.transact(operations)
            except ConditionFailed as failed:
                if failed.at(0) is not None:
                    return  # the person is going, and the claim with them
                continue  # it was won, or handed over, or the character was renamed: look again
            return
        raise Throttled("a claim keeps changing under our hands")

    async def _end_of(self, offer: Offer, claim: OfferClaim, now: datetime) -> list[Operation]:
        """What is to be written, first of all that the person is there; nothing where it is done."""
        if claim.status is ClaimStatus.WON and offer.ending is Ending.WITHDRAWN and claim.cost:
            return await self._refund(claim, now)
        is_missed = claim.status is ClaimStatus.PURSUED
        if claim.ttl is not None and not is_missed:
            return []
        ended = {"ttl": expiry(offer.over_at or now)} | ({"status": ClaimStatus.MISSED} if is_missed else {})
        leaves = [SubjectWatcherKey] if is_missed else []
        return [
            Check(UserKey(claim.user).key, PRESENT),
            change(OfferClaim, claim.key, ended, leave=leaves, when=eq("status", claim.status.value)),
            *([outbox.operation(messages.missed(claim, now))] if is_missed else []),
            *await frees_character(self._table, claim),
        ]

    async def _refund(self, claim: OfferClaim, now: datetime) -> list[Operation]:
        key, who = WalletKey(claim.user).key, UserKey(claim.user).key
        found = await self._table.get_many([key, who])
        user = next(from_items(User, [found[who]] if who in found else []), None)
        wallet = next(from_items(Wallet, [found[key]] if key in found else []), None)
        return [] if user is None else given_back(user, wallet, claim, now)


def _draw(offer: Offer, entrants: Sequence[Entrant], now: datetime) -> list[Operation]:
    raffle = offer.raffle
    seed = "" if raffle is None else raffle.seed
    won = [_prize(offer, one, now) for one in winners(seed, entrants, offer.stock)]
    drawn = raffle and raffle.model_copy(update={"entrants": len(entrants)})
    return [
        over(offer, Ending.DRAWN, now, raffle=drawn, taken=len(won)),
        Check(UserKey(offer.server).key, PRESENT),
        outbox.operation(messages.drawn(offer, won, len(entrants), now)),
        *(one for claim in won for one in _prize_operations(offer, claim, now)),
    ]


def _prize(offer: Offer, winner: Entrant, now: datetime) -> OfferClaim:
    return OfferClaim(
        user=winner.user,
        offer=offer.id,
        server=offer.server,
        title=offer.title,
        name=winner.name,
        status=ClaimStatus.WON,
        claimed_at=now,
        won_at=now,
    )


def _prize_operations(offer: Offer, claim: OfferClaim, now: datetime) -> Iterable[Operation]:
    return [*new_claim(claim), outbox.operation(messages.won(offer, claim, now))]
