"""The part of APScheduler that Questlog uses, with the types that it lacks, and how it is set up.

It ticks by a steady clock: where the clock on the wall is set back or forward by hours, no job waits for it.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any, Protocol, cast

from apscheduler.events import (  # pyright: ignore[reportMissingTypeStubs]
    EVENT_JOB_MAX_INSTANCES,
    EVENT_JOB_SUBMITTED,
)
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.triggers.base import BaseTrigger  # pyright: ignore[reportMissingTypeStubs]

STARTED = EVENT_JOB_SUBMITTED
SKIPPED = EVENT_JOB_MAX_INSTANCES


class Trigger(Protocol):
    """When a job is due."""

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None: ...


class JobEvent(Protocol):
    """The event of a job that became due: it was started, or skipped because it still runs."""

    job_id: str
    scheduled_run_times: Sequence[datetime]


class ScheduledJob(Protocol):
    """A job as APScheduler keeps it."""

    id: str
    next_run_time: datetime


class Clockwork(Protocol):
    """The scheduler. All its methods return at once."""

    def add_listener(self, callback: Callable[[JobEvent], None], mask: int) -> None: ...
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


class SteadyTime(tzinfo):
    """A zone in which it is as late as a steady clock says.

    APScheduler takes the time from nowhere but `datetime.now(zone)`, which is answered by `fromutc`. Nothing
    can be converted into this zone: its instants are `datetime.now(zone)`, and what is reckoned from that.
    """

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady

    def fromutc(self, _: datetime, /) -> datetime:
        return datetime(1970, 1, 1, tzinfo=self) + timedelta(seconds=self._steady())

    def utcoffset(self, _: datetime | None, /) -> timedelta:
        return timedelta()

    def dst(self, _: datetime | None, /) -> None:
        """It knows no summer."""

    def tzname(self, _: datetime | None, /) -> str:
        return "steady"


class Every(BaseTrigger):
    """Again and again after so many seconds. It only adds, and so is at home in every zone."""

    def __init__(self, seconds: float) -> None:
        self._interval = timedelta(seconds=seconds)

    def get_next_fire_time(  # pyright: ignore[reportIncompatibleMethodOverride] - the base class has no types
        self, previous_fire_time: datetime | None, now: datetime
    ) -> datetime:
        return (previous_fire_time or now) + self._interval


def new_clockwork(steady: Callable[[], float]) -> Clockwork:
    """In memory. A late tick still counts, several late ones are one."""
    defaults = {"misfire_grace_time": None, "coalesce": True}
    return cast("Clockwork", AsyncIOScheduler(timezone=SteadyTime(steady), job_defaults=defaults))


def every(seconds: float) -> Trigger:
    return Every(seconds)
