"""A ticker and a dispatcher, each around an open table, with all that they meet in a test's hand."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import structlog
from prometheus_client import CollectorRegistry

from scheduler.channels.registry import Channels
from scheduler.dispatch import Dispatcher
from scheduler.jobs import Context, Job
from scheduler.metrics import JobMetrics
from scheduler.pulse import Pulse
from scheduler.ticker import Ticker
from tests.fakes.clock import HandClock
from tests.scheduler.channels.scripted import ScriptedChannel
from tracker.settings import StoreSettings
from tracker.store.opening import open_table
from tracker.store.table import Table

Lines = list[dict[str, Any]]


@dataclass
class Times:
    """Both clocks, moved by hand."""

    now: datetime = datetime(2025, 6, 1, 12, tzinfo=UTC)
    monotonic: float = 0.0


@dataclass
class Bench:
    """A ticker for the given jobs, and what its metrics say."""

    context: Context
    times: Times
    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def ticker(self, *jobs: Job) -> Ticker:
        runs = itertools.count(1)
        return Ticker(
            jobs,
            self.context,
            JobMetrics(self.registry, (job.name for job in jobs)),
            monotonic=lambda: self.times.monotonic,
            new_id=lambda: f"run-{next(runs)}",
        )

    def metric(self, name: str, job: str) -> float | None:
        return self.registry.get_sample_value(f"questlog_job_{name}", {"job": job})


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
async def job_table(tmp_path: Path, times: Times) -> AsyncIterator[Table]:
    async with open_table(StoreSettings(path=tmp_path / "test.db"), clock=lambda: times.now) as opened:
        yield opened


@pytest.fixture
def context(job_table: Table, times: Times) -> Context:
    return Context(job_table, lambda: times.now, Pulse(lambda: times.monotonic))


@pytest.fixture
def bench(context: Context, times: Times) -> Bench:
    return Bench(context, times)


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Every log line as a mapping, with the ids of its unit of work."""
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as captured:
        yield captured


@pytest.fixture
def said(lines: Lines) -> Callable[[str], Lines]:
    """The lines whose text starts so."""
    return lambda start: [line for line in lines if line["event"].startswith(start)]


@pytest.fixture
def webhook() -> ScriptedChannel:
    return ScriptedChannel("webhook")


@pytest.fixture
def sms() -> ScriptedChannel:
    return ScriptedChannel("sms")


@pytest.fixture
def dispatcher(table: Table, clock: HandClock, webhook: ScriptedChannel, sms: ScriptedChannel) -> Dispatcher:
    return Dispatcher(table, clock, lambda: 1.0, Channels(webhook, sms))
