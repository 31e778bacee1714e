"""All numbers of a week: what was done, what was gained, what was logged."""

from tests.conversations.glances import BEGIN_HABIT, DO_HABIT
from tests.conversations.script import Http, Script, Slash, Step

PERIODS = Script(
    feature="periods",
    steps=(
        Step(
            "nothing yet",
            Slash("period"),
            "period",
            ("period",),
            Http("GET", "/period"),
            words=("nothing was logged",),
            fields={"period": "week", "habits": [], "metrics": []},
        ),
        BEGIN_HABIT,
        DO_HABIT,
        Step(
            "begin a metric",
            Slash("metric add", {"name": "weight (kg)"}),
            "metric add weight (kg)",
            ("metric", "add", "weight (kg)"),
            Http("POST", "/metrics", {"name": "weight (kg)"}),
        ),
        Step(
            "log a number",
            Slash("metric log", {"metric": "weight", "value": "82.5"}),
            "weight 82.5",
            ("metric", "log", "weight", "82.5"),
            Http("POST", "/metrics/weight/logs", {"value": "82.5"}),
        ),
        Step(
            "all of the week",
            Slash("period", {"period": "week"}),
            "period week",
            ("period", "--period", "week"),
            Http("GET", "/period", {"period": "week"}),
            words=("Gym", "1 day", "weight", "82.5 kg"),
            fields={"habits.0.done": 1, "metrics.0.mean": 82.5, "metrics.0.days": 1, "back": 0},
        ),
        Step(
            "nothing of the year before",
            Slash("period", {"period": "year", "back": 1}),
            "period last year",
            ("period", "--period", "year", "--back", "1"),
            Http("GET", "/period", {"period": "year", "back": 1}),
            words=("Gym", "0 days"),
            fields={"first": "2099-01-01", "last": "2099-12-31", "habits.0.done": 0},
        ),
    ),
    stored=frozenset({"habit", "habitLog", "streak", "metric", "metricLog", "metricDay"}),
)
