"""Offers of a server: listed, claimed for coins, a race entered and left; and what is refused."""

from datetime import timedelta

from tests.conversations.glances import FOLLOW
from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.offers.model import OfferKind
from tracker.offers.service import Offers
from tracker.offers.words import parse_target
from tracker.rewards.model import Wallet
from tracker.servers.model import Announces
from tracker.servers.service import Servers
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey
from tracker.store.table import Table

GUILD = 4711


async def is_member(table: Table, clock: HandClock, user: User) -> None:
    """Of a server that offers two things, with coins for one of them."""
    await table.put(to_item(Wallet(points=600, coins=600, changes=1), WalletKey(user.id)))
    accounts = Accounts(table, clock, lambda: "the-clan")
    servers = Servers(table, clock, accounts)
    server = await servers.announce(await servers.set_up(GUILD, "The Clan"), Announces.REACHED)
    await servers.join(user, server)
    names = iter(("coffee1", "bounty1"))
    offers, ends = Offers(table, clock, lambda: next(names)), clock() + timedelta(days=30)
    coffee = {"kind": OfferKind.COINS, "cost": 500, "stock": 2, "tags": ("drinks",), "ends": ends}
    await offers.create(server, "Coffee", coffee)
    clock.advance(1)
    target = parse_target("99 woodcutting", "osrs", clock().date())
    await offers.create(server, "10M bounty", {"kind": OfferKind.FIRST, "target": target, "ends": ends})


OFFERS = Script(
    feature="offers",
    prepare=is_member,
    steps=(
        Step(
            "what there is",
            Slash("offer list"),
            "offers",
            ("offer", "list"),
            Http("GET", "/offers"),
            words=("Coffee", "500 coins", "10M bounty", "first to 99 Woodcutting"),
            fields={"offers.0.title": "Coffee", "offers.1.target": "99 Woodcutting", "servers": 1},
        ),
        Step(
            "by a tag",
            Slash("offer list", {"tag": "drinks"}),
            "offers drinks",
            ("offer", "list", "--tag", "drinks"),
            Http("GET", "/offers?tag=drinks"),
            words=("Coffee",),
        ),
        Step(
            "look at one",
            Slash("offer show", {"offer": "coffee"}),
            "offer coffee",
            ("offer", "show", "coffee"),
            Http("GET", "/offers/coffee"),
            words=("2 of 2 left",),
            fields={"offer.cost": 500, "offer.left": 2, "offer.server": "The Clan", "winners": []},
        ),
        Step(
            "an address is no name",
            Missing("there it is the name on the server"),
            "claim coffee as +44 7700 900123",
            ("offer", "claim", "coffee", "--as", "+44 7700 900123"),
            Http("POST", "/offers/coffee/claim", {"as": "+44 7700 900123"}),
            words=("neither a phone number nor an e-mail address",),
            refused="bad_name",
        ),
        Step(
            "claim it",
            Slash("offer claim", {"offer": "coffee"}),
            "claim coffee as Ada",
            ("offer", "claim", "coffee", "--as", "Ada"),
            Http("POST", "/offers/coffee/claim", {"as": "Ada"}),
            words=("Coffee is yours", "100 coins left", "sees you as Ada"),
            fields={"status": "won", "balance": 100, "name": "Ada", "offer.left": 1},
        ),
        Step(
            "only once",
            Slash("offer claim", {"offer": "coffee"}),
            "claim coffee as Ada",
            ("offer", "claim", "coffee", "--as", "Ada"),
            Http("POST", "/offers/coffee/claim", {"as": "Ada"}),
            words=("You claimed Coffee already",),
            refused="already_claimed",
        ),
        Step(
            "a race without a character",
            Slash("offer claim", {"offer": "bounty"}),
            "claim bounty as Ada",
            ("offer", "claim", "bounty", "--as", "Ada"),
            Http("POST", "/offers/bounty/claim", {"as": "Ada"}),
            words=("First add the character",),
            refused="bad_offer",
        ),
        FOLLOW,
        Step(
            "enter the race",
            Slash("offer claim", {"offer": "bounty"}),
            "claim bounty as Ada",
            ("offer", "claim", "bounty", "--as", "Ada"),
            Http("POST", "/offers/bounty/claim", {"as": "Ada"}),
            words=("You are in the race: 10M bounty",),
            fields={"status": "pursued", "balance": None, "offer.claimed": "pursued"},
        ),
        Step(
            "leave it",
            Slash("offer leave", {"offer": "bounty"}),
            "leave offer bounty",
            ("offer", "leave", "bounty"),
            Http("POST", "/offers/bounty/leave"),
            words=("no longer in the race for 10M bounty",),
            fields={"offer.claimed": None},
        ),
        Step(
            "what is not there",
            Slash("offer show", {"offer": "tea"}),
            "offer tea",
            ("offer", "show", "tea"),
            Http("GET", "/offers/tea"),
            words=("There is no offer 'tea' for you. There is Coffee",),
            refused="no_such_offer",
        ),
    ),
    stored=frozenset({"offer", "offerClaim", "membership", "wallet"}),
)
