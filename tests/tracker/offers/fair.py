"""A server that offers things, and members with coins and characters."""

from datetime import timedelta
from itertools import count

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.servers.halls import Hall, subject
from tracker.accounts.model import User
from tracker.notify.model import OutboxItem
from tracker.offers.book import claim_at, offer_at
from tracker.offers.feature import ENDINGS
from tracker.offers.model import Offer, OfferClaim, OfferKind
from tracker.offers.service import Offers
from tracker.offers.words import parse_target
from tracker.rewards.model import Wallet
from tracker.rewards.wallet import wallet_of
from tracker.servers.model import Server
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey
from tracker.store.table import Table

SEED = "c0ffee"
BELOW, THERE = 13_000_000, 13_034_431
"""Of the xp of level 99."""


class Fair(Hall):
    here: Server

    def __init__(self, table: Table, clock: HandClock) -> None:
        super().__init__(table, clock)
        self._numbers = count(1)
        self.offers = self.on(table)

    def on(self, table: Table) -> Offers:
        return Offers(table, self.clock, lambda: f"offer{next(self._numbers)}", lambda: SEED)

    async def open(self) -> "Fair":
        self.here = await self.server()
        return self

    async def rich(self, name: str = "ada", coins: int = 1000) -> User:
        user = await self.person(name)
        await self.table.put(to_item(Wallet(coins=coins, points=coins), WalletKey(user.id)))
        return user

    async def coffee(self, cost: int = 500, **fields: object) -> Offer:
        return await self._made("Coffee", {"kind": OfferKind.COINS, "cost": cost, **fields})

    async def named(self, title: str) -> Offer:
        return await self._made(title, {"kind": OfferKind.COINS, "cost": 500})

    async def sailing(self, text: str = "99 wc", **fields: object) -> Offer:
        target = parse_target(text, "osrs", self.clock().date())
        return await self._made("10M bounty", {"kind": OfferKind.FIRST, "target": target, **fields})

    async def _made(self, title: str, fields: dict[str, object]) -> Offer:
        ends = self.clock() + timedelta(days=30)
        return await self.offers.create(self.here, title, {"ends": ends, **fields})

    async def runner(self, name: str, xp: int = BELOW) -> User:
        """Somebody with a character of the same name."""
        user = await self.rich(name)
        await self.character(user, name, subject=subject(name), woodcutting_xp=xp)
        return user

    async def enter(self, user: User, offer: Offer) -> OfferClaim:
        return (await self.offers.claim(user, offer, user.id.title())).claim

    async def offer_now(self, offer: Offer) -> Offer:
        found = await offer_at(self.table, offer.id)
        assert found is not None
        return found

    async def claim_of(self, user: User, offer: Offer) -> OfferClaim | None:
        return await claim_at(self.table, user.id, offer.id)

    async def coins(self, user: User) -> int:
        return (await wallet_of(self.table, user.id)).coins

    async def pass_time(self, table: Table | None = None, *, times: int = 2, **span: float) -> None:
        """And do what comes due: an offer ends, and a minute later its claims."""
        self.clock.advance(timedelta(**span).total_seconds())
        for _ in range(times):
            await run_due(ENDINGS, tools_at(table or self.table, self.clock))
            self.clock.advance(90)

    async def news(self, *kinds: str) -> list[OutboxItem]:
        """What the server is told, the oldest first."""
        return [one for one in await self.announced(self.here) if one.kind.name in kinds]
