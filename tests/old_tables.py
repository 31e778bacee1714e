"""Tables of older versions, kept so that migrations can be tested with what is really in the field.

Before items change, check out the version that they change from, and let it make one:

    python -m tests.old_tables tests/data/items-<schema>.sql.gz

A table that was made once is never made anew. These are kept:

    items-1.sql.gz   schema 1, made by version 0.1.0 at commit 260d17e (04ff03f writes the same items)
    items-2.sql.gz   schema 2, made before version 0.2.0, at the commit before the one that added it
"""

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.fakes.clock import HandClock
from tests.village import Village
from tests.village_post import leave
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_codec import decode
from tracker.store.table import Table
from tracker.store.values import Item

FOLDER = Path(__file__).parent / "data"
_HEADER = ("application_id", "user_version")
"""What SQLite's own dump leaves out."""


async def every_item(table: Table, clock: HandClock) -> Village:
    """An item of every type that this version writes."""
    clock.restart()
    village = Village(table, clock)
    await village.live()
    await leave(village)
    return village


async def make(dump: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, clock = Path(folder) / "questlog.db", HandClock()
        table = await SqliteTable.open(path, clock)
        try:
            await every_item(table, clock)
        finally:
            await table.close()
        dump.write_bytes(gzip.compress(_dumped(path).encode(), mtime=0))


def load(schema: int, path: Path) -> None:
    """The file that a version with this schema left there."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_text(schema))


def old_items(schema: int) -> list[Item]:
    """What is in it, as it stands there."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(_text(schema))
        return [decode(doc) for (doc,) in connection.execute("SELECT doc FROM item ORDER BY pk, sk")]


def _text(schema: int) -> str:
    return gzip.decompress((FOLDER / f"items-{schema}.sql.gz").read_bytes()).decode()


def _dumped(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        numbers = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _HEADER}
        header = [f"PRAGMA {name} = {number};" for name, number in numbers.items()]
        return "\n".join([*header, *connection.iterdump()])


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))
