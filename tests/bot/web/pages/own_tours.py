"""What somebody does on the pages of their account, channels, tokens, areas, and all that they have."""

from tests.bot.web.api_site import ApiSite
from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.tours import Learn, Look, Press, Tour
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.goals.characters.service import CharacterLink
from tracker.readings import Reading
from tracker.shares.model import Shareable, SharedThing
from tracker.shares.service import ShareLinks
from tracker.store.segments import Subject

SETTINGS = Tour(
    "settings",
    (
        Look("/settings", "time zone"),
        Press(
            "/settings/edit",
            "Save",
            "22:00",
            {"timezone": "Europe/Berlin", "quiet_hours": "22:00-07:00", "nickname": "Ada"},
        ),
        Press("/settings/edit", "Save", "no time zone", {"timezone": "Moon"}, refused=True),
        Press("/settings/edit", "Save", "quiet", {"nickname": "", "quiet_hours": ""}),
        Press("/settings/about", "Save", "ada l.", {"display_name": "Ada L.", "theme": "dark"}),
        Press("/settings/mute", "Save", "muted until", {"mute": "2h"}),
        Press("/settings", "Invite", "is good once"),
        Press("/tokens/new", "Make a token", "shown once", {"name": "my phone", "scope": "tell"}),
        Look("/tokens", "my phone"),
        Press("/tokens/my%20phone/revoke", "End it", "works no longer"),
        Look("/account/delete", "delete everything about you?"),
        Press("/account/delete", "Delete everything", "goodbye"),
        Look("/settings", "sign in"),
    ),
)


async def has_a_channel(browser: Browser) -> dict[str, str]:
    await browser.site.services.channels.add(browser.site.ada.id, "webhook", "https://example.org/hook")
    return {}


async def opened_the_letter(browser: Browser) -> dict[str, str]:
    assert browser.world is not None
    return browser.world.code_and_token()


BY_MAIL = {"type": "email", "address": "ada@example.org"}
CHANNELS = Tour(
    "channels",
    (
        Look("/channels", "example.org"),
        Press(
            "/channels/new", "Send a code there", "not set up", {"type": "sms", "address": "+44 7700 900123"},
            refused=True,
        ),
        Look("/channels/browser", "not set up"),
        Press("/channels/verify", "That is it", "code", {"code": "123456"}, refused=True),
        Look("/channels/webhook", "webhook (example.org) put it first"),
        Press("/channels/webhook", "Switch it off", "nothing is sent to"),
        Press("/channels/webhook", "Switch it on", "is on"),
        Press("/channels/new", "Send a code there", "type the code", BY_MAIL),
        Learn(opened_the_letter),
        Press("/confirm?token={token}", "Yes, that was me", "it is linked"),
        Press("/channels/email/remove", "Yes, remove it", "nothing more is sent to"),
        Press("/channels/new", "Send a code there", "type the code", BY_MAIL),
        Learn(opened_the_letter),
        Press("/channels/verify", "That is it", "is yours now", {"code": "{code}"}),
        Press("/channels/email", "Send a test", "took the test message"),
        Press("/channels/email", "Put it first", "is tried first"),
        Press("/channels/email", "Move down", "is tried later"),
        Press("/channels/email", "Move up", "is tried earlier"),
        Press("/channels/webhook/remove", "Yes, remove it", "nothing more is sent to"),
    ),
    prepare=has_a_channel,
)  # fmt: skip

SHARES = Tour(
    "shares",
    (
        Look("/shares", "nothing is shared"),
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}, note="gym"),
        Look("/shares/of/habit/{gym}", "your name is not shown"),
        Press("/shares/of/habit/{gym}", "Make the link", "shown this once"),
        Look("/shares/of/habit/{gym}", "gym"),
        Look("/shares", "gym"),
    ),
)


async def shares_a_run(browser: Browser) -> dict[str, str]:
    site = browser.site
    run = await site.habit("run")
    links = ShareLinks(site.services.table, site.clock)
    made = await links.make(SharedThing(site.ada.id, Shareable.HABIT, run.id), run.key.key)
    return {"link": made.id}


ENDED_SHARE = Tour(
    "ended share",
    (
        Look("/shares", "run"),
        Look("/shares/{link}", "whoever has this link can see it"),
        Press("/shares/{link}", "End the link", "no longer works"),
        Look("/shares", "nothing is shared"),
    ),
    prepare=shares_a_run,
)

AREAS = Tour(
    "areas",
    (
        Look("/areas", "no areas yet"),
        Press("/areas/new", "Save", "health", {"area": "health", "icon": "x"}, note="health"),
        Press("/habits/new", "Begin", "good luck", {"habit": "gym", "area": "health"}),
        Look("/areas", "1 habit"),
        Press("/areas/{health}/edit", "Save", "body", {"name": "Body"}),
        Look("/areas/Body", "gym"),
        Press("/areas/Body/remove", "Take it off", "body"),
    ),
)

TIMELINE = Tour(
    "timeline",
    (
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Look("/timeline", "gym"),
        Look("/timeline?kind=tasks", "nothing on your timeline matches: tasks"),
        Look("/timeline/of", "what there was in other days"),
        Look("/timeline/of?since=yesterday&kind=habits", "gym"),
        Press("/find", "Find", "gym", {"words": "gym"}),
        Press("/find", "Find", "nothing of yours says", {"words": "lake"}),
    ),
)


async def follows_somebody(browser: Browser) -> dict[str, str]:
    return {"zezima": await follow_zezima(browser.site, browser.site.ada)}


async def follow_zezima(site: ApiSite, who: User) -> str:
    """The id of the character."""
    subject = Subject("osrs", "main:zezima")
    reading = Reading(subject, site.clock(), {})
    link = CharacterLink("osrs", "main", "Zezima", subject, reading)
    return (await site.services.characters.add(who.id, link)).id


RUNS_IT = "email:ada@example.org"


async def runs_it(browser: Browser) -> dict[str, str]:
    await browser.site.services.accounts.change(browser.site.ada.id, parse_identity(RUNS_IT))
    return {}


OPERATOR = Tour(
    "operator",
    (Look("/operator", "people"), Press("/operator", "Call the doctor", "nothing is broken")),
    prepare=runs_it,
)

OWN_TOURS = (SETTINGS, CHANNELS, SHARES, ENDED_SHARE, AREAS, TIMELINE, OPERATOR)
