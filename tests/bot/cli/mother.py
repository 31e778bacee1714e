"""Commands as real processes, each in a folder and environment of its own, forked by one that knows all."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Command:
    """One under way: what `subprocess.Popen` is for a process that one started oneself."""

    def __init__(self, status: int) -> None:
        self._status = os.fdopen(status, "rb", buffering=0)
        self.pid = int(self._status.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended by now."""
        return self.wait(0)

    def wait(self, seconds: float) -> int | None:
        """Its exit code, if it ends in that time."""
        if self.returncode is None and select.select([self._status], [], [], seconds)[0]:
            self.returncode = int(self._status.read())
            self._status.close()
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def end(self) -> None:
        """Whatever it does."""
        self.send_signal(signal.SIGKILL)
        self.wait(PATIENCE)


class Mother:
    """Ends with this process: then nobody sends it orders any more."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bot.cli.nursery", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()

    def run_now(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        module: str = "bot",
    ) -> subprocess.CompletedProcess[str]:
        """For tests that wait for it, also where a loop is running: that one waits, too."""
        with ThreadPoolExecutor(1) as thread:
            work = self.run(arguments, folder, environment, module=module)
            ended = thread.submit(asyncio.run, work).result()
        return subprocess.CompletedProcess(list(arguments), *ended)

    async def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        read: bytes = b"",
        module: str = "bot",
    ) -> Ended:
        """As `python -m MODULE ARGUMENTS` with what it is to read."""
        ours, theirs = zip(*(os.pipe() for _ in range(3)), strict=True)
        self._order(module, arguments, folder, environment, _holding(read), *theirs)
        out, err, code = await asyncio.gather(*map(_read, ours))
        return Ended(int(code.split()[-1]), out.decode(), err.decode())

    def start(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        files: tuple[int, int, int],
        *,
        module: str = "bot",
    ) -> Command:
        """One that is not waited for. Its input, output and errors are closed here."""
        ours, theirs = os.pipe()
        self._order(module, arguments, folder, environment, *files, theirs)
        return Command(ours)

    def _order(
        self,
        module: str,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *files: int,
    ) -> None:
        order = {
            "module": module,
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(environment),
        }
        try:
            socket.send_fds(self._orders, [json.dumps(order).encode()], files)
        finally:
            for one in files:
                os.close(one)


def _holding(text: bytes) -> int:
    """A file to read that stands at its beginning."""
    file = os.memfd_create("stdin")
    os.write(file, text)
    os.lseek(file, 0, os.SEEK_SET)
    return file


async def _read(pipe: int) -> bytes:
    """All that comes, until everybody at the other end is done."""
    reader = asyncio.StreamReader()
    with os.fdopen(pipe, "rb") as file:
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), file
        )
        try:
            return await reader.read()
        finally:
            transport.close()


@cache
def mother() -> Mother:
    """One for each process that runs tests."""
    return Mother()
