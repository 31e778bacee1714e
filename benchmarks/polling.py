"""The poll loop against a bare fetch and parse of the same pages."""

import asyncio
import io
import json
import statistics
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from benchmarks.hiscores_server import hiscores
from benchmarks.measure import Comparison, Measured
from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.context import Context, open_context
from scheduler.pulse import Pulse
from scheduler.sources.registry import open_sources
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.goals.games.game import game_of
from tracker.goals.model import (
    EarliestProgress,
    Frequency,
    Goal,
    LatestProgress,
    ProgressRecord,
)
from tracker.goals.pace.gains import MOST_DAYS
from tracker.goals.pace.recent import RecentGains
from tracker.goals.words.request import GoalType
from tracker.ids import ulids
from tracker.readings import Reading
from tracker.settings import Settings, StoreSettings
from tracker.shards import shard_of
from tracker.store.capacity import Observe, unobserved
from tracker.store.entity import to_item
from tracker.store.index_keys import ShardSubjectKey
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.subjects import LatestReading, Observed, by_attribute

RULES = rules_of(FEATURES)

SUBJECTS, GOALS_EACH = 10_000, 3
CONCURRENCY = 16
PASSES = 5
WANTED = 0.7
CHANGING = 100
"""One subject in so many has changed since the pass before."""

_GAINS = tuple(123_456 + 7 * day for day in range(MOST_DAYS + 1))
"""As many as are kept, so that an item is as large as it gets."""
_TARGETS = (
    ("attack", GoalType.LEVEL, 99),
    ("attack", GoalType.XP, 200_000_000),
    ("zulrah", GoalType.SCORE, 5000),
)


@dataclass(slots=True)
class HandTime:
    """A monotonic clock that goes on when the benchmark says so: then everything is due."""

    now: float = field(default_factory=time.monotonic)

    def __call__(self) -> float:
        return self.now


def settings_of(store: StoreSettings, url: str) -> Settings:
    pace = {"soonest_seconds": 3600, "latest_seconds": 3600, "latest_failing_seconds": 3600}
    game = {"osrs_url": url, "requests_per_second": 100_000, "concurrency": CONCURRENCY}
    return Settings.model_validate(
        {
            "store": store.model_dump(mode="json"),
            "sources": {"runescape": game},
            "poll": {**pace, "concurrency": CONCURRENCY},
        }
    )


@asynccontextmanager
async def polling(
    settings: Settings, subjects: int, goals_each: int, observe: Observe = unobserved
) -> AsyncGenerator[tuple[Context, HandTime]]:
    """A context whose table holds so many subjects and goals, and a clock that makes them due."""
    clock = HandTime()
    async with open_table(settings.store, clock=system_clock, observe=observe) as table:
        await fill(table, settings, subjects, goals_each)
        options: dict[str, Any] = {"monotonic": clock, "chance": lambda: 0.5, "out": io.StringIO()}
        async with open_context(settings, table, features=RULES, pulse=Pulse(clock), **options) as context:
            await context.poller.tend()
            yield context, clock


async def fill(table: Table, settings: Settings, subjects: int, goals_each: int) -> None:
    user = await Accounts(table, system_clock, ulids()).get_or_register(identity(IdentityKind.LOCAL, "me"))
    async with open_sources(settings.sources) as sources:
        reading = await sources.fetch(Subject("osrs", "main:player 0"))
    batch: list[Item] = []
    for number in range(subjects):
        batch += items_of(user, Subject("osrs", f"main:player {number}"), reading, number, goals_each)
        if len(batch) >= 1000:
            await table.write_many(puts=batch)
            batch.clear()
    await table.write_many(puts=batch)


def items_of(user: User, subject: Subject, reading: Reading, number: int, goals_each: int) -> Iterator[Item]:
    at = reading.at
    observed = Observed(subject=subject, watchers=1, created_at=at)
    yield to_item(observed, observed.key, ShardSubjectKey(shard_of(subject), subject))
    values = by_attribute(reading.values)
    values["attack"] = {**values["attack"], "xp": 5_000_000 + number}  # pyright: ignore[reportArgumentType]
    yield to_item(LatestReading(at=at, values=values), LatestReading.key_of(subject))
    for place, (attribute, goal_type, target) in zip(range(goals_each), _TARGETS, strict=False):
        goal = Goal(
            id=f"{number}x{place}",
            user=user.id,
            character=f"player {number}",
            subject=subject,
            target_attribute=attribute,
            target_type=goal_type,
            target_value=target,
            start_value=100,
            begun=date(2026, 1, 1),
            frequency=Frequency.DAILY,
            created_at=at,
        )
        value = goal.plan(game_of("osrs")).aim.value({**reading.values, **_attack(reading, number)})
        assert value is not None
        yield to_item(goal, goal.key, *goal.places())
        day = at.date()
        gains = RecentGains(first=day - timedelta(days=MOST_DAYS), amounts=_GAINS, morning=value)
        latest = LatestProgress(at=at, value=value, day=day, best=value, recent_gains=gains)
        yield to_item(latest, goal.latest_key)
        yield to_item(EarliestProgress(at=at, value=value, day=day), goal.earliest_key)
        yield to_item(ProgressRecord(at=at, value=value, day=day), goal.progress_key(at))


def _attack(reading: Reading, number: int) -> dict[Any, int]:
    return {it: 5_000_000 + number for it in reading.values if str(it) == "attack.xp"}


async def poll() -> list[Measured]:
    """Passes over all subjects, in turn with the bare side."""
    with TemporaryDirectory() as folder, hiscores(SUBJECTS) as url:
        settings = settings_of(StoreSettings(path=Path(folder) / "questlog.db"), url)
        print(f"filling a table with {SUBJECTS:,} subjects and {SUBJECTS * GOALS_EACH:,} goals", flush=True)
        async with polling(settings, SUBJECTS, GOALS_EACH) as (context, clock), new_session() as session:
            first = await one_pass(context, clock)
            ours, bare = [], []
            for _ in range(PASSES):
                await (await session.get(f"{url}/train/{CHANGING}")).read()
                ours.append(await one_pass(context, clock))
                bare.append(await bare_pass(session, url))
            print(f"first pass after a start (everything is read and compared): {first:,.0f}/s", flush=True)
            pairs = statistics.median(a / b for a, b in zip(ours, bare, strict=True))
            name = f"poll, 1 % changed, {CONCURRENCY} at once"
            result = Comparison(name, statistics.median(ours), statistics.median(bare), pairs, WANTED)
            print(result, flush=True)
            print(f"outcomes {dict(context.poller.looks)}", flush=True)
            return [result]


def new_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))


async def one_pass(context: Context, clock: HandTime) -> float:
    """Looks per second."""
    clock.now += 4000
    await context.poller.tend()
    clock.now += 4000
    await context.poller.tend()
    before, started = sum(context.poller.looks.values()), time.perf_counter()
    await context.poller.tick()
    await context.poller.quiet()
    return (sum(context.poller.looks.values()) - before) / (time.perf_counter() - started)


async def bare_pass(session: aiohttp.ClientSession, url: str) -> float:
    numbers = iter(range(SUBJECTS))

    async def worker() -> None:
        for number in numbers:
            address = f"{url}/m=hiscore_oldschool/index_lite.json?player=player+{number}"
            async with session.get(address) as response:
                json.loads(await response.read())

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(CONCURRENCY)))
    return SUBJECTS / (time.perf_counter() - started)
