"""What a metric tells by itself: where it goes, what it has reached, and that it left its limits."""

from datetime import timedelta
from decimal import Decimal

from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Direction
from tracker.metrics.service import Metrics
from tracker.store.table import Table

DAYS = 22


async def has_lost(table: Table, clock: HandClock, user: User) -> None:
    """Half a kilogramme a day, for three weeks."""
    metrics = Metrics(table, clock, lambda: "weight")
    new = NewMetric(name="Weight", unit="kg", direction=Direction.LOWER, target_value=75, threshold_high=90)
    weight = await metrics.add(user, new)
    for ago in range(DAYS, 0, -1):
        at = clock() - timedelta(days=ago)
        value = 88 - (DAYS - ago) * Decimal("0.5")
        await metrics.log(user, weight, LogWords(value, None, None, at, at.date()))


def _messages(name: str, title: str, kind: str) -> Step:
    return Step(
        name,
        Slash("messages"),
        "messages",
        ("messages", "list"),
        Http("GET", "/messages"),
        words=(title,),
        fields={"messages.0.kind": kind, "messages.0.title": title},
    )


METRIC_NEWS = Script(
    feature="metric news",
    prepare=has_lost,
    steps=(
        Step(
            "a list says where it goes",
            Slash("metric list"),
            "metrics",
            ("metric", "list"),
            Http("GET", "/metrics"),
            words=("Weight", "77.5 kg", "improving"),
            fields={"metrics.0.trend": "Improving"},
        ),
        Step(
            "and so does the metric itself",
            Slash("metric show", {"metric": "weight"}),
            "metric weight",
            ("metric", "show", "weight"),
            Http("GET", "/metrics/weight"),
            words=("improving",),
            fields={
                "metric.trend": "Improving",
                "metric.beyond": None,
                "metric.reached": [f"{share} % of the way to the target" for share in (5, 10, 25, 50)],
            },
        ),
        Step(
            "a log reaches the target",
            Slash("metric log", {"metric": "weight", "value": "74.8"}),
            "weight 74.8",
            ("metric", "log", "weight", "74.8"),
            Http("POST", "/metrics/weight/logs", {"value": 74.8}),
            words=("Weight: 74.8 kg", "Target reached! 50 points."),
            fields={"milestones": ["target reached"], "points": 50, "alerts": False, "metric.streak": 1},
        ),
        _messages("which is told", "Weight: target reached", "metric-milestone"),
        Step(
            "taken back with its points",
            Slash("metric undo"),
            "undo",
            ("metric", "undo"),
            Http("POST", "/metrics/undo"),
            words=("74.8 kg taken back", "50 points taken back"),
            fields={"milestones": [], "points": -50, "metric.streak": 0},
        ),
        Step(
            "one day beyond a limit is no alert",
            Slash("metric log", {"metric": "weight", "value": "94", "at": "yesterday"}),
            "weight 94 yesterday",
            ("metric", "log", "weight", "94", "--at", "yesterday"),
            Http("POST", "/metrics/weight/logs", {"value": 94, "at": "yesterday"}),
            words=("94 kg yesterday",),
            fields={"alerts": False, "metric.beyond": None},
        ),
        Step(
            "two are",
            Slash("metric log", {"metric": "weight", "value": "93.5"}),
            "weight 93.5",
            ("metric", "log", "weight", "93.5"),
            Http("POST", "/metrics/weight/logs", {"value": "93.5"}),
            words=("Weight: 93.5 kg", "above your limit of 90 kg"),
            fields={"alerts": True, "metric.beyond": "high"},
        ),
        _messages("which is told, too", "Weight is above 90 kg", "metric-alert"),
        Step(
            "but once",
            Slash("metric log", {"metric": "weight", "value": "95"}),
            "weight 95",
            ("metric", "log", "weight", "95"),
            Http("POST", "/metrics/weight/logs", {"value": "95"}),
            words=("95 kg",),
            fields={"alerts": False, "metric.beyond": "high"},
        ),
    ),
    stored=frozenset({"metric", "metricLog", "metricDay", "metricMilestone", "walletEntry"}),
)
