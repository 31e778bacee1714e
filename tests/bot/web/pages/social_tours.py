"""What somebody does on the pages of challenges and messages."""

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.tours import Look, Post, Press, Tour
from tests.tracker.notify.notes import note
from tracker.notify import outbox


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
        Post("/messages/{message}/retry", "is due now"),
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
        Post("/challenges/{gym}/count", "weekly gym"),
        Look("/challenges/{gym}/weeks", "weekly gym"),
        Press("/challenges/{gym}/edit", "Save", "at least 4", {"threshold": "4"}),
        Press("/challenges/{gym}/leave", "Yes, leave it", "you are no longer in weekly gym"),
        Press("/challenges/{gym}/end", "End it", "whoever knows its id: "),
        Press("/challenges/{gym}/remove", "Yes, remove it", "is removed"),
    ),
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

SOCIAL_TOURS = (CHALLENGES, STATS, MESSAGES, DIGEST)
