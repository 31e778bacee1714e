"""Requests start evenly spaced, and only so many are under way."""

import asyncio
from dataclasses import replace

import pytest

from scheduler.sources.gate import Limiter
from tests.scheduler.sources.timing import HandTime


async def test_requests_start_evenly_spaced(time: HandTime) -> None:
    limiter = Limiter(4, 10, time.timing)
    starts: list[float] = []
    for _ in range(4):
        await limiter.spaced()
        starts.append(time.seconds)
    assert starts == pytest.approx([0, 0.25, 0.5, 0.75])


async def test_a_quiet_time_is_not_saved_up_for_a_burst(time: HandTime) -> None:
    limiter = Limiter(4, 10, time.timing)
    await limiter.spaced()
    time.seconds = 100
    await limiter.spaced()
    await limiter.spaced()
    assert time.slept == pytest.approx([0.25])


async def test_those_who_come_together_get_one_place_after_the_other(time: HandTime) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    limiter = Limiter(2, 10, replace(time.timing, sleep=sleep))
    await asyncio.gather(*(limiter.spaced() for _ in range(3)))
    assert waits == pytest.approx([0.5, 1.0])


async def test_only_so_many_are_under_way_at_once(time: HandTime) -> None:
    limiter = Limiter(1000, 2, time.timing)
    under_way = most = 0

    async def request() -> None:
        nonlocal under_way, most
        async with limiter.slots:
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    async with asyncio.TaskGroup() as group:
        for _ in range(10):
            group.create_task(request())
    assert most == 2


async def test_waits_too_short_to_be_worth_it_are_put_together(time: HandTime) -> None:
    limiter = Limiter(10_000, 10, time.timing)
    for _ in range(100):
        await limiter.spaced()
    assert len(time.slept) == 9
    assert time.seconds == pytest.approx(0.01, abs=0.001)
