"""A person at a terminal who is asked something, and types."""

import asyncio
import os
import pty
from collections.abc import Mapping
from pathlib import Path

from tests.bot.cli.mother import mother
from tests.bot.cli.terminal import Terminal
from tests.patience import PATIENCE


async def typed(terminal: Terminal, text: str, *arguments: str) -> tuple[int | None, str]:
    """The exit code, and what the person sees."""
    return await asyncio.to_thread(typed_in, terminal.folder, terminal.environment, text, *arguments)


def typed_in(
    folder: Path, environment: Mapping[str, str], text: str, *arguments: str
) -> tuple[int | None, str]:
    ours, theirs = pty.openpty()
    command = mother().start(arguments, folder, environment, (theirs, os.dup(theirs), os.dup(theirs)))
    try:
        os.write(ours, text.encode())
        seen = _read(ours)
        return command.wait(PATIENCE), seen.decode()
    finally:
        command.end()
        os.close(ours)


def _read(terminal: int) -> bytes:
    seen = b""
    while True:
        try:
            chunk = os.read(terminal, 1024)
        except OSError:  # Linux says so when the other side is closed
            return seen
        if not chunk:
            return seen
        seen += chunk
