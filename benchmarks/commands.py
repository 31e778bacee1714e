"""What a command of the terminal costs from its start to its end: people type one after another.

Counted is the processor's time, so that what else runs on the machine counts little: it can only add, by
emptying caches. So the least of many runs is taken, and a bare program of this kind is run in turn with the
commands: how many times its time they take says the same on any machine.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Limit, Measured
from tests.bot.cli.terminal import Terminal
from tests.bot.service import environment
from tests.fakes.hiscores import FakeHiscores

RUNS = 15
MOST_SECONDS = 0.4
MOST_TIMES = 2.5
BARE = "import asyncio, click, sqlite3; from pydantic import BaseModel, Field, TypeAdapter"
"""What any program of this kind loads."""
COMMANDS = ("goal list", "today", "habit done gym")


async def commands() -> list[Measured]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        await _fill(folder)
        store = shutil.copy(folder / "questlog.db", folder / "before.db")
        words = {"bare": ("-c", BARE), **{one: ("-m", "bot", *one.split()) for one in COMMANDS}}
        taken = {one: list[float]() for one in words}
        for _ in range(RUNS + 1):  # the first one compiles what is not compiled yet
            for one, program in words.items():
                shutil.copy(store, folder / "questlog.db")  # so that the habit is not done yet
                taken[one].append(_cpu(folder, *program))
        taken = {one: seconds[1:] for one, seconds in taken.items()}
        print(f"bare: {BARE}: {min(taken['bare']):.3f} s", flush=True)
    return [limit for one in COMMANDS for limit in _limits(one, taken)]


async def _fill(folder: Path) -> None:
    """Somebody who has what there is to show."""
    async with FakeHiscores.running() as game:
        game.osrs("Zezima")
        terminal = Terminal(folder, game)
        await terminal.lines("character", "add", "Zezima")
        await terminal.lines("goal", "add", "99 woodcutting")
        await terminal.lines("habit", "add", "gym 3x a week")
        await terminal.lines("task", "add", "call the bank today")


def _limits(command: str, taken: dict[str, list[float]]) -> list[Limit]:
    ratios = [ours / bare for ours, bare in zip(taken[command], taken["bare"], strict=True)]
    least = Limit(f"questlog {command}, of the processor", min(taken[command]), MOST_SECONDS, "s")
    times = Limit(f"questlog {command}, against bare", statistics.median(ratios), MOST_TIMES, "x")
    print(f"{least}\n{times}", flush=True)
    return [least, times]


def _cpu(folder: Path, *words: str) -> float:
    """What a process took: no other of this one's children ends meanwhile."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    variables = {name: value for name, value in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**variables, "PYTHONPATH": os.pathsep.join(sys.path[:1])},
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
