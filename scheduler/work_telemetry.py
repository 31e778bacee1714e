"""What is counted about polling and telling."""

from collections import Counter as Totals
from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge

from scheduler.dispatch import Result
from tracker.notify.model import DeliveryStatus
from tracker.notify.titles import kind_of


class WorkMetrics:
    """Counted by the jobs, in the loop; `/metrics` is written by another thread."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._polls = Counter(
            "questlog_polls", "Looks at subjects, by how they ended.", ["outcome"], registry=registry
        )
        self._subjects = Gauge("questlog_subjects", "Subjects that this process polls.", registry=registry)
        self._shards = Gauge("questlog_shards_held", "Shards that this process polls.", registry=registry)
        self._messages = Counter(
            "questlog_messages",
            "Messages by what a run of the dispatcher did with them.",
            ["channel", "status"],
            registry=registry,
        )
        self._counted: Totals[str] = Totals()

    def polled(self, totals: Mapping[str, int]) -> None:
        """`totals` by outcome since the start."""
        for outcome, total in totals.items():
            self._polls.labels(outcome).inc(total - self._counted[outcome])
            self._counted[outcome] = total

    def holds(self, *, shards: int, subjects: int) -> None:
        self._shards.set(shards)
        self._subjects.set(subjects)

    def dispatched(self, results: Iterable[Result]) -> None:
        for result in results:
            self._messages.labels(kind_of(result.channel or ""), told_as(result.status)).inc()


def told_as(status: DeliveryStatus) -> str:
    """A message that waits again is held."""
    return "held" if status is DeliveryStatus.PENDING else status.value
