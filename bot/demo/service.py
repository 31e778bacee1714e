"""Questlog itself, as `questlog run` has it, but on a clock in hand: opened, closed, and opened again."""

import io
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

from bot.charts.drawing import Drawings
from bot.demo.hand_time import HandTime
from bot.demo.tally import Watch
from bot.feature import rules_of
from bot.features import FEATURES
from bot.services import Services
from scheduler.context import Context, open_context
from scheduler.pulse import Pulse
from tracker.frozen import frozen
from tracker.ids import short_ids
from tracker.settings import Settings
from tracker.store.opening import open_table

PERSON = "demo"
"""The id of whoever watches: one that does not change from run to run."""


def demo_settings(database: Path, hiscores: str) -> Settings:
    """One look at a time, so that the same seed tells the same story."""
    urls = dict.fromkeys(("osrs_url", "rs3_url", "runemetrics_url"), hiscores)
    return Settings.model_validate(
        {
            "store": {"path": database},
            "sources": {"runescape": {**urls, "requests_per_second": 100_000, "concurrency": 1}},
            "poll": {"soonest_seconds": 3600, "latest_seconds": 7200, "concurrency": 1},
        }
    )


@frozen
class Running:
    """What there is while the service runs."""

    context: Context
    services: Services
    watch: Watch


class Service:
    """A restart keeps the file and nothing else."""

    def __init__(self, settings: Settings, time: HandTime) -> None:
        self._settings, self._time = settings, time
        self._stack = AsyncExitStack()
        self._running: Running | None = None
        self.terminal = io.StringIO()
        """Where the messages go that `questlog run` would show."""

    @property
    def running(self) -> Running:
        if self._running is None:
            raise RuntimeError("the service is not open")
        return self._running

    async def __aenter__(self) -> Self:
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stop()

    async def restart(self) -> None:
        await self._stop()
        await self._start()

    async def _start(self) -> None:
        time, store = self._time, self._settings.store
        table = await self._stack.enter_async_context(open_table(store, clock=time.clock))
        context = await self._stack.enter_async_context(
            open_context(
                self._settings,
                table,
                features=rules_of(FEATURES),
                out=self.terminal,
                pulse=Pulse(time.monotonic),
                clock=time.clock,
                timing=time.timing,
                monotonic=time.monotonic,
                chance=time.chance,
            )
        )
        watch = Watch(store.path)
        self._stack.callback(watch.close)
        drawings = self._stack.enter_context(Drawings())
        services = replace(
            Services.of(self._settings, context, FEATURES, new_id=short_ids(time.chance), drawings=drawings),
            long_id=lambda: PERSON,
        )
        self._running = Running(context, services, watch)

    async def _stop(self) -> None:
        self._running = None
        await self._stack.aclose()
