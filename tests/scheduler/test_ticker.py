"""Jobs on the real scheduler: runs, failures, overruns, missed ticks, and the stop."""

import asyncio
from collections.abc import Callable

import pytest
import structlog

from scheduler.context import Context
from scheduler.jobs import Job
from scheduler.pulse import JobRuns
from scheduler.ticker import ticking
from tests.scheduler.conftest import Bench, Lines
from tests.scheduler.triggers import at_once, late, rapidly

ENOUGH = 20.0
log = structlog.stdlib.get_logger(__name__)


class Work:
    """A job's function that a test can watch, hold and let go."""

    def __init__(self) -> None:
        self.started, self.let_go, self.finished = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.runs = 0

    async def __call__(self, _: Context) -> None:
        self.runs += 1
        self.started.set()
        await self.let_go.wait()
        self.finished.set()


async def until(condition: Callable[[], object]) -> None:
    """Let the scheduler go on until the condition holds; the test's timeout is the limit."""
    while not condition():  # noqa: ASYNC110 - metrics and log lines set no event
        await asyncio.sleep(0.002)


async def test_a_run_that_ends_well_is_counted_timed_and_dated(bench: Bench) -> None:
    async def work(_: Context) -> None:
        bench.times.monotonic += 0.25

    async with ticking(bench.ticker(Job("work", at_once(), work)), ENOUGH):
        await until(lambda: bench.metric("runs_total", "work"))

    assert bench.metric("errors_total", "work") == 0
    assert bench.metric("duration_seconds_sum", "work") == 0.25
    assert bench.metric("last_success_timestamp_seconds", "work") == bench.times.now.timestamp()


async def test_the_pulse_knows_when_each_job_last_went_well_and_when_it_failed(bench: Bench) -> None:
    async def good(_: Context) -> None: ...

    async def bad(_: Context) -> None:
        raise OSError("no")

    pulse = bench.context.pulse
    jobs = (Job("good", at_once(), good), Job("bad", at_once(), bad), Job("late", late(), good))
    async with ticking(bench.ticker(*jobs), ENOUGH):
        await until(lambda: pulse.jobs["good"].good_at and pulse.jobs["bad"].failed_at)
        assert pulse.jobs["good"] == JobRuns(bench.times.now, None)
        assert pulse.jobs["bad"] == JobRuns(None, bench.times.now)
        assert pulse.jobs["late"] == JobRuns()


