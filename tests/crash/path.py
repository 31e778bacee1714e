"""The path that is cut: one life of the service, from poll to outbox to delivered message."""

import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.context import Context, open_context
from scheduler.pulse import Pulse
from scheduler.rounds import run_due
from scheduler.sources.timing import Timing
from tests.fakes.clock import HandClock
from tests.fakes.webhook_receiver import SECRET
from tracker.digest.feature import ROUNDS
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.settings import Settings
from tracker.store.opening import open_table


def settings_of(database: Path, hiscores: str) -> Settings:
    return Settings.model_validate(
        {
            "store": {"path": str(database)},
            "sources": {"runescape": {"osrs_url": hiscores, "requests_per_second": 100_000}},
            "poll": {"soonest_seconds": 1, "latest_seconds": 1, "latest_failing_seconds": 1},
            "webhook": {"secret": SECRET, "allow_private": True},
        }
    )


@asynccontextmanager
async def opened(database: Path, hiscores: str, at: datetime) -> AsyncGenerator[tuple[HandClock, Context]]:
    """The service on a clock in hand, which does nothing by itself."""
    clock = HandClock(at)

    def monotonic() -> float:
        return clock().timestamp()

    options: dict[str, Any] = {
        "clock": clock,
        "monotonic": monotonic,
        "chance": lambda: 0.5,
        "timing": Timing(clock, monotonic, chance=lambda: 0.5),
        "pulse": Pulse(monotonic),
        "out": io.StringIO(),
    }
    settings = settings_of(database, hiscores)
    async with (
        open_table(settings.store, clock=clock) as table,
        open_context(settings, table, features=rules_of(FEATURES), **options) as it,
    ):
        yield clock, it


def habits_of(it: Context) -> Habits:
    return Habits(it.table, it.clock, ulids(it.clock))


async def live(database: Path, hiscores: str, at: datetime) -> None:
    """Everything that a running service does with numbers and goals, once."""
    async with opened(database, hiscores, at) as (clock, it):
        await it.poller.tend()
        clock.advance(5)
        await it.poller.tick()
        await it.poller.quiet()
        clock.advance(1)  # a digest tells what happened before its own second
        await run_due(ROUNDS, it.tools)
        clock.advance(timedelta(minutes=2).total_seconds())
        await it.dispatcher.run()
