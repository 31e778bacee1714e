"""Files that a command writes: where they may go, and what is said where they may not."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.cli.invocation import Invocation
from bot.exits import Refusal
from bot.private_file import free_place, occupied

DATABASE_ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""The database and what lies beside it: SQLite's own files, and the lock of the running service."""


def place_of_output(invocation: Invocation, out: Path, *, force: bool) -> Path:
    """The file to write, known to be none of the database's before anything is read."""
    store = invocation.settings().store
    database = os.path.realpath(store.path)
    spared = [Path(database + ending) for ending in DATABASE_ENDINGS] if store.engine == "sqlite" else []
    with explained(out):
        return free_place(out, spared=spared, replace=force)


@contextmanager
def explained(out: Path) -> Generator[None]:
    """What the system says no to, in words."""
    try:
        yield
    except FileExistsError as error:
        raise occupied(out) from error
    except OSError as error:
        raise Refusal(f"cannot write {out}: {error.strerror or error}", code="cannot_write") from error