async def test_each_line_of_a_run_carries_the_job_and_the_run(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    async def work(_: Context) -> None:
        log.info("halfway")

    async with ticking(bench.ticker(Job("work", rapidly(), work)), ENOUGH):
        await until(lambda: len(said("halfway")) >= 2)

    first, second = said("halfway")[:2]
    assert (first["job"], first["run"]) == ("work", "run-1")
    assert (second["job"], second["run"]) == ("work", "run-2")
    assert "job" not in structlog.contextvars.get_contextvars()


async def test_a_job_that_raises_is_logged_counted_and_runs_again(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    async def work(_: Context) -> None:
        raise ValueError("no such skill")

    async with ticking(bench.ticker(Job("work", rapidly(), work)), ENOUGH):
        await until(lambda: (bench.metric("errors_total", "work") or 0) >= 2)

    line = said("job failed")[0]
    assert (line["job"], line["run"], line["exc_info"]) == ("work", "run-1", True)
    assert bench.metric("last_success_timestamp_seconds", "work") == 0


async def test_a_job_never_runs_beside_itself_and_each_skipped_tick_is_counted(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    work = Work()

    async with ticking(bench.ticker(Job("work", rapidly(), work)), ENOUGH):
        await until(lambda: (bench.metric("overruns_total", "work") or 0) >= 2)
        assert work.runs == 1
        work.let_go.set()
        await until(lambda: work.runs >= 2)

    assert said("job overran")[0]["job"] == "work"


async def test_a_job_that_may_runs_beside_itself_so_often_and_not_more(bench: Bench) -> None:
    work = Work()

    async with ticking(bench.ticker(Job("work", rapidly(), work, at_once=3)), ENOUGH):
        await until(lambda: (bench.metric("overruns_total", "work") or 0) >= 2)
        assert work.runs == 3
        work.let_go.set()
        await until(lambda: (bench.metric("runs_total", "work") or 0) >= 3)


async def test_a_job_that_hangs_does_not_hold_up_the_others(bench: Bench) -> None:
    hanging, other = Work(), Work()
    other.let_go.set()

    ticker = bench.ticker(Job("hanging", at_once(), hanging), Job("other", rapidly(), other))
    async with ticking(ticker, 0):
        await hanging.started.wait()
        runs = other.runs
        await until(lambda: other.runs >= runs + 2)
        assert not hanging.finished.is_set()


async def test_late_ticks_become_one_run_and_the_others_count_as_missed(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    work = Work()
    work.let_go.set()

    async with ticking(bench.ticker(Job("work", late(7200, 3600, 60, 0), work)), ENOUGH):
        await until(lambda: bench.metric("runs_total", "work"))

    assert work.runs == 1
    assert bench.metric("missed_total", "work") == 3
    assert [(line["job"], line["ticks"]) for line in said("job missed ticks")] == [("work", 3)]


async def test_a_tick_in_time_is_no_missed_tick(bench: Bench, said: Callable[[str], Lines]) -> None:
    work = Work()
    work.let_go.set()

    async with ticking(bench.ticker(Job("work", late(60), work)), ENOUGH):
        await until(lambda: bench.metric("runs_total", "work"))

    assert bench.metric("missed_total", "work") == 0
    assert said("job missed") == []


async def test_a_stop_waits_for_work_that_ends_in_time(bench: Bench, said: Callable[[str], Lines]) -> None:
    work = Work()
    ticker = bench.ticker(Job("work", at_once(), work))
    ticker.start()
    await work.started.wait()

    stop = asyncio.create_task(ticker.stop(ENOUGH))
    await until(lambda: said("waiting for running jobs"))
    assert not stop.done()
    work.let_go.set()
    await stop

    assert work.finished.is_set()
    assert bench.metric("runs_total", "work") == 1
    assert bench.metric("handed_back_total", "work") == 0


async def test_work_that_does_not_end_in_time_is_handed_back(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    work = Work()
    ticker = bench.ticker(Job("work", at_once(), work))
    ticker.start()
    await work.started.wait()

    await ticker.stop(0)

    assert not work.finished.is_set()
    assert bench.metric("handed_back_total", "work") == 1
    assert bench.metric("errors_total", "work") == 0
    assert [(line["job"], line["run"]) for line in said("job handed back")] == [("work", "run-1")]


async def test_nothing_ticks_once_the_stop_has_begun(bench: Bench, said: Callable[[str], Lines]) -> None:
    slow, quick = Work(), Work()
    quick.let_go.set()
    ticker = bench.ticker(Job("slow", rapidly(), slow), Job("quick", rapidly(), quick))
    ticker.start()
    await until(lambda: slow.runs and quick.runs)

    stop = asyncio.create_task(ticker.stop(ENOUGH))
    await until(lambda: said("waiting for running jobs"))
    before = quick.runs, bench.metric("overruns_total", "slow")
    await asyncio.sleep(0.05)  # five ticks of each, were there any
    assert (quick.runs, bench.metric("overruns_total", "slow")) == before
    slow.let_go.set()
    await stop


async def test_a_run_that_was_due_but_had_not_begun_when_the_stop_came_does_not_begin(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    work = Work()
    ticker = bench.ticker(Job("work", at_once(), work))
    ticker.start()
    await asyncio.sleep(0)  # APScheduler has made its task, which has had no turn yet

    await ticker.stop(ENOUGH)
    for _ in range(5):  # turns for whatever was left behind
        await asyncio.sleep(0)

    assert work.runs == 0
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_the_stop_does_not_wait_for_ever_for_work_that_ignores_being_cancelled(
    bench: Bench, said: Callable[[str], Lines]
) -> None:
    let_go = asyncio.Event()

    async def stubborn(_: Context) -> None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    ticker = bench.ticker(Job("stubborn", at_once(), stubborn))
    ticker.start()
    await until(lambda: ticker._work)

    await ticker.stop(0)

    assert said("jobs do not stop")[0]["jobs"] == ["stubborn"]
    let_go.set()
    await until(lambda: not ticker._work)


async def test_a_stop_with_nothing_running_is_immediate_and_silent(bench: Bench, lines: Lines) -> None:
    ticker = bench.ticker()
    ticker.start()

    await ticker.stop(ENOUGH)

    assert lines == []


async def test_every_job_shows_in_the_metrics_before_its_first_run(bench: Bench) -> None:
    bench.ticker(Job("work", at_once(), Work()))

    counters = ("runs", "errors", "missed", "overruns", "handed_back")
    assert [bench.metric(f"{counter}_total", "work") for counter in counters] == [0] * 5
