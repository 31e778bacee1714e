"""What somebody does on the pages of challenges and messages."""

import re

from tests.bot.web.pages.browsing import Browser, another
from tests.bot.web.pages.group_tours import bob
from tests.bot.web.pages.tours import Learn, Look, Press, Tour
from tests.tracker.notify.notes import note
from tracker.challenge.model import Counted, WhoMayJoin
from tracker.notify import outbox

PROOF = re.compile(r"questlog-\w+")


async def was_told(browser: Browser) -> dict[str, str]:
    """A message is on its way."""
    message = note("gym", browser.site.clock(), person=browser.site.ada.id)
    await outbox.enqueue(browser.site.services.table, message)
    return {"message": message.outbox_id}


MESSAGES = Tour(
    "messages",
    (
        Look("/messages", "1 message"),
        Look("/messages?status=failed", "no messages"),
        Look("/messages/{message}", "why:"),
        Press("/messages/{message}", "Send it now", "is due now"),
    ),
    prepare=was_told,
)


CHALLENGES = Tour(
    "challenges",
    (
        Look("/challenges", "no challenges yet"),
        Press(
            "/challenges/new",
            "Begin",
            "a new challenge",
            {"name": "Weekly gym", "counts": "habits", "threshold": "3", "who": "anybody"},
            note="gym",
        ),
        Press("/challenges/{gym}/join", "Join", "you are in weekly gym", {"name": "Ada"}),
        Press("/challenges/join", "Join", "weekly gym", {"challenge": "{gym}"}, refused=True),
        Look("/challenges", "weekly gym"),
        Look("/challenges/{gym}", "you are"),
        Look("/challenges/{gym}/standings", "weekly gym"),
        Press("/challenges/{gym}/standings", "Count now", "weekly gym"),
        Look("/challenges/{gym}/weeks", "weekly gym"),
        Press("/challenges/{gym}/edit", "Save", "at least 4", {"threshold": "4"}),
        Press("/challenges/{gym}/leave", "Yes, leave it", "you are no longer in weekly gym"),
        Press("/challenges/{gym}/end", "End it", "whoever knows its id: "),
        Press("/challenges/{gym}/remove", "Yes, remove it", "is removed"),
    ),
)


async def bob_begins(browser: Browser) -> dict[str, str]:
    """Two challenges and a group goal, which anybody may join."""
    challenges, anybody = browser.site.services.challenges, WhoMayJoin.ANYBODY
    his = await bob(browser)
    swim = await challenges.create(his, "Swim", counted=Counted.HABITS, threshold=3, who=anybody)
    code = await challenges.create(his, "Commits", counted=Counted.COMMITS, threshold=5, who=anybody)
    async with another(browser) as bobs:
        await bobs.sign_in(his)
        aim = {"name": "Clan June", "aim": "20 days each", "until": "in 4 weeks"}
        june = await bobs.press("/groups/new", "Set it", **aim)
    return {"swim": swim.id, "code": code.id, "june": june.path.rpartition("/")[2]}


async def shows_the_code(browser: Browser) -> dict[str, str]:
    """On GitHub, where she is `ada`, too."""
    assert browser.world is not None
    assert browser.shown is not None
    account, code = browser.world.github.called("ada"), PROOF.search(browser.shown.text)
    assert account
    assert code
    account.bio = code[0]
    return {}


JOINING = Tour(
    "joining",
    (
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Press("/challenges/join", "Join", "you are in swim", {"challenge": "{swim}", "name": "Ada"}),
        Press(
            "/groups/join", "Join", "you are in clan june", {"goal": "{june}", "name": "Ada", "habit": "gym"}
        ),
        Press("/challenges/{code}/join", "Join", "github.com/ada", {"name": "Ada", "github": "ada"}),
        Learn(shows_the_code),
        Press("", "Check it now", "you are in commits"),
    ),
    prepare=bob_begins,
)

STATS = Tour("stats", (Look("/stats", "with questlog since"),))

DIGEST = Tour(
    "digest",
    (
        Look("/digest", "daily"),
        Press("/digest/edit", "Save", "on mondays", {"frequency": "weekly", "time": "7:30"}),
        Press("/digest/edit", "Save", "not a time", {"time": "late"}, refused=True),
    ),
)

SOCIAL_TOURS = (CHALLENGES, JOINING, STATS, MESSAGES, DIGEST)
