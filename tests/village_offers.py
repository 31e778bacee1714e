"""What the server of the village offers: something for coins that is bought, a race, and a raffle."""

from datetime import timedelta

from tracker.accounts.model import User
from tracker.challenge.model import Challenge
from tracker.clock import Clock
from tracker.offers.model import OfferKind
from tracker.offers.service import Offers
from tracker.offers.words import parse_target
from tracker.rewards.wallet import wallet_of
from tracker.servers.model import Server
from tracker.store.table import Table
from tracker.weeks import week_of


async def begin_offers(table: Table, clock: Clock, user: User, server: Server, challenge: Challenge) -> None:
    names = iter(("coffee", "bounty", "raffle"))
    offers = Offers(table, clock, lambda: next(names), lambda: "5eed")
    assert (await wallet_of(table, user.id)).coins > 0
    ends = clock() + timedelta(days=7)
    about = {"description": "From the good machine", "tags": ("drinks",), "stock": 2}
    coffee = await offers.create(
        server, "Coffee", {"kind": OfferKind.COINS, "cost": 1, "ends": ends, **about}
    )
    await offers.claim(user, coffee, "Ada")
    target = parse_target("99 woodcutting", "osrs", clock().date())
    race = {"kind": OfferKind.FIRST, "target": target, "ends": ends}
    bounty = await offers.create(server, "10M for the first 99", race)
    await offers.claim(user, bounty, "Ada", character="zezima")
    await offers.create(server, "Raffle", offers.raffle(challenge, week_of(clock().date())))
