"""May A see an offer, and who is named there? Whatever members, offers and claims come together, as a model
says: whoever is on the server, and whoever claimed it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.offers.fair import Fair
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.model import User
from tracker.feature import farewells
from tracker.notify import outbox
from tracker.offers.errors import NoSuchOffer
from tracker.offers.messages import CLAIMED
from tracker.offers.model import Offer, OfferKind
from tracker.refusals import Refused
from tracker.servers.model import Server
from tracker.store.sqlite import SqliteTable

PEOPLE, SERVERS = ("ada", "bob", "cem"), ("Clan", "Club")
WHAT = ("join", "join", "leave", "offer", "offer", "claim", "claim", "claim", "close", "delete")
_Act = tuple[str, str, str, int]
_ACTS = st.lists(
    st.tuples(st.sampled_from(WHAT), st.sampled_from(PEOPLE), st.sampled_from(SERVERS), st.integers(0, 9)),
    min_size=5,
    max_size=30,
)


@dataclass
class Offered:
    offer: Offer
    server: str
    is_open: bool = True
    winners: list[str] = field(default_factory=list[str])
    announced: list[str] = field(default_factory=list[str])
    """Who of them the server is told of."""


@dataclass
class Model:
    """What should be: it asks nothing of the code."""

    members: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    offered: list[Offered] = field(default_factory=list[Offered])
    gone: set[str] = field(default_factory=set[str])

    def leaves(self, who: str, server: str) -> None:
        """What the server was not told yet, it is not told any more."""
        self.members.discard((who, server))
        for one in self.offered:
            if one.server == server and who in one.announced:
                one.announced.remove(who)

    def sees(self, who: str) -> set[str]:
        return {one.offer.title for one in self.offered if (who, one.server) in self.members}


@dataclass
class Market:
    fair: Fair
    people: dict[str, User]
    servers: dict[str, Server]

    @classmethod
    async def open(cls, table: SqliteTable, clock: HandClock) -> "Market":
        fair = Fair(table, clock)
        servers = {name: await fair.server(guild, name=name) for guild, name in enumerate(SERVERS, 1)}
        return cls(fair, {name: await fair.rich(name) for name in PEOPLE}, servers)

    async def offer(self, number: int, server: str) -> Offer:
        ends = self.fair.clock() + timedelta(days=30)
        fields = {"kind": OfferKind.COINS, "cost": 5, "stock": 2, "ends": ends}
        return await self.fair.offers.create(self.servers[server], f"Thing {number}", fields)

    async def claim(self, who: str, offer: Offer) -> bool:
        """As people do: what they cannot find, they cannot claim."""
        try:
            _, found = await self.fair.offers.find(self.people[who].id, offer.id)
            await self.fair.offers.claim(self.people[who], found, f"Name of {who}")
        except Refused:
            return False
        return True

    async def delete(self, who: str) -> None:
        tools = tools_at(self.fair.table, self.fair.clock)
        await delete_person(
            self.fair.table, Holder(self.people[who].id), self.fair.clock(), first=farewells(tools)
        )

    async def announced(self, server: str) -> list[str]:
        every = await outbox.history(self.fair.table, self.servers[server].account)
        return sorted(one.text.partition(" claimed")[0] for one in every if one.kind is CLAIMED)


async def act(market: Market, model: Model, number: int, step: _Act) -> None:
    what, who, server, which = step
    if who in model.gone:
        return
    one = model.offered[which % len(model.offered)] if model.offered else None
    match what:
        case "join":
            await market.fair.servers.join(market.people[who], market.servers[server])
            model.members.add((who, server))
        case "leave" if (who, server) in model.members:
            await market.fair.servers.leave(market.people[who].id, market.servers[server].account)
            model.leaves(who, server)
        case "offer":
            model.offered.append(Offered(await market.offer(number, server), server))
        case "claim" if one is not None:
            may = (who, one.server) in model.members and one.is_open and who not in one.winners
            assert await market.claim(who, one.offer) == (may and len(one.winners) < 2)
            if may and len(one.winners) < 2:
                one.winners.append(who)
                one.announced.append(who)
        case "close" if one is not None:
            with suppress(Refused):
                await market.fair.offers.close(one.offer)
            one.is_open = False
        case "delete" if len(model.gone) < 2:
            await market.delete(who)
            model.gone.add(who)
            for one_of_all in SERVERS:
                model.leaves(who, one_of_all)
        case _:
            pass


async def check(market: Market, model: Model) -> None:
    for who in PEOPLE:
        if who in model.gone:
            continue
        user = market.people[who].id
        known = [offer.title for _, offer in await market.fair.offers.known(user, over=True)]
        assert (set(known), len(known)) == (model.sees(who), len(model.sees(who))), who
        for one in model.offered:
            if (who, one.server) not in model.members:
                with suppress(NoSuchOffer):
                    assert not await market.fair.offers.find(user, one.offer.id)
    for one in model.offered:
        named = sorted(claim.name for claim in await market.fair.offers.claims(one.offer))
        assert named == sorted(f"Name of {who}" for who in one.winners if who not in model.gone)
    for server in SERVERS:
        here = [one for one in model.offered if one.server == server]
        told = sorted(f"Name of {who}" for one in here for who in one.announced)
        assert await market.announced(server) == told, server


async def live(folder: Path, acts: Sequence[_Act]) -> None:
    clock, model = HandClock(), Model()
    table = await SqliteTable.open(folder / "questlog.db", clock)
    try:
        market = await Market.open(table, clock)
        for number, step in enumerate(acts):
            clock.advance(3600)
            await act(market, model, number, step)
            await check(market, model)
    finally:
        await table.close()


@settings(max_examples=30)
@given(_ACTS)
def test_only_members_see_an_offer_and_only_who_claimed_it_is_named(acts: list[_Act]) -> None:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        asyncio.run(live(Path(folder), acts))
