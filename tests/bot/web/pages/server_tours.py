"""What members do on the pages of a server on Discord, and what those do who manage it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.clan import Clan
from tests.bot.web.pages.server_social_tours import SOCIAL_THERE
from tests.bot.web.pages.tours import Look, Press, Tour
from tracker.offers.model import OfferKind
from tracker.rewards.model import Wallet
from tracker.rooms.service import Who
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey


async def is_set_up(clan: Clan) -> dict[str, str]:
    await clan.set_up()
    return {}


async def has_coins(clan: Clan) -> dict[str, str]:
    """Ada, who is a member for Discord alone: neither announced nor in a challenge."""
    await clan.set_up()
    ada, table = await clan.account(clan.ada), clan.browser.site.services.table
    await table.put(to_item(Wallet(coins=50), WalletKey(ada.id)))
    return {}


async def bob_has_won(clan: Clan) -> dict[str, str]:
    """Bob has paid for tea, and has not got it yet."""
    server, services = await clan.set_up(), clan.browser.site.services
    bob = await clan.account(clan.discord.user("bob"))
    await services.table.put(to_item(Wallet(coins=50), WalletKey(bob.id)))
    terms = {"kind": OfferKind.COINS, "cost": 5, "ends": services.clock() + timedelta(days=7)}
    tea = await services.offers.create(server, "Tea", terms)
    await services.offers.claim(bob, tea, "Bob")
    return {"won": tea.id}


async def owns_a_room(clan: Clan) -> dict[str, str]:
    await clan.set_up()
    ada = await clan.account(clan.ada)
    made = await clan.browser.site.services.rooms.create(Who(ada, "Ada", None), "Gym")
    return {"gym": made.room.id}


async def bob_asks(clan: Clan) -> dict[str, str]:
    """Twice, of those on the server who help."""
    await clan.set_up()
    await clan.browser.press(f"{clan.path}/announce", "Agree", what="reached")
    await clan.browser.press(f"{clan.path}/assist/volunteer", "Save", name="Ada")
    async with clan.somebody("bob", member=True) as bob:
        await bob.press(f"{clan.path}/announce", "Agree", what="reached")
        squats = await bob.press(f"{clan.path}/assist/new", "Ask", text="How deep?", name="Bob")
        shoes = await bob.press(f"{clan.path}/assist/new", "Ask", text="Yours are ugly", name="Bob")
    threads = [one.path.rpartition("/")[2] for one in (squats, shoes)]
    scene = await clan.browser.site.services.assist.scene((await clan.account(clan.ada)).id, threads[1])
    return {"squats": threads[0], "shoes": threads[1], "his": scene.messages[0].id}


SERVER = Tour(
    "server",
    (
        Look("/servers", "not met you"),
        Press("/servers/open", "Open it", "Run Club", {"guild": "{guild}"}),
        Look("/servers/{guild}", "not set up there yet"),
        Press(
            "/servers/{guild}/announce",
            "Agree",
            "choose a channel: set it up, on the page of the server",
            {"what": "gains"},
            refused=True,
        ),
        Press(
            "/servers/{guild}/announce-channel",
            "Announce it there",
            "announced in this channel",
            {"channel": "{general}", "what": "milestones"},
        ),
        Press(
            "/servers/{guild}/announce-channel",
            "Announce it there",
            "no such channel",
            {"channel": "123"},
            refused=True,
        ),
        Press("/servers/{guild}/channel", "Save", "in that channel", {"news": "digest", "channel": "{news}"}),
        Press("/servers/{guild}/channel", "Save", "all other news", {"news": "digest", "channel": ""}),
        Press(
            "/servers/{guild}/digest",
            "Save",
            "on mondays at 18:00",
            {"digest": "weekly", "digest_time": "18:00", "digest_when_quiet": "yes"},
        ),
        Press("/servers/{guild}/digest", "Save", "not a time", {"digest_time": "late"}, refused=True),
        Press(
            "/servers/{guild}/settings/edit",
            "Save",
            "22:00 to 07:00",
            {"timezone": "Europe/Berlin", "quiet_hours": "22:00-07:00"},
        ),
        Press("/servers/{guild}/settings/edit", "Save", "no time zone", {"timezone": "Moon"}, refused=True),
        Look("/servers/{guild}/settings", "europe/berlin"),
        Press("/servers/{guild}/announce", "Agree", "announced on Run Club", {"what": "reached"}),
        Look("/servers", "Run Club"),
        Look("/servers/{guild}", "may manage it"),
    ),
)

CLAN = Tour(
    "clan",
    (
        Press("/servers/{guild}", "Keep it in my list", "run club stands in your list"),
        Press("/servers/{guild}", "Take it off my list", "run club is off your list"),
        Look("/servers/{guild}/gains", "most in all skills this week"),
        Look("/servers/{guild}/gains?period=day", "today"),
        Look("/servers/{guild}/gains/of", "a skill or a boss"),
        Look("/servers/{guild}/gains/of?skill=wc&period=month", "most in woodcutting this month"),
        Look("/servers/{guild}/top", "the best of each"),
        Look("/servers/{guild}/top/of?skill=zulrah", "most in zulrah"),
    ),
)

COFFEE = {"title": "Coffee", "coins": "5", "stock": "2"}
OFFERS = Tour(
    "offers of a server",
    (
        Look("/servers/{guild}/offers", "tea"),
        Press(
            "/servers/{guild}/offers/new",
            "Offer it",
            "say exactly one condition",
            {"title": "10M"},
            refused=True,
        ),
        Press(
            "/servers/{guild}/offers/new",
            "Offer it",
            "offered",
            COFFEE,
        ),
        Look("/servers/{guild}/offers", "2 of 2 left"),
        Look("/servers/{guild}/offers/Coffee", "coffee"),
        Press("/servers/{guild}/offers/{won}/award", "It is handed over", "is told that", {"who": "Bob"}),
        Press("/servers/{guild}/offers/Coffee/close", "Close it", "closed", {"withdraw": "true"}),
        Look("/servers/{guild}/offers?all=true", "coffee"),
    ),
)

BOUNTY = {"title": "Bounty", "goal": "99 wc"}
CLAIMED = Tour(
    "claims on a server",
    (
        Look("/offers", "knows of no server"),
        Press("/servers/{guild}/offers/new", "Offer it", "offered", BOUNTY),
        Press("/servers/{guild}/offers/new", "Offer it", "offered", COFFEE),
        Press("/servers/{guild}/offers/Coffee/claim", "Claim it", "coffee is yours", {"name": "Ada"}),
        Look("/servers/{guild}/offers/Coffee", "won by ada"),
        Press(
            "/servers/{guild}/offers/Coffee/claim",
            "Claim it",
            "claimed coffee already",
            {"name": "Ada"},
            refused=True,
        ),
        Press("/characters/new", "Follow", "Zezima", {"name": "Zezima"}),
        Press("/servers/{guild}/offers/Bounty/claim", "Claim it", "in the race", {"name": "Ada"}),
        Press("/servers/{guild}/offers/Bounty", "Leave the race", "no longer in the race"),
    ),
)

SHARED = Tour(
    "shares of a server",
    (
        Look("/servers/{guild}/shared", "nothing is shared"),
        Look("/servers/{guild}/shared/leaderboard", "who joined the board"),
        Press("/servers/{guild}/shared/leaderboard", "Make the link", "shown this once"),
        Look("/servers/{guild}/shared", "the leaderboard of run club"),
        Press("/servers/{guild}/shared", "End The leaderboard of Run Club", "no longer works"),
        Look("/servers/{guild}/shared", "nothing is shared"),
    ),
)

ROOM = Tour(
    "rooms on a server",
    (
        Press(
            "/servers/{guild}/room",
            "Show it there",
            "sees what is said from now on",
            {"room": "{gym}", "channel": "{news}"},
        ),
        Look("/rooms/Gym", "#news on run club"),
        Press("/servers/{guild}/room/end", "End it there", "shows no room", {"channel": "{news}"}),
        Press("/servers/{guild}/room", "Show it there", "#news", {"room": "{gym}", "channel": "{news}"}),
        Press("/rooms/{gym}", "End it on Discord", "no longer shown in #news"),
        Press(
            "/servers/{guild}/room",
            "Show it there",
            "no room",
            {"room": "x", "channel": "{news}"},
            refused=True,
        ),
    ),
)

SERVER_TOURS = (SERVER, CLAN, OFFERS, CLAIMED, SHARED, ROOM, *SOCIAL_THERE)

BEFORE: Mapping[str, Callable[[Clan], Awaitable[dict[str, str]]]] = {
    "clan": is_set_up,
    "help on a server": is_set_up,
    "answers on a server": bob_asks,
    "offers of a server": bob_has_won,
    "claims on a server": has_coins,
    "shares of a server": is_set_up,
    "rooms on a server": owns_a_room,
}
"""What is there before a tour, and what of it is noted."""


async def prepared(clan: Clan, tour: Tour) -> Tour:
    """With all that it notes of this server."""
    before = await BEFORE[tour.feature](clan) if tour.feature in BEFORE else {}
    news, guild = clan.guild.text_channel("news"), clan.guild
    noted = {"guild": f"{guild.id}", "general": f"{guild.channel.id}", "news": f"{news.id}", **before}

    async def known(_: Browser) -> dict[str, str]:
        return noted

    return replace(tour, prepare=known)
