"""`questlog run` as a real process: started, read, asked over HTTP, signalled."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fakes.discord.server import FakeDiscord
from tests.patience import PATIENCE

HERE = {"QUESTLOG_STORE__PATH": "questlog.db"}
"""Each test has its own file, in the folder in which its commands run; none is in anybody's home."""
RUN = (sys.executable, "-m", "bot", "run")


@dataclass
class Service:
    """The process, and the log lines read from it so far."""

    process: subprocess.Popen[str]
    lines: list[dict[str, Any]] = field(default_factory=list)

    def until(self, event: str) -> dict[str, Any]:
        """Read on to the line whose text starts so. Fails when the process ends before."""
        assert self.process.stderr is not None
        for text in self.process.stderr:
            line = json.loads(text) if text.startswith("{") else {"event": text.strip()}
            self.lines.append(line)
            if line["event"].startswith(event):
                return line
        raise AssertionError(f"it ended before {event!r}: {self.lines}")

    def ready(self) -> str:
        """Its address, once it is ready."""
        return self.until("ready")["url"]

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def ended(self) -> int:
        """How it ended, after reading what it said to its end."""
        assert self.process.stderr is not None
        for text in self.process.stderr:
            self.lines.append(json.loads(text) if text.startswith("{") else {"event": text.strip()})
        return self.process.wait(PATIENCE)

    @property
    def events(self) -> list[str]:
        return [line["event"] for line in self.lines]


def environment(**settings: str) -> dict[str, str]:
    """This process's, without settings of the person who runs the tests."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("QUESTLOG_")}
    return {**own, **HERE, "QUESTLOG_WEB__PORT": "0", **settings}


def addresses(discord: FakeDiscord, **more: str) -> dict[str, str]:
    """The settings by which a process finds the stand-in."""
    return {
        "QUESTLOG_DISCORD__TOKEN": discord.token,
        "QUESTLOG_DISCORD__API_URL": discord.api_url,
        "QUESTLOG_DISCORD__GATEWAY_URL": discord.gateway_url,
        **more,
    }


@contextlib.contextmanager
def service(folder: Path, command: Sequence[str] = RUN, **settings: str) -> Iterator[Service]:
    """Started in `folder`, where its database will be, and gone when the block ends."""
    with subprocess.Popen(
        command, cwd=folder, env=environment(**settings), stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Service(process)
        finally:
            process.kill()


def get(url: str) -> tuple[int, str]:
    """Status and body, whatever the status."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310 - loopback
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
