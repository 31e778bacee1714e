"""Insights: what numbers say, hidden, and told by choice; and what is refused."""

from datetime import timedelta

from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.insights.model import handle_of
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.service import Metrics
from tracker.store.table import Table

DAYS = 30
RISING = handle_of("trend:weight:rising")


async def has_gained(table: Table, clock: HandClock, user: User) -> None:
    """Half a kilogramme a day, for a month."""
    metrics = Metrics(table, clock, lambda: "weight")
    weight = await metrics.add(user, NewMetric(name="Weight", unit="kg"))
    for ago in range(DAYS, 0, -1):
        at = clock() - timedelta(days=ago)
        await metrics.log(user, weight, LogWords(100 - ago, None, None, at, at.date()))


INSIGHTS = Script(
    feature="insights",
    prepare=has_gained,
    steps=(
        Step(
            "see what numbers say",
            Slash("insights show"),
            "insights",
            ("insights",),
            Http("GET", "/insights"),
            words=("Weight: rising by about 7 kg a week", "30 values"),
            fields={
                "insights.0.type": "trend",
                "insights.0.id": RISING,
                "insights.0.days": 30,
                "waiting.0.moreDays": 26,
                "metrics": 1,
                "tells": False,
            },
        ),
        Step(
            "hear of what is new",
            Slash("insights tell", {"on": True}),
            "insights on",
            ("insights", "--tell", "on"),
            Http("PATCH", "/insights", {"tell": True}),
            words=("once a week at most",),
            fields={"tells": True},
        ),
        Step(
            "do not show it again",
            Slash("insights hide", {"insight": RISING}),
            f"insights hide {RISING}",
            ("insights", "--hide", RISING),
            Http("POST", f"/insights/{RISING}/hide"),
            words=("Not shown again", "Weight: rising"),
            fields={"insight.id": RISING, "hidden": 1},
        ),
        Step(
            "it is not there",
            Slash("insights show", {"now": True}),
            "insights now",
            ("insights", "--now"),
            Http("GET", "/insights?now=true"),
            words=("nothing yet that would hold", "1 insight hidden"),
            fields={"insights": [], "hidden": 1},
        ),
        Step(
            "what is not there cannot be hidden",
            Slash("insights hide", {"insight": "abcdef"}),
            "insights hide abcdef",
            ("insights", "--hide", "abcdef"),
            Http("POST", "/insights/abcdef/hide"),
            words=("no such insight",),
            refused="no_such_insight",
        ),
        Step(
            "show all again",
            Slash("insights show-hidden"),
            "insights show hidden",
            ("insights", "--show-hidden"),
            Http("POST", "/insights/hidden/show"),
            words=("Weight: rising",),
            fields={"insights.0.id": RISING, "hidden": 0},
        ),
    ),
    stored=frozenset({"insight", "insightBook"}),
)
