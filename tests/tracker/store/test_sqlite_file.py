"""The SQLite file: what is refused, with which words, and that nothing is damaged by it."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.fakes.clock import HandClock
from tests.old_tables import load
from tests.village_post import END
from tracker.clock import system_clock
from tracker.store.conditions import has
from tracker.store.errors import StoreError, StoreUnavailable
from tracker.store.keys import StreakKey
from tracker.store.schema import INDEXES
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_schema import APPLICATION_ID, MIGRATIONS, open_file
from tracker.store.values import Key

NOBODY = 65534


async def make(path: Path, items: int = 1) -> None:
    table = await SqliteTable.open(path, system_clock)
    await table.write_many(puts=[{"PK": "A", "SK": f"{n:04}", "note": "x" * 500} for n in range(items)])
    await table.close()


def refusal(path: Path, **arguments: object) -> str:
    with pytest.raises(StoreUnavailable) as caught:
        open_file(path, **arguments)  # type: ignore[arg-type]
    return str(caught.value)


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere" / "q.db") == (
        f"the directory {tmp_path / 'nowhere'} for the database does not exist; create it, or set store.path"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_directory_is_not_a_database(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is not a file; set store.path to one, or to a new name"


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes, which are long enough to be read as a header\n" * 20)
    before = path.read_bytes()
    assert "is not a database" in refusal(path)
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.execute("CREATE TABLE item (name TEXT)")
    theirs.close()
    before = path.read_bytes()
    assert "is the database of another program" in refusal(path)
    assert path.read_bytes() == before


async def test_a_damaged_page_is_reported_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path, items=200)
    damage(path)
    table = await SqliteTable.open(path, system_clock)
    with pytest.raises(StoreUnavailable, match=r"is damaged.*restore a backup"):
        await table.check()
    await table.close()


def damage(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(12 * 4096)
        file.write(b"\xff" * 8 * 4096)


async def test_a_damaged_page_is_a_clear_failure_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path, items=200)
    damage(path)
    table = await SqliteTable.open(path, system_clock)
    with pytest.raises(StoreUnavailable, match="is damaged"):
        _ = [item async for item in table.scan()]
    await table.close()


async def test_a_file_of_a_newer_questlog_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    known = len(MIGRATIONS)
    said = f"was written by a newer Questlog (schema {known + 1}; this one knows {known}); upgrade Questlog"
    assert said in refusal(path)


async def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    path.chmod(0o444)
    assert "cannot be opened for writing (Permission denied)" in as_nobody(tmp_path, lambda: open_file(path))


async def test_a_read_only_directory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    path.chmod(0o666)
    tmp_path.chmod(0o555)
    assert "is read-only; give this user the right" in as_nobody(tmp_path, lambda: open_file(path))


def as_nobody(folder: Path, act: Callable[[], object]) -> str:
    """What `act` is refused with, as a user without root's right to write anything."""
    for parent in (folder, *folder.parents[:3]):
        parent.chmod(parent.stat().st_mode | 0o055)
    fork = get_context("fork")
    mine, theirs = fork.Pipe()

    def child() -> None:
        if os.getuid() == 0:
            os.setuid(NOBODY)
        try:
            act()
            theirs.send("no refusal")
        except StoreError as error:
            theirs.send(str(error))

    process = fork.Process(target=child)
    process.start()
    answer: str = mine.recv()
    process.join()
    return answer


