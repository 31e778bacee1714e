"""Habits: completions, what must not grow with the past, and leaderboards."""

from benchmarks.habit_boards import boards
from benchmarks.habit_completions import completions
from benchmarks.habit_history import history
from benchmarks.measure import Measured


async def habits() -> list[Measured]:
    return [*await completions(), *await history(), *await boards()]
