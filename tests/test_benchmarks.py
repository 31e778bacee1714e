"""The benchmarks are not run by tests, since timings are no tests; but they must still start."""

import asyncio

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.measure import Comparison, rate


def test_each_benchmark_is_an_async_function() -> None:
    assert all(asyncio.iscoroutinefunction(benchmark) for benchmark in BENCHMARKS.values())


async def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        await main(["nonsense"])


async def test_every_piece_of_work_is_done_once() -> None:
    done: list[int] = []

    async def work(number: int) -> None:
        await asyncio.sleep(0)
        done.append(number)

    await rate(work, 20, concurrency=3)
    assert sorted(done) == list(range(20))


def test_a_ratio_below_what_is_wanted_says_so() -> None:
    assert str(Comparison("get", 60, 100, 0.6, 0.7)).endswith("BELOW")
    assert str(Comparison("get", 80, 100, 0.8, 0.7)).endswith("ok")
