"""What somebody does on the pages of rooms, help, offers, group goals and looking back."""

from datetime import timedelta

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.tours import Look, Press, Tour
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.offers.model import OfferKind
from tracker.offers.words import parse_target
from tracker.rewards.model import Wallet
from tracker.rooms.assist.service import AssistQuestion
from tracker.rooms.service import Who
from tracker.servers.model import Announces
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey

RENAMED = {"name": "Run club", "purpose": "To run", "tell": "all"}
ASKS = {"ask": "What will you do today?", "at": "0:00", "hours": "20"}


BOB = parse_identity("local:bob")


async def bob(browser: Browser) -> User:
    """Whom somebody has met."""
    return await browser.site.services.accounts.get_or_register(BOB)


async def knows_a_room(browser: Browser) -> dict[str, str]:
    """Bob has one, and has invited Ada."""
    made = await browser.site.services.rooms.create(Who(await bob(browser), "Bob", None), "Tea")
    return {"code": made.invitation.code if made.invitation else "", "tea": made.room.id}


ROOMS = Tour(
    "rooms",
    (
        Look("/rooms", "in no room yet"),
        Press("/rooms/new", "Make it", "give its code", {"name": "Gym", "my_name": "Ada"}),
        Press("/rooms/join", "Join", "you are in tea", {"code": "{code}", "my_name": "Ada"}),
        Press("/rooms/join", "Join", "code", {"code": "nothing"}, refused=True),
        Look("/rooms", "tea"),
        Look("/rooms/Gym", "nobody has said anything"),
        Press("/rooms/Gym", "Send", "off to run", {"text": "Off to run"}),
        Press("/rooms/Gym/say", "Send", "back again", {"text": "Back again"}),
        Press("/rooms/Gym", "Take it back", "taken back"),
        Look("/rooms/Gym/members", "ada (you, owner)"),
        Press("/rooms/Gym/invite", "Make a code", "give this code", {"people": "3"}),
        Press("/rooms/Gym/edit", "Save", "run club", RENAMED),
        Look("/rooms/Run%20club", "to run"),
        Press("/rooms/Run%20club/edit", "Save", "run club", {"purpose": ""}),
        Look("/rooms/Run%20club/check-in", "run club"),
        Press("/rooms/Run%20club/check-in/edit", "Save", "asks every day at", ASKS),
        Press("/rooms/Run%20club/answer", "Send", "a swim", {"text": "A swim"}),
        Look("/rooms/Run%20club/check-in", "a swim"),
        Press("/rooms/Run%20club/check-in", "Ask no more", "no longer asks anything"),
        Press("/rooms/{tea}/buddy", "Save", "once bob wants it", {"member": "Bob"}),
        Press("/rooms/{tea}/remove", "Take out", "who owns tea", {"member": "Bob"}, refused=True),
        Press("/rooms/{tea}/share", "Share it", "no project", {"thing": "chess"}, refused=True),
        Press("/habits/new", "Begin", "walk", {"habit": "walk daily"}),
        Press("/rooms/{tea}/share", "Share it", "you share walk", {"thing": "walk"}),
        Press("/rooms/{tea}/members", "Stop sharing Walk", "no longer share walk"),
        Press("/rooms/{tea}/block", "Block", "blocked", {"member": "Bob"}),
        Look("/blocked", "bob"),
        Press("/blocked", "Unblock Bob", "bob is no longer blocked"),
        Press("/rooms/{tea}/leave", "Yes, leave it", "you have left the room"),
    ),
    prepare=knows_a_room,
)  # fmt: skip


async def heard_somebody(browser: Browser) -> dict[str, str]:
    noted = await knows_a_room(browser)
    services = browser.site.services
    await services.rooms.join(Who(browser.site.ada, "Ada", None), noted["code"])
    said = await services.saying.say((await bob(browser)).id, noted["tea"], "You are late")
    own = await services.saying.say(browser.site.ada.id, noted["tea"], "Sory")
    await services.rooms.edit((await bob(browser)).id, noted["tea"], member_name="Robert")
    return {**noted, "late": said.message.id, "own": own.message.id}


REPORTING = Tour(
    "reporting",
    (
        Look("/rooms/{tea}", "you are late"),
        Press("/rooms/{tea}", "Well done", "well done"),
        Press("/rooms/{tea}/messages/{late}/report", "Report", "reported", {"why": "rude"}),
        Press("/rooms/{tea}/messages/{late}/block", "Block", "you have blocked: bob"),
        Press("/rooms/{tea}/messages/{own}/correct", "Correct", "it reads now: sorry", {"text": "Sorry"}),
    ),
    prepare=heard_somebody,
)


async def owns_a_room(browser: Browser) -> dict[str, str]:
    """In which Bob is, too."""
    services = browser.site.services
    made = await services.rooms.create(Who(browser.site.ada, "Ada", None), "Gym")
    assert made.invitation is not None
    await services.rooms.join(Who(await bob(browser), "Bob", None), made.invitation.code)
    return {}


