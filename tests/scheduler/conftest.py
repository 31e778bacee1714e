"""A ticker and a dispatcher, each around an open table, with all that they meet in a test's hand."""

import io
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import structlog
from prometheus_client import CollectorRegistry

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.channels.channel import OpenChannels
from scheduler.clockwork import new_clockwork
from scheduler.context import Context, open_context
from scheduler.dispatch import Dispatcher
from scheduler.jobs import Job
from scheduler.leases import steady_clock
from scheduler.pulse import Pulse
from scheduler.telemetry import JobMetrics
from scheduler.ticker import Ticker
from tests.fakes.clock import HandClock
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.scheduler.realm import Realm
from tracker.settings import Settings, StoreSettings
from tracker.store.opening import open_table
from tracker.store.sqlite import SqliteTable
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
    registry: CollectorRegistry

    def ticker(self, *jobs: Job) -> Ticker:
        """It ticks by the real clock; what its metrics tell is measured by the one in hand."""
        runs = itertools.count(1)
        return Ticker(
            jobs,
            self.context,
            JobMetrics(self.registry, (job.name for job in jobs)),
            new_clockwork(steady_clock),
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
def registry() -> CollectorRegistry:
    return CollectorRegistry()


@pytest.fixture
def runescape() -> dict[str, object]:
    """The settings of the game's servers, for a fixture that comes before the context."""
    return {"requests_per_second": 1000}


@asynccontextmanager
async def opened_context(
    table: Table, times: Times, registry: CollectorRegistry, runescape: dict[str, object]
) -> AsyncGenerator[Context]:
    async with open_context(
        Settings.model_validate({"sources": {"runescape": runescape}}),
        table,
        features=rules_of(FEATURES),
        out=io.StringIO(),
        pulse=Pulse(lambda: times.monotonic),
        clock=lambda: times.now,
        monotonic=lambda: times.monotonic,
        chance=lambda: 0.5,
        registry=registry,
    ) as opened:
        yield opened


@pytest.fixture
async def context(
    job_table: Table, times: Times, registry: CollectorRegistry, runescape: dict[str, object]
) -> AsyncIterator[Context]:
    async with opened_context(job_table, times, registry, runescape) as opened:
        yield opened


@pytest.fixture
def bench(context: Context, times: Times, registry: CollectorRegistry) -> Bench:
    return Bench(context, times, registry)


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
    return Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook, sms))


@pytest.fixture
async def realm(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Realm]:
    """What workers poll."""
    async with Realm.of(sqlite_table, clock) as opened:
        yield opened


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> AsyncIterator[Realm]:
    """The same on each engine."""
    async with Realm.of(table, clock) as opened:
        yield opened
