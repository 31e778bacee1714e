"""One service for one database file: a lock that the kernel lets go of however the process ends."""

import contextlib
import fcntl
import os
import stat
from collections.abc import Generator
from pathlib import Path

from bot.exits import Exit, Refusal
from tracker.settings import StoreSettings
from tracker.store.errors import StoreUnavailable


@contextlib.contextmanager
def single_instance(store: StoreSettings) -> Generator[None]:
    """Refuse to start beside another service on the same file. On DynamoDB many are meant to run."""
    database = Path(os.path.realpath(store.path))
    if store.engine == "sqlite" and _lockable(database):
        with _locked(database):
            yield
    else:  # where there can be no database the store says so, in its own words
        yield


def _lockable(database: Path) -> bool:
    """Whether a lock has its place: beside a database, or where one can be made."""
    try:
        return stat.S_ISREG(database.stat().st_mode)
    except FileNotFoundError:
        return database.parent.is_dir()
    except OSError:
        return False


@contextlib.contextmanager
def _locked(database: Path) -> Generator[None]:
    """A file of its own: closing any descriptor of the database would drop SQLite's locks on it."""
    lock = database.with_name(database.name + ".lock")
    with _writing(lock):
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _take(descriptor, database)
        with _writing(lock):
            os.fchmod(descriptor, 0o600)  # a lock of an earlier version was for all eyes
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield  # the file stays: removing it would let two processes hold two locks of one name
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _writing(lock: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise StoreUnavailable(
            f"cannot write {lock} ({error.strerror}); "
            "Questlog keeps a lock beside its database: let it write in that folder, or set store.path"
        ) from error


def _take(descriptor: int, database: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
        raise Refusal(
            f"Questlog already runs on {database}" + (f" (process {holder})" if holder else "") + "; "
            "stop that one first, or give this one another file with store.path",
            exit_code=Exit.ALREADY_RUNNING,
        ) from error
