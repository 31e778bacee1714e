"""A person at a terminal who is asked something, and types."""

import asyncio
import os
import pty
import subprocess
import sys

from tests.bot.cli.terminal import Terminal
from tests.patience import PATIENCE


async def typed(terminal: Terminal, text: str, *arguments: str) -> tuple[int, str]:
    """The exit code, and what the person sees."""
    return await asyncio.to_thread(_typed, terminal, text, arguments)


def _typed(terminal: Terminal, text: str, arguments: tuple[str, ...]) -> tuple[int, str]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=terminal.folder,
        env=terminal.environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, text.encode())
    try:
        seen = _read(ours)
        return process.wait(PATIENCE), seen.decode()
    finally:
        process.kill()
        process.wait()
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
