"""What somebody does on the pages of the logbook, rewards, points and what numbers say."""

from datetime import timedelta

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.tours import Look, Press, Tour
from tests.conversations.insights import has_gained
from tracker.logbook.pages import NewEntry

LOGBOOK = Tour(
    "logbook",
    (
        Look("/logbook", "nothing is written today yet"),
        Press("/logbook/write", "Write", "along the river", {"text": "Ran along the river"}, note="day"),
        Press("/logbook/write", "Write", "energy 7 of 10", {"text": "Slept", "energy": "7"}),
        Press("/logbook/{day}/edit/1", "Save", "Walked", {"text": "Walked along the river"}),
        Press("/logbook/{day}/edit/2", "Save", ": Tired", {"title": "Tired", "mood": "low"}),
        Press("/logbook/{day}/edit/2", "Save", "from 1 to 10", {"energy": "lots"}, refused=True),
        Look("/logbook/{day}", "walked along the river"),
        Look("/logbook/week", "1 of 7 days written"),
        Look("/logbook/month?day=last+month", "nothing is written"),
        Look("/logbook?day=a+year+ago", "nothing is written on the page of"),
        Press("/logbook/search", "Search", "1 page", {"words": "river"}),
        Press("/logbook/search", "Search", "no page has lake", {"words": "lake"}),
        Look("/logbook/search/older", "search your logbook"),
        Press("/logbook/another", "Show it", "nothing is written on the page of", {"day": "a week ago"}),
        Press("/logbook/another", "Show it", "still to come", {"day": "tomorrow"}, refused=True),
        Press("/logbook/{day}", "Undo what I wrote last", "is gone from today's page"),
        Press("/logbook/write", "Write", "again", {"text": "Again"}),
        Press("", "Undo", "is gone from today's page"),
        Look("/logbook/prompt", "I do not ask about your day"),
        Press("/logbook/prompt/set", "Save", "every day at 21:00", {"at": "21:00"}),
        Press("/logbook/{day}/remove", "Yes, remove it", "is removed"),
    ),
)


async def wrote_for_two_weeks(browser: Browser) -> dict[str, str]:
    site = browser.site
    for ago in range(14):
        day = site.clock().date() - timedelta(days=ago)
        await site.services.logbook.add(site.ada, day, NewEntry(text="Swam in the lake"))
    return {}


LOOKING_FAR = Tour(
    "logbook of two weeks",
    (
        Press("/logbook/search", "Search", "10 pages", {"words": "lake"}),
        Press("", "Older", "4 pages"),
    ),
    prepare=wrote_for_two_weeks,
)

INSIGHTS = Tour(
    "insights",
    (Look("/insights", "you log no numbers yet"),),
)


async def has_gained_weight(browser: Browser) -> dict[str, str]:
    site = browser.site
    await has_gained(site.services.table, site.clock, site.ada)
    return {}


INSIGHTS_OF_NUMBERS = Tour(
    "insights",
    (
        Look("/insights", "weight: rising by about 7 kg a week"),
        Press("/insights", "Don't show again", "not shown again"),
        Look("/insights", "nothing yet that would hold"),
        Press("/insights", "Show hidden ones", "rising"),
        Press("/insights", "Look again", "rising"),
        Press("/insights", "Tell me of new ones", "you hear of it"),
        Press("/insights", "Don't tell me", "only when you ask"),
    ),
    prepare=has_gained_weight,
)

REWARDS = Tour(
    "rewards",
    (
        Look("/rewards", "no rewards yet"),
        Look("/points", "no points yet"),
        Look("/wallet", "your wallet is empty"),
        Press("/rewards/new", "Save", "a new reward", {"title": "Coffee", "cost": "5"}, note="coffee"),
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Press("/", "Gym: done", "all done"),
        Look("/points", "10 points"),
        Look("/achievements", "of"),
        Press("/rewards", "Redeem Coffee", "coffee is yours"),
        Press("", "Undo", "back"),
        Press("/rewards", "Redeem Coffee", "coffee is yours"),
        Look("/wallet", "redeemed coffee"),
        Press("/rewards/{coffee}/edit", "Save", "6 coins", {"cost": "6", "per_day": "2"}),
        Press("/rewards/{coffee}/edit", "Save", "how many", {"cost": "lots"}, refused=True),
        Press("/rewards/{coffee}", "Put it away", "changed"),
        Look("/rewards?all=true", "put away"),
        Press("/rewards/{coffee}", "Use it again", "changed"),
        Look("/rewards/{coffee}", "of 2 today"),
        Press("/rewards/{coffee}/remove", "Yes, remove it", "coffee: removed"),
    ),
)

BOARDS = Tour(
    "boards",
    (
        Look("/leaderboard", "nobody is on this leaderboard yet"),
        Press("/leaderboard/join", "Join", "leaderboard of", {"name": "Ada", "overtakes": "true"}),
        Look("/leaderboard?span=week", "this week"),
        Press("/leaderboard/leave", "Leave", "not on this leaderboard"),
    ),
)

LIFE_TOURS = (LOGBOOK, LOOKING_FAR, INSIGHTS, INSIGHTS_OF_NUMBERS, REWARDS, BOARDS)
