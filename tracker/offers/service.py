"""Offers of servers: made, claimed, handed over and closed. The one door to what can be done with them."""

import builtins
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.challenge.model import Challenge
from tracker.clock import Clock
from tracker.finding import plain
from tracker.frozen import frozen
from tracker.ids import Ids
from tracker.limits import Limit, Limits
from tracker.notify import outbox
from tracker.offers import messages
from tracker.offers.book import (
    claim_at,
    claims_by,
    claims_on,
    ever_offered,
    find_offer,
    offer_at,
    offers_of,
    servers_of,
)
from tracker.offers.drawing import commitment, settled_at
from tracker.offers.ending import OfferEndings, over
from tracker.offers.errors import (
    AlreadyClaimed,
    BadOffer,
    ClaimedTooOften,
    NoSuchClaim,
    NoSuchOffer,
    NothingToClaim,
    OfferOver,
    OfferTaken,
    TooManyOffers,
)
from tracker.offers.model import (
    MOST_OPEN,
    MOST_PURSUED,
    ClaimStatus,
    Ending,
    Offer,
    OfferClaim,
    OfferKind,
    OfferStatus,
    Raffle,
)
from tracker.offers.planning import first_end, hurry, hurry_if_taken
from tracker.offers.racing import chosen_character, frees_character, stands_there, takes_character, win
from tracker.offers.words import checked
from tracker.offers.writing import new_claim, paid, taken
from tracker.refusals import Suggestion
from tracker.rewards.model import Wallet
from tracker.rewards.shop.errors import NotEnoughCoins
from tracker.servers.model import Server
from tracker.store.conditions import eq, ne
from tracker.store.entity import PRESENT, authored, change, from_items
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import UserKey, WalletKey
from tracker.store.segments import Week
from tracker.store.table import Check, Delete, Operation, Table
from tracker.words import count_of, people, quoted, some_of, wait_text

ATTEMPTS = 20
CLAIMS = Limit("offer-claim", 30, timedelta(days=1))
"""Of one person."""
OFFERS = Limit("offer-new", 20, timedelta(days=1))
"""Of one server."""
_CHANGES = "offerChanges"


@frozen
class Claimed:
    offer: Offer
    claim: OfferClaim
    coins: int | None = None
    """Those that are left, where it was paid for."""


def new_seed() -> str:
    return secrets.token_hex(16)


