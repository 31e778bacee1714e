"""Habits: completions, and what must not grow with the past."""

from benchmarks.habit_completions import completions
from benchmarks.measure import Measured


async def habits() -> list[Measured]:
    return await completions()