async def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_the_header_says_whose_file_it_is_and_which_schema(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_the_migrations_arrive_at_the_schema_of_the_code(tmp_path: Path) -> None:
    connection = open_file(tmp_path / "q.db")
    columns = {row[1] for row in connection.execute("PRAGMA table_info(item)")}
    indexes = {row[1] for row in connection.execute("PRAGMA index_list(item)")}
    connection.close()
    assert {name for index in INDEXES.values() for name in (index.pk, index.sk)} <= columns
    assert INDEXES.keys() <= indexes


async def test_a_migration_keeps_the_items(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path, items=3)
    added = "ALTER TABLE item ADD COLUMN extra TEXT; CREATE INDEX item_extra ON item (extra);"
    connection = open_file(path, migrations=[*MIGRATIONS, added])
    assert connection.execute("SELECT count(extra), count(*) FROM item").fetchone() == (0, 3)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    connection.close()


async def test_a_damaged_document_keeps_no_file_from_being_migrated(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    load(1, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE item SET doc = '{' WHERE sk = 'STREAK#habit2'")
    table = await SqliteTable.open(path, HandClock(END))
    with pytest.raises(StoreUnavailable, match="damaged"):
        await table.get(StreakKey("person-1", "habit2").key)
    assert "updatedAt" in (await table.get(StreakKey("person-1", "habit1").key) or {})
    await table.close()


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path, items=3)
    broken = "DELETE FROM item; CREATE TABLE item (twice TEXT);"
    assert "already exists" in refusal(path, migrations=[*MIGRATIONS, broken])
    table = await SqliteTable.open(path, system_clock)
    assert len((await table.query("A")).items) == 3
    await table.close()


async def test_an_item_that_is_no_json_is_a_clear_failure(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    await make(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE item SET doc = '{half'")
    connection.close()
    table = await SqliteTable.open(path, system_clock)
    with pytest.raises(StoreUnavailable, match="an item in the database is damaged"):
        await table.get(Key("A", "0000"))
    with pytest.raises(StoreUnavailable, match="an item in the database is damaged"):
        await table.put({"PK": "A", "SK": "0000"}, when=has("note"))
    await table.close()


@pytest.mark.skipif(
    shutil.which("mount") is None or os.getuid() != 0, reason="needs root, to mount a small disk"
)
def test_a_disk_that_is_full_is_named(tmp_path: Path) -> None:
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(tmp_path)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("this machine does not let us mount a small disk")
    try:
        assert "cannot grow, because the disk is full; free some space" in refusal(tmp_path / "q.db")
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_many_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    fork = get_context("fork")
    ready, results = fork.Barrier(6), fork.SimpleQueue()

    def open_it() -> None:
        ready.wait()
        try:
            open_file(path).close()
            results.put("opened")
        except StoreError as error:
            results.put(str(error))

    processes = [fork.Process(target=open_it) for _ in range(6)]
    for process in processes:
        process.start()
    assert [results.get() for _ in processes] == ["opened"] * 6
    for process in processes:
        process.join()


async def test_opening_a_file_again_keeps_the_locks_of_the_first_time(tmp_path: Path) -> None:
    """Else another process that closes the file takes the log away from under us, and writes are lost."""
    path = tmp_path / "q.db"
    first = await SqliteTable.open(path, system_clock)
    second = await SqliteTable.open(path, system_clock)
    await first.put({"PK": "A", "SK": "1"})
    assert await asyncio.to_thread(count_elsewhere, path) == 1
    await first.put({"PK": "A", "SK": "2"})
    assert await asyncio.to_thread(count_elsewhere, path) == 2
    await first.close()
    await second.close()


def count_elsewhere(path: Path) -> int:
    """What another process sees, which opens the file and closes it."""
    script = """if True:
        import sqlite3, sys
        connection = sqlite3.connect(sys.argv[1])
        print(connection.execute("SELECT count(*) FROM item").fetchone()[0])
        connection.close()
    """
    command = [sys.executable, "-c", script, str(path)]
    return int(subprocess.run(command, check=True, capture_output=True).stdout)


async def test_two_tables_on_one_file_see_each_others_writes(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    one = await SqliteTable.open(path, system_clock)
    other = await SqliteTable.open(path, system_clock)
    await one.put({"PK": "A", "SK": "1", "from": "one"})
    assert await other.get(Key("A", "1")) == {"PK": "A", "SK": "1", "from": "one"}
    await other.delete(Key("A", "1"))
    assert await one.get(Key("A", "1")) is None
    await one.close()
    await other.close()
