"""Lives of the service, ordered from the nursery: each on a copy of the same database, and cut at a step."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

KILLED = {"signal": 9}


@dataclass(frozen=True)
class Nursery:
    process: "subprocess.Popen[str]"
    work: str
    """Which path is lived: `goals`, `habits`, `logbook`, `metrics`, `rooms` or `tasks`."""
    hiscores: str
    before: Path
    """The database as it was before the life that is cut."""

    @classmethod
    @contextmanager
    def running(cls, work: str, hiscores: str, before: Path) -> Generator[Self]:
        command, pipe = [sys.executable, "-m", "tests.crash.nursery"], subprocess.PIPE
        with (
            before.with_name("lives.log").open("w") as log,
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=log, text=True) as process,
        ):
            yield cls(process, work, hiscores, before)
            assert process.stdin is not None
            process.stdin.close()

    def copied(self) -> Path:
        """A fresh database, as it was before."""
        database = self.before.with_name("cut.db")
        for old in database.parent.glob("cut.db*"):
            old.unlink()
        shutil.copyfile(self.before, database)
        return database

    async def life(self, database: Path, at: datetime, kill: int | None = None) -> dict[str, int]:
        """In a thread: the stand-ins live on this loop, and must answer meanwhile."""
        order = {"database": str(database), "at": at.isoformat(), "kill": kill, "work": self.work}
        return await asyncio.to_thread(self._order, {**order, "hiscores": self.hiscores})

    def _order(self, order: dict[str, Any]) -> dict[str, int]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())
