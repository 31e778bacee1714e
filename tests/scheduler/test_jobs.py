"""What each job of the table does."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from scheduler.jobs import JOBS, SWEEP_SLICE, Context, heartbeat, ttl_sweep
from tests.scheduler.conftest import Lines, Times
from tracker.store.table import Table


async def expire(table: Table, times: Times, count: int) -> None:
    ttl = int(times.now.timestamp()) + 1
    items = [{"PK": "SEEN#x", "SK": f"{n:06}", "ttl": ttl} for n in range(count)]
    await table.write_many(puts=items)
    times.now += timedelta(seconds=2)


async def test_the_table_of_jobs_names_each_job_once() -> None:
    names = [job.name for job in JOBS]

    assert sorted(names) == ["heartbeat", "ttl-sweep"]


async def test_the_heartbeat_marks_the_pulse(context: Context, times: Times) -> None:
    assert context.pulse.age() is None

    await heartbeat(context)
    times.monotonic += 4.5

    assert context.pulse.age() == 4.5


async def test_the_sweep_removes_everything_expired_and_nothing_else(
    context: Context, job_table: Table, times: Times, said: Callable[[str], Lines]
) -> None:
    await expire(job_table, times, 2 * SWEEP_SLICE + 1)
    await job_table.put({"PK": "USER#u", "SK": "METADATA"})

    await ttl_sweep(context)

    times.now -= timedelta(days=1)  # before the ttl, an item that had only been hidden would show again
    assert [item["PK"] async for item in job_table.scan()] == ["USER#u"]
    assert [line["items"] for line in said("expired items removed")] == [2 * SWEEP_SLICE + 1]


async def test_a_sweep_that_finds_nothing_says_nothing(context: Context, lines: Lines) -> None:
    await ttl_sweep(context)

    assert lines == []


async def test_a_writer_gets_its_turn_between_two_slices(
    context: Context, job_table: Table, times: Times
) -> None:
    await expire(job_table, times, 4 * SWEEP_SLICE)

    sweep = asyncio.create_task(ttl_sweep(context))
    await asyncio.sleep(0)
    await job_table.put({"PK": "USER#u", "SK": "METADATA"})

    assert not sweep.done()
    await sweep