OWNING = Tour(
    "owning a room",
    (
        Look("/rooms/Gym/members", "bob"),
        Press("/rooms/Gym/remove", "Take out", "bob", {"member": "Bob"}),
        Press("/rooms/Gym/leave", "Yes, leave it", "you have left"),
    ),
    prepare=owns_a_room,
)


async def is_asked_for_help(browser: Browser) -> dict[str, str]:
    """A room of Ada and Bob, in which Bob asks twice."""
    noted, his, assist = await heard_somebody(browser), (await bob(browser)).id, browser.site.services.assist
    [circle] = await assist.circles(his, None)
    squats = await assist.ask(his, AssistQuestion(circle, "Bob", "Squats", "How deep?", None))
    shoes = await assist.ask(his, AssistQuestion(circle, "Bob", "Shoes", "Yours are ugly", None))
    return {**noted, "squats": squats.thread.id, "shoes": shoes.thread.id, "his": shoes.message.id}


HELP = Tour(
    "help",
    (
        Look("/assist", "squats"),
        Press("/assist/{squats}", "Send", "as deep as you like", {"text": "As deep as you like"}),
        Press("/assist/{squats}/answer", "Send", "and slowly", {"text": "And slowly"}),
        Press("/assist/{squats}", "Hear no more of it", "you hear no more"),
        Press("/assist/{shoes}/report?message={his}", "Report", "without your name", {"why": "rude"}),
        Press("/assist/{shoes}/block?message={his}", "Block", "bob is blocked"),
        Press("/assist/new", "Ask", "asked in tea", {"text": "Which mat?"}, note="mat"),
        Press("/assist/{mat}/solved", "Close it", "solved"),
        Press("/assist/volunteer", "Save", "no server", refused=True),
    ),
    prepare=is_asked_for_help,
)


async def is_on_a_server(browser: Browser) -> dict[str, str]:
    """On which she is announced, and which offers something for her coins, and something to run for."""
    services, ada = browser.site.services, browser.site.ada
    server = await services.servers.announce(await services.servers.set_up(7, "Run Club"), Announces.REACHED)
    await services.servers.join(ada, server)
    await services.table.put(to_item(Wallet(coins=50, points=50), WalletKey(ada.id)))
    ends, today = browser.site.clock() + timedelta(days=7), browser.site.clock().date()
    coffee = await services.offers.create(
        server, "Coffee", {"kind": OfferKind.COINS, "cost": 5, "ends": ends, "tags": ("drinks",)}
    )
    race = {"kind": OfferKind.FIRST, "target": parse_target("99 wc", "osrs", today), "ends": ends}
    bounty = await services.offers.create(server, "10M bounty", race)
    await browser.press("/characters/new", "Follow", name="Zezima")
    return {"server": server.account, "coffee": coffee.id, "bounty": bounty.id}


OFFERS = Tour(
    "offers",
    (
        Look("/offers", "@drinks"),
        Look("/offers?tag=drinks", "5 coins"),
        Look("/offers/{coffee}", "run club"),
        Press("/offers/{coffee}/claim", "Claim it", "coffee is yours", {"name": "Ada"}),
        Press("/offers/{bounty}/claim", "Claim it", "in the race", {"name": "Ada"}),
        Press("/offers/{bounty}", "Leave the race", "no longer in the race"),
        Look("/assist/volunteer", "help on a server"),
        Press("/assist/volunteer", "Save", "can ask you for help", {"name": "Ada"}),
        Look("/announcements", "run club"),
        Press("/announcements/{server}/end", "End it", "no longer announced on run club"),
        Look("/announcements", "announced nowhere"),
    ),
    prepare=is_on_a_server,
)

BY_GYM = {"name": "Ada", "habit": "gym"}
GROUP_GOALS = Tour(
    "group goals",
    (
        Look("/groups", "no group goals"),
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Press(
            "/groups/new",
            "Set it",
            "a new group goal",
            {"name": "Clan June", "aim": "20 days each", "until": "in 4 weeks"},
            note="june",
        ),
        Press("/groups/new", "Set it", "how much", {"name": "A", "aim": "much", "until": "x"}, refused=True),
        Press("/groups/{june}/edit", "Save", "25 days each", {"aim": "25 days each"}),
        Press("/groups/{june}/join", "Join", "you are in clan june", BY_GYM),
        Press("/groups/join", "Join", "clan june", {"goal": "{june}", **BY_GYM}, refused=True),
        Look("/groups", "clan june"),
        Look("/groups/{june}", "ada (you)"),
        Press("/groups/{june}/leave", "Yes, leave it", "you left clan june"),
        Press("/groups/{june}/end", "End it", "it is over now"),
        Press("/groups/{june}/remove", "Yes, remove it", "is removed"),
    ),
)  # fmt: skip

LOOKING_BACK = Tour(
    "looking back",
    (
        Look("/recap", "there is nothing to look back at"),
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Press("/", "Gym: done", "all done"),
        Look("/recap?period=2100", "gym"),
        Look("/recap?period=last+month", "there is nothing to look back at"),
        Look("/popular", "goals"),
    ),
)

GROUP_TOURS = (ROOMS, OWNING, REPORTING, HELP, OFFERS, GROUP_GOALS, LOOKING_BACK)