class Offers:
    def __init__(
        self, table: Table, clock: Clock, new_id: Ids, new_seed: Callable[[], str] = new_seed
    ) -> None:
        self._table, self._clock, self._new_id, self._new_seed = table, clock, new_id, new_seed
        self._limits = Limits(table, clock)

    async def create(self, server: Server, title: str, fields: Mapping[str, object]) -> Offer:
        """`fields` are further ones of Offer. Raises BadOffer, TooManyOffers, ClaimedTooOften."""
        now = self._now()
        new = checked(
            Offer.model_validate(
                {**fields, "id": self._new_id(), "server": server.account, "title": title, "created_at": now}
            )
        )
        await self._take(OFFERS, server.account)
        for _ in range(ATTEMPTS):
            if (turn := await next_change(self._table, server.account, _CHANGES)) is None:
                raise _gone()
            _refuse_crowd(await offers_of(self._table, server.account), new)
            _, *written = authored(server.account, new, new.key, new.place())
            told = outbox.operation(messages.new_offer(new, now))
            try:
                await self._table.transact([turn, *written, first_end(new), told])
            except ConditionFailed:
                continue
            return new
        raise _restless()

    def raffle(self, challenge: Challenge, week: Week) -> dict[str, object]:
        """The fields of an offer that is drawn among those who keep that week."""
        seed = self._new_seed()
        about = Raffle(
            challenge=challenge.id,
            name=challenge.name,
            week=week,
            commitment=commitment(seed),
            seed=seed,
        )
        return {"kind": OfferKind.RAFFLE, "raffle": about, "ends": settled_at(challenge, week)}

    async def known(
        self, user_id: str, here: Server | None = None, *, over: bool = False
    ) -> builtins.list[tuple[Server, Offer]]:
        """All that the person may see: those of the servers that they are a member of."""
        servers = await servers_of(self._table, user_id, here)
        return [
            (server, offer)
            for server in servers
            for offer in await offers_of(self._table, server.account, over=over)
        ]

    async def find(self, user_id: str, text: str, here: Server | None = None) -> tuple[Server, Offer]:
        """Raises NoSuchOffer, AmbiguousOffer."""
        every = await self.known(user_id, here, over=True)
        found = find_offer([offer for _, offer in every], text)
        server = next(server for server, offer in every if offer.id == found.id)
        fresh = await offer_at(self._table, found.id)
        return server, fresh or found

    async def of(self, server: Server, *, over: bool = False) -> builtins.list[Offer]:
        """The open ones of a server; `over` for the others, too."""
        return await offers_of(self._table, server.account, over=over)

    async def of_server(self, server: Server, text: str) -> Offer:
        """For those who manage it. Raises NoSuchOffer, AmbiguousOffer."""
        return find_offer(await offers_of(self._table, server.account, over=True), text)

    async def claims(self, offer: Offer) -> builtins.list[OfferClaim]:
        return await claims_on(self._table, offer.id)

    async def own_claims(self, user_id: str) -> dict[str, OfferClaim]:
        """By offer."""
        return {one.offer: one for one in await claims_by(self._table, user_id)}

    async def claim(self, user: User, offer: Offer, name: str, *, character: str | None = None) -> Claimed:
        """`name` is what the server sees, which the person agrees to with it.

        Raises OfferOver, OfferTaken, AlreadyClaimed, NotEnoughCoins, HadItBefore and others.
        """
        if offer.kind is OfferKind.RAFFLE:
            raise NothingToClaim(
                f"{offer.title} is drawn by itself: keep the week of the challenge, and you are in it.",
                field="offer",
            )
        await self._take(CLAIMS, user.id)
        if offer.kind is OfferKind.COINS:
            return await self._buy(user, offer, name)
        return await self._race(user, offer, name, character)

    async def leave(self, user_id: str, offer: Offer) -> OfferClaim:
        """The person is not after it any more. Raises NoSuchClaim."""
        for _ in range(ATTEMPTS):
            claim = await claim_at(self._table, user_id, offer.id)
            if claim is None or claim.status is not ClaimStatus.PURSUED:
                raise NoSuchClaim(f"You are not in the race for {offer.title}.", field="offer")
            free = await frees_character(self._table, claim)
            if await self._written([Delete(claim.key.key, eq("status", claim.status.value)), *free]):
                return claim
        raise _restless()

    async def award(self, offer: Offer, who: str) -> OfferClaim:
        """Says that somebody has what they won, once; they are told. Raises NoSuchClaim."""
        now, claims = self._now(), [one for one in await self.claims(offer) if one.status.has_won]
        claim = _named(claims, who)
        done = change(
            OfferClaim, claim.key, {"status": ClaimStatus.AWARDED}, when=eq("status", ClaimStatus.WON.value)
        )
        told = outbox.operation(messages.handed_over(claim, now))
        try:
            await self._table.transact([done, Check(UserKey(claim.user).key, PRESENT), told])
        except ConditionFailed as failed:
            raise NoSuchClaim(f"{claim.name} has it already, or it was paid back.", field="who") from failed
        return claim.model_copy(update={"status": ClaimStatus.AWARDED})

    async def close(self, offer: Offer, *, withdraw: bool = False) -> Offer:
        """Nobody can claim it any more. Withdrawn, coins go back to all who have nothing for them yet.

        Raises OfferOver.
        """
        now, ending = self._now(), Ending.WITHDRAWN if withdraw else Ending.CLOSED
        closing = over(offer, ending, now)
        if withdraw and offer.status is OfferStatus.OVER:
            closing = change(Offer, offer.key, {"ending": ending}, when=ne("ending", ending.value))
        try:
            await self._table.update(closing)
        except ConditionFailed as failed:
            raise OfferOver(f"{offer.title} is over already.", field="offer") from failed
        await hurry(self._table, offer, now)
        return await offer_at(self._table, offer.id) or offer

    async def withdraw_all(self, server: str) -> None:
        """Before the account of a server is deleted: coins go back at once."""
        ends = OfferEndings(self._table, self._clock)
        for listed in await ever_offered(self._table, server):
            one = await offer_at(self._table, listed.id) or listed
            withdrawn = one if one.ending is Ending.WITHDRAWN else await self.close(one, withdraw=True)
            for claim in await self.claims(one):
                await ends.settle(withdrawn, claim, self._now())

    async def _buy(self, user: User, offer: Offer, name: str) -> Claimed:
        """Stock, claim, wallet, ledger and what the server hears are one transaction."""
        key = WalletKey(user.id).key
        for _ in range(ATTEMPTS):
            now = self._now()
            current = await self._open(user, offer, now)
            item = await self._table.get(key)
            wallet = next(from_items(Wallet, [item] if item else []), None)
            coins, cost = wallet.coins if wallet else 0, current.cost or 0
            if coins < cost:
                raise NotEnoughCoins(
                    f"{current.title} costs {count_of(cost, 'coin')}, and you have {people(coins)}."
                    f" You need {people(cost - coins)} more."
                )
            claim = _won_by(user, current, name, now).model_copy(update={"cost": cost})
            operations = [
                *taken(current),
                *new_claim(claim),
                *paid(user, wallet, claim, now),
                outbox.operation(messages.claimed(current, claim, now)),
            ]
            if await self._written(operations):
                await hurry_if_taken(self._table, current, now)
                return Claimed(current.model_copy(update={"taken": current.taken + 1}), claim, coins - cost)
        raise _restless()

    async def _race(self, user: User, offer: Offer, name: str, said: str | None) -> Claimed:
        """In the race from now on; won at once by whoever was seen below since the offer began."""
        assert offer.target is not None, "what one can be first in has a target"  # noqa: S101 - for the checker
        for _ in range(ATTEMPTS):
            now = self._now()
            known = await claim_at(self._table, user.id, offer.id)
            if known is not None and known.status is ClaimStatus.PURSUED:
                return await self._looked_at_again(offer, known, now)
            current = await self._open(user, offer, now)
            await self._refuse_greed(user.id)
            character = await chosen_character(self._table, user.id, offer.target, said)
            counts = await takes_character(self._table, user.id, current, character)
            claim = _won_by(user, current, name, now).model_copy(
                update={
                    "status": ClaimStatus.PURSUED,
                    "won_at": None,
                    "character": character.id,
                    "subject": character.subject,
                    "target": offer.target,
                }
            )
            is_there = await stands_there(self._table, current, offer.target, character.subject)
            if await self._written([*new_claim(claim), *counts]):
                return (
                    await self._looked_at_again(current, claim, now) if is_there else Claimed(current, claim)
                )
        raise _restless()

    async def _looked_at_again(self, offer: Offer, claim: OfferClaim, now: datetime) -> Claimed:
        if (
            claim.target is not None
            and claim.subject is not None
            and await stands_there(self._table, offer, claim.target, claim.subject)
        ):
            await win(self._table, claim, now)
        after = await claim_at(self._table, claim.user, offer.id) or claim
        return Claimed(await offer_at(self._table, offer.id) or offer, after)

    async def _open(self, user: User, offer: Offer, now: datetime) -> Offer:
        """As it is now. Raises what is in the way of claiming it."""
        current = await offer_at(self._table, offer.id)
        if current is None:
            raise NoSuchOffer("This offer no longer exists.", field="offer")
        if await claim_at(self._table, user.id, offer.id) is not None:
            raise AlreadyClaimed(f"You claimed {offer.title} already. Everybody can once.", field="offer")
        if not current.left:
            raise OfferTaken(f"None is left of {offer.title}: others were faster.", field="offer")
        if not current.is_open(now):
            raise OfferOver(f"{offer.title} is over.", field="offer")
        return current

    async def _refuse_greed(self, user_id: str) -> None:
        after = sum(one.status is ClaimStatus.PURSUED for one in (await self.own_claims(user_id)).values())
        if after >= MOST_PURSUED:
            raise TooManyOffers(f"You are in {after} races, and that is the most. Leave one first.")

    async def _written(self, operations: Sequence[Operation]) -> bool:
        """False where somebody was faster: look again."""
        try:
            await self._table.transact(operations)
        except ConditionFailed:
            return False
        return True

    async def _take(self, limit: Limit, whose: str) -> None:
        if (until := await self._limits.take(limit, whose)) is not None:
            wait = wait_text(until - self._limits.now())
            raise ClaimedTooOften(f"That was too often. Try again in {wait}.")

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _won_by(user: User, offer: Offer, name: str, now: datetime) -> OfferClaim:
    return OfferClaim(
        user=user.id,
        offer=offer.id,
        server=offer.server,
        title=offer.title,
        name=name,
        status=ClaimStatus.WON,
        claimed_at=now,
        won_at=now,
    )


def _refuse_crowd(others: Sequence[Offer], new: Offer) -> None:
    if len(others) >= MOST_OPEN:
        raise TooManyOffers(f"There are {MOST_OPEN} offers here, and that is the most. Close one first.")
    if any(plain(one.title) == plain(new.title) for one in others):
        raise BadOffer(f"There is an offer called {new.title} here already.", field="title")


def _named(claims: Sequence[OfferClaim], who: str) -> OfferClaim:
    """The one who won under that name, or by their id."""
    wanted = plain(who)
    found = [one for one in claims if wanted in (plain(one.name), plain(one.user))] or [
        one for one in claims if wanted and plain(one.name).startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    known = some_of([one.name for one in claims], 5)
    text = f"Nobody called {quoted(who)} won it." if not found else f"Several are called {quoted(who)}."
    raise NoSuchClaim(
        f"{text} {f'It was won by {known}.' if claims else 'Nobody has won it yet.'}",
        [Suggestion(one.name, one.user) for one in claims[:5]],
        field="who",
    )


def _gone() -> NoSuchUser:
    return NoSuchUser("There is no such account, or it is being deleted.")


def _restless() -> Throttled:
    return Throttled("the offer keeps changing under our hands; try again in a moment")
