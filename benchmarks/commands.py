"""What a command of the terminal costs from its start to its end: people type one after another.

Counted is the processor's time, so that other work on the machine does not count. Most of it is loading.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Limit, Measured
from tests.bot.cli.terminal import Terminal
from tests.bot.service import environment
from tests.fakes.hiscores import FakeHiscores

RUNS = 11
MOST_SECONDS = 0.4
COMMANDS = ("goal list", "today", "habit done gym")
BARE = "import asyncio, click, sqlite3; from pydantic import BaseModel, Field, TypeAdapter"
"""What any program of this kind loads."""


async def commands() -> list[Measured]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with FakeHiscores.running() as game:
            game.osrs("Zezima")
            terminal = Terminal(folder, game)
            await terminal.lines("character", "add", "Zezima")
            await terminal.lines("goal", "add", "99 woodcutting")
            await terminal.lines("habit", "add", "gym 3x a week")
        bare = _cpu(folder, "-c", BARE)
        print(f"{'bare: ' + BARE[:44]:<52} {bare:.3f} s", flush=True)
        return [_measured(folder, command, bare) for command in COMMANDS]


def _measured(folder: Path, command: str, bare: float) -> Limit:
    words = ("-m", "bot", *command.split())
    found = Limit(f"questlog {command}, of the processor", _cpu(folder, *words), MOST_SECONDS, "s")
    loading = _loading(folder, *words)
    print(f"{found}; x {found.found / bare:.1f} of bare; modules take {loading:.0%} of the time", flush=True)
    return found


def _cpu(folder: Path, *words: str) -> float:
    """The median of some runs, after one that compiles what is not compiled yet."""
    _ended(folder, *words)
    return statistics.median(_cpu_once(folder, *words) for _ in range(RUNS))


def _cpu_once(folder: Path, *words: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _ended(folder, *words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _loading(folder: Path, *words: str) -> float:
    """The part of a run that goes into loading modules, as Python itself counts it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = _ended(folder, "-X", "importtime", *words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    loading = sum(int(own) for own in re.findall(r"^import time: +(\d+) \|", said, re.MULTILINE)) / 1e6
    return min(1.0, loading / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime))


def _ended(folder: Path, *words: str) -> str:
    variables = {name: value for name, value in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**variables, "PYTHONPATH": os.pathsep.join(sys.path[:1])},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr
