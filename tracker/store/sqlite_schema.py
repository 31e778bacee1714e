"""The SQLite file: how it is opened, told from other programs' files, and migrated."""

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from tracker.clock import Clock, system_clock
from tracker.store.errors import StoreError, StoreUnavailable, Throttled
from tracker.store.migrations import to_2, to_3
from tracker.store.segments import timestamp
from tracker.store.sqlite_codec import decode, encode
from tracker.store.values import Item

APPLICATION_ID = 0x51756573  # "Ques": written into the file's header, so that `file` and we know whose it is
BUSY_SECONDS = 10.0
PURGE_SECONDS = 5.0
CACHE_KIB = 64 * 1024  # at most; the default of 2 MiB makes index queries on a million items 3 times slower

Migration: TypeAlias = "str | Callable[[sqlite3.Connection, str], None]"
"""Statements, which end with a semicolon and hold no other; or what is done with the file at an instant."""


def _renew_items(connection: sqlite3.Connection, now: str) -> None:
    """Keys and places in indexes stay as they are: only documents change."""
    last = 0
    while rows := connection.execute(_PAGE, (last,)).fetchall():
        last = rows[-1][0]
        changed = [(new, rowid) for rowid, doc in rows if (new := _renewed_doc(doc, now)) is not None]
        connection.executemany("UPDATE item SET doc = ? WHERE rowid = ?", changed)


def _renewed_doc(doc: str, now: str) -> str | None:
    """None where it stays as it is."""
    try:
        item = decode(doc)
    except StoreUnavailable:
        return None  # damaged: whoever asks for it hears that
    return encode(to_2.renewed(item, now)) if to_2.is_old(item) else None


def _sort_timelines(connection: sqlite3.Connection, _: str) -> None:
    last = 0
    while rows := connection.execute(_PAGE, (last,)).fetchall():
        last = rows[-1][0]
        sorted_ones = [(new, rowid) for rowid, doc in rows if (new := _sorted(doc))]
        changed = [(encode(new), new.get("GSI1SK"), new.get("GSI6SK"), rowid) for new, rowid in sorted_ones]
        connection.executemany("UPDATE item SET doc = ?, GSI1SK = ?, GSI6SK = ? WHERE rowid = ?", changed)


def _sorted(doc: str) -> Item | None:
    """None where it stays as it is."""
    try:
        item = decode(doc)
    except StoreUnavailable:
        return None
    changed = to_3.changes(item)
    return {**item, **changed} if changed else None


_PAGE = "SELECT rowid, doc FROM item WHERE rowid > ? ORDER BY rowid LIMIT 1000"

# A landed migration is never edited: files in the field have run it. Append a new one.
MIGRATIONS: Sequence[Migration] = (
    """
    CREATE TABLE item (
        pk TEXT NOT NULL,
        sk TEXT NOT NULL,
        doc TEXT NOT NULL,
        ttl INTEGER,
        GSI1PK TEXT, GSI1SK TEXT,
        GSI2PK TEXT, GSI2SK TEXT,
        GSI3PK TEXT, GSI3SK TEXT,
        GSI4PK TEXT, GSI4SK TEXT,
        GSI5PK TEXT, GSI5SK TEXT,
        GSI6PK TEXT, GSI6SK TEXT,
        LeaderboardPK TEXT, LeaderboardSK TEXT,
        PRIMARY KEY (pk, sk)
    );
    CREATE INDEX item_ttl ON item (ttl) WHERE ttl IS NOT NULL;
    CREATE INDEX GSI1 ON item (GSI1PK, GSI1SK, pk, sk) WHERE GSI1PK IS NOT NULL;
    CREATE INDEX GSI2 ON item (GSI2PK, GSI2SK, pk, sk) WHERE GSI2PK IS NOT NULL;
    CREATE INDEX GSI3 ON item (GSI3PK, GSI3SK, pk, sk) WHERE GSI3PK IS NOT NULL;
    CREATE INDEX GSI4 ON item (GSI4PK, GSI4SK, pk, sk) WHERE GSI4PK IS NOT NULL;
    CREATE INDEX GSI5 ON item (GSI5PK, GSI5SK, pk, sk) WHERE GSI5PK IS NOT NULL;
    CREATE INDEX GSI6 ON item (GSI6PK, GSI6SK, pk, sk) WHERE GSI6PK IS NOT NULL;
    CREATE INDEX GSI_Leaderboard ON item (LeaderboardPK, LeaderboardSK, pk, sk)
        WHERE LeaderboardPK IS NOT NULL;
    """,
    _renew_items,
    _sort_timelines,
)


def open_file(
    path: Path, migrations: Sequence[Migration] = MIGRATIONS, clock: Clock = system_clock
) -> sqlite3.Connection:
    """A connection for writing, on a file with the current schema. A file that is not ours stays as it is."""
    _prepare(path)
    try:
        connection = connect(path)
        try:
            _check_ours(connection, path, len(migrations))
            _use_wal(connection, path)
            _migrate(connection, migrations, timestamp(clock()))
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise failure(error, path) from error
    return connection


def connect(path: Path) -> sqlite3.Connection:
    return _connect(
        path,
        "PRAGMA synchronous = FULL",
        "PRAGMA secure_delete = ON",  # what is deleted is overwritten, not only forgotten
        f"PRAGMA cache_size = -{CACHE_KIB}",
    )


def connect_reader(path: Path) -> sqlite3.Connection:
    return _connect(path, f"PRAGMA cache_size = -{CACHE_KIB}", "PRAGMA query_only = ON")


def empty_log(path: Path) -> bool:
    """Whether all of the write-ahead log is in the file now, and the log empty: nobody read an older state.

    By a connection of its own: the writer goes on meanwhile.
    """
    connection: sqlite3.Connection | None = None
    try:
        connection = _connect(path, "PRAGMA synchronous = FULL", seconds=PURGE_SECONDS)
        return connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    except sqlite3.Error as error:
        raise failure(error, path) from error
    finally:
        if connection is not None:
            connection.close()


def _connect(path: Path, *pragmas: str, seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=seconds, isolation_level=None, check_same_thread=False)
    try:
        for pragma in pragmas:
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(path: Path) -> None:
    if not path.parent.is_dir():
        raise StoreUnavailable(
            f"the directory {path.parent} for the database does not exist; create it, or set store.path"
        )
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # the owner's eyes only
    except FileExistsError:
        # Not opened here: closing a descriptor drops the locks of this process's connections to the file.
        if not path.is_file():
            raise StoreUnavailable(f"{path} is not a file; set store.path to one, or to a new name") from None
        if not os.access(path, os.R_OK | os.W_OK):
            raise _not_writable(path, "Permission denied") from None
    except OSError as error:
        raise _not_writable(path, error.strerror) from error


def _not_writable(path: Path, reason: str | None) -> StoreUnavailable:
    return StoreUnavailable(
        f"the database {path} cannot be opened for writing ({reason}); "
        "give this user the right to write it, or set store.path"
    )


def _check_ours(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    connection.execute("BEGIN")  # one look: another process may be making the file at this moment
    owner, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    empty = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    connection.execute("COMMIT")
    if owner != APPLICATION_ID and not (empty and owner == 0):
        raise StoreUnavailable(
            f"{path} is the database of another program; set store.path to a file of its own"
        )
    if version > newest:
        raise StoreUnavailable(
            f"{path} was written by a newer Questlog (schema {version}; this one knows {newest}); "
            "upgrade Questlog, or restore a backup"
        )


def _use_wal(connection: sqlite3.Connection, path: Path) -> None:
    deadline = time.monotonic() + BUSY_SECONDS
    while (mode := _switch_to_wal(connection)) is None and time.monotonic() < deadline:
        time.sleep(0.02)
    if mode is None:
        raise Throttled(f"the database {path} stayed locked by another process for {BUSY_SECONDS:.0f} s")
    if mode != "wal":
        raise StoreUnavailable(
            f"{path} is on a file system without shared memory (a network share?); put it on a local disk"
        )


def _switch_to_wal(connection: sqlite3.Connection) -> str | None:
    """The mode that the file is in now; None while another process is in the way: SQLite does not wait."""
    try:
        return connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            return None
        raise


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Migration], now: str) -> None:
    if _pragma(connection, "user_version") == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(_pragma(connection, "user_version"), len(migrations)):
            _run(migrations[version], connection, now)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def _run(migration: Migration, connection: sqlite3.Connection, now: str) -> None:
    if callable(migration):
        migration(connection, now)
        return
    for statement in migration.split(";"):
        connection.execute(statement)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


_ADVICE = {
    "SQLITE_CANTOPEN": "cannot be opened; check that its directory exists and that this user may write there",
    "SQLITE_READONLY": "is read-only; give this user the right to write the file and its directory",
    "SQLITE_FULL": "cannot grow, because the disk is full; free some space",
    "SQLITE_IOERR": "cannot be read or written, because the disk reported an error; check the disk",
    "SQLITE_CORRUPT": "is damaged; restore a backup, or save what can be saved with sqlite3's .recover",
    "SQLITE_NOTADB": "is not a database; restore a backup, or set store.path to another file",
}


def failure(error: sqlite3.Error, path: Path) -> StoreError:
    """One place from SQLite's error codes to the store's failures."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Throttled(f"the database {path} stayed locked by another process for {BUSY_SECONDS:.0f} s")
    for code, advice in _ADVICE.items():
        if name.startswith(code):
            return StoreUnavailable(f"the database {path} {advice} ({error})")
    return StoreUnavailable(f"the database {path} failed: {error}")
