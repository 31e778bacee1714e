"""Triggers that make the real scheduler fire at chosen instants."""

from datetime import datetime, timedelta

from apscheduler.triggers.base import BaseTrigger

from scheduler.clockwork import Trigger, every


class Ago(BaseTrigger):
    """Fires at instants of the past and never again: all are due as soon as the scheduler starts."""

    def __init__(self, *seconds: float) -> None:
        self._ago = [timedelta(seconds=ago) for ago in sorted(seconds, reverse=True)]
        self._times: list[datetime] = []

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        self._times = self._times or [now - ago for ago in self._ago]
        later = (time for time in self._times if previous_fire_time is None or time > previous_fire_time)
        return next(later, None)


def at_once() -> Trigger:
    return Ago(0)


def late(*seconds_ago: float) -> Trigger:
    return Ago(*seconds_ago)


def rapidly() -> Trigger:
    return every(0.01)
