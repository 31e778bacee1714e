"""Runs each job when its trigger fires. APScheduler only ticks; the running work is kept and ended here."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from scheduler.clockwork import SKIPPED, STARTED, Clockwork, JobEvent
from scheduler.context import Context
from scheduler.jobs import Job
from scheduler.telemetry import JobMetrics
from tracker.logs import bound, get_logger

if TYPE_CHECKING:
    from datetime import datetime

log = get_logger(__name__)

CANCEL_SECONDS = 1.0


class Ticker:
    """A job runs beside itself only as often as it may; late ticks become one; a job that fails goes on."""

    def __init__(
        self,
        jobs: Iterable[Job],
        context: Context,
        metrics: JobMetrics,
        clockwork: Clockwork,
        *,
        monotonic: Callable[[], float],
        new_id: Callable[[], str],
    ) -> None:
        self._jobs = {job.name: job for job in jobs}
        self._context = context
        self._metrics = metrics
        self._monotonic = monotonic
        self._new_id = new_id
        self._due: dict[str, datetime | None] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._clockwork = clockwork

    def start(self) -> None:
        for name in self._jobs:
            self._context.pulse.expect(name)
        self._clockwork.add_listener(self._note_missed, STARTED | SKIPPED)
        self._clockwork.add_listener(self._note_overrun, SKIPPED)
        entries = [
            self._clockwork.add_job(self._tick, job.trigger, (job,), id=job.name, max_instances=job.at_once)
            for job in self._jobs.values()
        ]
        self._clockwork.start()
        self._due = {entry.id: entry.next_run_time for entry in entries}

    async def stop(self, grace: float) -> None:
        """No new runs; those under way get `grace` seconds to end, and are then cancelled.

        APScheduler's own shutdown cancels at once whatever it is told, so it comes last.
        """
        self._stopping = True
        self._clockwork.pause()
        if self._work:
            log.info("waiting for running jobs", jobs=self._running(), seconds=grace)
            await asyncio.wait(self._work, timeout=grace)
        if self._work:
            await self._hand_back()
        self._clockwork.shutdown(wait=False)
        await asyncio.sleep(0)  # shutdown only asks the loop to do it

    async def _hand_back(self) -> None:
        for task in self._work:
            task.cancel()
        await asyncio.wait(self._work, timeout=CANCEL_SECONDS)
        if self._work:
            log.error("jobs do not stop", jobs=self._running())

    def _running(self) -> list[str]:
        return sorted(task.get_name() for task in self._work)

    async def _tick(self, job: Job) -> None:
        """What APScheduler awaits, so that it knows whether the job still runs."""
        if self._stopping:
            return
        task = asyncio.create_task(self._run(job), name=job.name)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        await asyncio.wait([task])

    async def _run(self, job: Job) -> None:
        started = self._monotonic()
        with bound(job=job.name, run=self._new_id()):
            try:
                await self._attempt(job)
            finally:
                seconds = self._monotonic() - started
                self._metrics.ended(job.name, seconds)
                log.debug("job ended", seconds=round(seconds, 3))

    async def _attempt(self, job: Job) -> None:
        try:
            await job.work(self._context)
        except asyncio.CancelledError:
            self._metrics.handed_back(job.name)
            log.warning("job handed back: the service stops before it is done; the next start takes it up")
            raise
        except Exception:
            self._metrics.failed(job.name)
            self._context.pulse.failed(job.name, self._context.clock())
            log.exception("job failed; it runs again at its next tick")
        else:
            at = self._context.clock()
            self._metrics.succeeded(job.name, at)
            self._context.pulse.succeeded(job.name, at)

    def _note_missed(self, tick: JobEvent) -> None:
        """Count the ticks that were folded into this one: the loop was blocked, or the machine asleep.

        With no misfire limit APScheduler drops nothing and so never says EVENT_JOB_MISSED.
        """
        name, now = tick.job_id, tick.scheduled_run_times[-1]
        trigger, due, missed = self._jobs[name].trigger, self._due[name], 0
        while due is not None and due < now:
            missed += 1
            due = trigger.get_next_fire_time(due, now)
        self._due[name] = trigger.get_next_fire_time(now, now)
        if missed:
            self._metrics.missed(name, missed)
            log.warning("job missed ticks", job=name, ticks=missed)

    def _note_overrun(self, tick: JobEvent) -> None:
        self._metrics.overran(tick.job_id)
        log.warning("job overran: it is still running at its next tick, which is skipped", job=tick.job_id)


@asynccontextmanager
async def ticking(ticker: Ticker, grace: float) -> AsyncGenerator[None]:
    """Jobs run for as long as the block lasts."""
    ticker.start()
    try:
        yield
    finally:
        await ticker.stop(grace)
