"""The SQLite file: how it is opened, told from other programs' files, and migrated."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from tracker.store.errors import StoreError, Throttled, Unavailable

APPLICATION_ID = 0x51756573  # "Ques": written into the file's header, so that `file` and we know whose it is
BUSY_SECONDS = 10.0
CACHE_KIB = 64 * 1024  # at most; the default of 2 MiB makes index queries on a million items 3 times slower

# A landed migration is never edited: files in the field have run it. Append a new one.
# Statements end with a semicolon and hold no other.
MIGRATIONS: Sequence[str] = (
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
)


def open_file(path: Path, migrations: Sequence[str] = MIGRATIONS) -> sqlite3.Connection:
    """A connection for writing, on a file with the current schema. A file that is not ours stays as it is."""
    _prepare(path)
    try:
        connection = connect(path)
        try:
            _check_ours(connection, path, len(migrations))
            _use_wal(connection, path)
            _migrate(connection, migrations)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise failure(error, path) from error
    return connection


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _prepare(path: Path) -> None:
    if not path.parent.is_dir():
        raise Unavailable(
            f"the directory {path.parent} for the database does not exist; create it, or set store.path"
        )
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # personal data: the owner's eyes only
    except OSError as error:
        raise Unavailable(
            f"the database {path} cannot be opened for writing ({error.strerror}); "
            "give this user the right to write it, or set store.path"
        ) from error


def _check_ours(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    owner, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    empty = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    if owner != APPLICATION_ID and not (empty and owner == 0):
        raise Unavailable(f"{path} is the database of another program; set store.path to a file of its own")
    if version > newest:
        raise Unavailable(
            f"{path} was written by a newer Questlog (schema {version}; this one knows {newest}); "
            "upgrade Questlog, or restore a backup"
        )


def _use_wal(connection: sqlite3.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise Unavailable(
            f"{path} is on a file system without shared memory (a network share?); put it on a local disk"
        )


def _migrate(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    if _pragma(connection, "user_version") == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(_pragma(connection, "user_version"), len(migrations)):
            for statement in migrations[version].split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


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
            return Unavailable(f"the database {path} {advice} ({error})")
    return Unavailable(f"the database {path} failed: {error}")
