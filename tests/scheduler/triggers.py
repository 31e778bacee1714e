"""Triggers that make the real scheduler fire at chosen instants."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.interval import IntervalTrigger


class At(BaseTrigger):
    """Fires at these instants and never again; those of the past are due as soon as the scheduler starts."""

    def __init__(self, times: Sequence[datetime]) -> None:
        self._times = sorted(times)

    def get_next_fire_time(self, previous_fire_time: datetime | None, _: datetime) -> datetime | None:
        later = (time for time in self._times if previous_fire_time is None or time > previous_fire_time)
        return next(later, None)


def at_once() -> At:
    return At([datetime.now(UTC)])


def late(*seconds_ago: float) -> At:
    now = datetime.now(UTC)
    return At([now - timedelta(seconds=seconds) for seconds in seconds_ago])


def rapidly() -> IntervalTrigger:
    return IntervalTrigger(seconds=0.01, timezone=UTC)
