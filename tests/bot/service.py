"""`questlog run` as a real process: started, read, asked over HTTP, signalled.

Most are forked by one that has loaded everything, which costs no start; `fresh_service` starts from nothing.
"""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from tests.bot.cli.mother import Command, mother
from tests.fakes.discord.server import FakeDiscord
from tests.patience import PATIENCE

HERE = {"QUESTLOG_STORE__PATH": "questlog.db"}
"""Each test has its own file, in the folder in which its commands run; none is in anybody's home."""


@dataclass
class Service:
    """The process, and the log lines read from it so far."""

    process: Command | subprocess.Popen[str]
    said: TextIO
    lines: list[dict[str, Any]] = field(default_factory=list)

    def until(self, event: str) -> dict[str, Any]:
        """Read on to the line whose text starts so. Fails when the process ends before."""
        for text in self.said:
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

    def ended(self) -> int | None:
        """How it ended, after reading what it said to its end."""
        for text in self.said:
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


@contextmanager
def service(folder: Path, *arguments: str, module: str = "bot", **settings: str) -> Iterator[Service]:
    """Started in `folder`, where its database will be, and gone when the block ends."""
    reader, writer = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    with os.fdopen(reader, encoding="utf-8") as said:
        files = nothing, os.dup(nothing), writer
        process = mother().start(arguments or ["run"], folder, environment(**settings), files, module=module)
        try:
            yield Service(process, said)
        finally:
            process.end()


@contextmanager
def fresh_service(folder: Path, **settings: str) -> Iterator[Service]:
    """As a person starts it: nothing is loaded yet."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run"],
        cwd=folder,
        env=environment(**settings),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            yield Service(process, process.stderr)
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
