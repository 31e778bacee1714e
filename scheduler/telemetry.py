"""What is counted about jobs."""

from collections.abc import Iterable
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300)


class JobMetrics:
    """Every job is shown from the start, so that a counter at 0 can be told from one that is not there."""

    def __init__(self, registry: CollectorRegistry, jobs: Iterable[str]) -> None:
        def counter(name: str, meaning: str) -> Counter:
            return Counter(f"questlog_job_{name}", meaning, ["job"], registry=registry)

        self._runs = counter("runs", "Runs that ended, well or not.")
        self._errors = counter("errors", "Runs that failed.")
        self._handed_back = counter("handed_back", "Runs that were cancelled because the service stopped.")
        self._missed = counter("missed", "Ticks that came too late and were folded into the next one.")
        self._overruns = counter("overruns", "Ticks skipped because the run before had not ended.")
        self._seconds = Histogram(
            "questlog_job_duration_seconds",
            "How long runs took.",
            ["job"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._last_success = Gauge(
            "questlog_job_last_success_timestamp_seconds",
            "When the last good run ended; 0 before the first.",
            ["job"],
            registry=registry,
        )
        for job in jobs:
            for metric in (self._runs, self._errors, self._handed_back, self._missed, self._overruns):
                metric.labels(job)
            self._seconds.labels(job)
            self._last_success.labels(job)

    def ended(self, job: str, seconds: float) -> None:
        self._runs.labels(job).inc()
        self._seconds.labels(job).observe(seconds)

    def succeeded(self, job: str, at: datetime) -> None:
        self._last_success.labels(job).set(at.timestamp())

    def failed(self, job: str) -> None:
        self._errors.labels(job).inc()

    def handed_back(self, job: str) -> None:
        self._handed_back.labels(job).inc()

    def missed(self, job: str, ticks: int) -> None:
        self._missed.labels(job).inc(ticks)

    def overran(self, job: str) -> None:
        self._overruns.labels(job).inc()
