"""The part of APScheduler that Questlog uses, with the types that it lacks, and how it is set up."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol, cast

from apscheduler.events import (  # pyright: ignore[reportMissingTypeStubs]
    EVENT_JOB_MAX_INSTANCES,
    EVENT_JOB_SUBMITTED,
)
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.triggers.interval import IntervalTrigger  # pyright: ignore[reportMissingTypeStubs]

STARTED = EVENT_JOB_SUBMITTED
SKIPPED = EVENT_JOB_MAX_INSTANCES


class Trigger(Protocol):
    """When a job is due."""

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None: ...


class Tick(Protocol):
    """The event of a job that became due: it was started, or skipped because it still runs."""

    job_id: str
    scheduled_run_times: Sequence[datetime]


class ScheduledJob(Protocol):
    """A job as APScheduler keeps it."""

    id: str
    next_run_time: datetime


class Clockwork(Protocol):
    """The scheduler. All its methods return at once."""

    def add_listener(self, callback: Callable[[Tick], None], mask: int) -> None: ...
    def add_job(
        self,
        func: Callable[..., Awaitable[None]],
        trigger: Trigger,
        args: Sequence[Any],
        *,
        id: str,  # noqa: A002 - APScheduler's name
        max_instances: int,
    ) -> ScheduledJob: ...
    def start(self) -> None: ...
    def pause(self) -> None: ...
    def shutdown(self, *, wait: bool) -> None: ...


def new_clockwork() -> Clockwork:
    """In UTC, in memory. A late tick still counts, several late ones are one."""
    defaults = {"misfire_grace_time": None, "coalesce": True}
    return cast("Clockwork", AsyncIOScheduler(timezone=UTC, job_defaults=defaults))


def every(seconds: int) -> Trigger:
    return cast("Trigger", IntervalTrigger(seconds=seconds, timezone=UTC))
