"""Signs of life of the scheduler: how long ago it last ticked, and how its jobs went."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from tracker.frozen import frozen


@frozen
class JobRuns:
    """When the last runs of a job ended; None before the first."""

    good_at: datetime | None = None
    failed_at: datetime | None = None


class Pulse:
    """In memory and on a monotonic clock: a change of the wall clock neither hides nor fakes silence."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._last: float | None = None
        self._jobs: dict[str, JobRuns] = {}

    def mark(self) -> None:
        self._last = self._monotonic()

    def age(self) -> float | None:
        """Seconds since the last mark; None before the first."""
        return None if self._last is None else self._monotonic() - self._last

    def expect(self, job: str) -> None:
        """It is shown from the start."""
        self._jobs.setdefault(job, JobRuns())

    def succeeded(self, job: str, at: datetime) -> None:
        self._jobs[job] = replace(self._jobs.get(job, JobRuns()), good_at=at)

    def failed(self, job: str, at: datetime) -> None:
        self._jobs[job] = replace(self._jobs.get(job, JobRuns()), failed_at=at)

    @property
    def jobs(self) -> Mapping[str, JobRuns]:
        return self._jobs
