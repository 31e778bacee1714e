"""docs/operations.md lists what there is: every metric, every job, every address."""

from pathlib import Path

from prometheus_client import CollectorRegistry

from bot.feature import rules_of
from bot.features import FEATURES
from bot.slash.telemetry import DiscordMetrics
from bot.telemetry import RefusalMetrics, StoreMetrics, new_registry
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from scheduler.jobs import (
    AGGREGATE_SECONDS,
    CHALLENGES_SECONDS,
    DISPATCH_SECONDS,
    HEARTBEAT_SECONDS,
    POLL_SECONDS,
    SWEEP_SECONDS,
    jobs_of,
)
from scheduler.leases import TICK_SECONDS
from scheduler.pulse import Pulse
from scheduler.telemetry import JobMetrics
from scheduler.work_telemetry import WorkMetrics
from tracker.digest.feature import ROUNDS
from tracker.habits.feature import HABIT_ROUNDS
from tracker.store.sqlite import SqliteTable

TEXT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()


def listed(heading: str) -> set[str]:
    """The first cells of the table under a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return {row.split("`")[1] for row in section.splitlines() if row.startswith("| `")}


def test_every_metric_is_listed_and_no_other() -> None:
    registry = new_registry("1.2.3")
    RefusalMetrics(registry)
    StoreMetrics(registry)
    JobMetrics(registry, ["work"])
    WorkMetrics(registry)
    DiscordMetrics(registry, lambda: 0.04)

    shown = {
        family.name + {"counter": "_total", "info": "_info"}.get(family.type, "")
        for family in registry.collect()
        if family.name.startswith("questlog_")
    }
    assert listed("Metrics") == shown


def test_every_job_is_listed_with_its_interval_and_no_other() -> None:
    assert listed("Jobs") == {job.name for job in jobs_of(rules_of(FEATURES))}
    intervals = {
        "heartbeat": HEARTBEAT_SECONDS,
        "leases": TICK_SECONDS,
        "poll": POLL_SECONDS,
        "rounds": ROUNDS.seconds,
        "habits": HABIT_ROUNDS.seconds,
        "challenges": CHALLENGES_SECONDS,
        "aggregate": AGGREGATE_SECONDS,
        "dispatch": DISPATCH_SECONDS,
        "ttl-sweep": SWEEP_SECONDS,
    }
    for name, seconds in intervals.items():
        assert f"| `{name}` | {seconds} s |" in TEXT


async def test_every_address_is_listed_and_no_other(sqlite_table: SqliteTable) -> None:
    readiness = Readiness(sqlite_table, Pulse(lambda: 0.0))
    app = new_app(readiness, CollectorRegistry())

    assert listed("Addresses") == {resource.canonical for resource in app.router.resources()}
