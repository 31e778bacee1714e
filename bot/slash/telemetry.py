"""What is counted about Discord: whether it is connected, and what people do there, never who."""

from collections.abc import Callable
from math import nan

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.slash.watchdog import lives

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3)
"""After 1.5 s we say that the answer will come, and after 3 s Discord takes none any more."""


class DiscordMetrics:
    """`latency` is asked whenever `/metrics` is, by another thread: it only reads."""

    def __init__(self, registry: CollectorRegistry, latency: Callable[[], float]) -> None:
        connected = Gauge(
            "questlog_discord_connected", "Whether Discord answers our heartbeats.", registry=registry
        )
        connected.set_function(lambda: float(lives(latency())))
        seconds = Gauge(
            "questlog_discord_latency_seconds",
            "How long the last answer to a heartbeat took; NaN without a connection.",
            registry=registry,
        )
        seconds.set_function(lambda: found if lives(found := latency()) else nan)
        self._interactions = Counter(
            "questlog_discord_interactions",
            "What people did on Discord, by how it ended.",
            ["kind", "name", "outcome"],
            registry=registry,
        )
        self._first_answers = Histogram(
            "questlog_discord_first_answer_seconds",
            "From the arrival of an interaction until Discord had a first answer, or a promise of one.",
            ["kind"],
            buckets=_SECONDS,
            registry=registry,
        )

    def ended(self, kind: str, name: str, outcome: str) -> None:
        self._interactions.labels(kind, name, outcome).inc()

    def answered(self, kind: str, seconds: float) -> None:
        self._first_answers.labels(kind).observe(seconds)
