"""What is SQLite's own: group commit, index use, and an orderly end."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tracker.clock import system_clock
from tracker.store.errors import StoreError, StoreUnavailable
from tracker.store.query import Query
from tracker.store.schema import INDEXES
from tracker.store.sqlite import SqliteTable, select
from tracker.store.sqlite_schema import failure, open_file
from tracker.store.sqlite_worker import Worker
from tracker.store.sqlite_writer import Writer
from tracker.store.values import Key


class Recorder:
    """A writer on a real file that notes each commit."""

    def __init__(self, path: Path) -> None:
        self.commits = 0
        connection = open_file(path)
        connection.set_trace_callback(self._note)
        self.writer = Worker("writer", connection, Writer(connection, self._failure))

    def _note(self, statement: str) -> None:
        self.commits += statement == "COMMIT"

    def _failure(self, error: sqlite3.Error) -> StoreError:
        return failure(error, Path("q.db"))


@pytest.fixture
async def recorder(tmp_path: Path) -> AsyncIterator[Recorder]:
    recorder = Recorder(tmp_path / "q.db")
    yield recorder
    await recorder.writer.close()


def insert(key: str) -> str:
    return f"INSERT INTO item (pk, sk, doc) VALUES ('{key}', '1', '{{}}')"  # noqa: S608 - a test's own key


async def count(writer: Worker) -> int:
    return await writer.submit(lambda c: c.execute("SELECT count(*) FROM item").fetchone()[0])


async def test_writes_that_wait_share_one_commit(recorder: Recorder) -> None:
    writes = [recorder.writer.submit(lambda c, n=n: c.execute(insert(f"A{n}"))) for n in range(100)]
    await asyncio.gather(*writes)
    assert recorder.commits < 20
    assert await count(recorder.writer) == 100


async def test_one_that_fails_takes_nothing_with_it(recorder: Recorder) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute(insert("B"))
        raise LookupError("on purpose")

    jobs = [recorder.writer.submit(lambda c, n=n: c.execute(insert(f"A{n}"))) for n in range(5)]
    results = await asyncio.gather(*jobs, recorder.writer.submit(fails), return_exceptions=True)
    assert isinstance(results[-1], LookupError)
    assert await count(recorder.writer) == 5


async def test_one_that_fails_alone_is_rolled_back(recorder: Recorder) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute(insert("B"))
        raise LookupError("on purpose")

    with pytest.raises(LookupError):
        await recorder.writer.submit(fails)
    assert await count(recorder.writer) == 0


async def test_a_failure_of_the_file_fails_the_group_and_the_next_write_works(recorder: Recorder) -> None:
    with pytest.raises(StoreUnavailable, match="no such table"):
        await recorder.writer.submit(lambda c: c.execute("INSERT INTO nowhere VALUES (1)"))
    await recorder.writer.submit(lambda c: c.execute(insert("A")))
    assert await count(recorder.writer) == 1


async def test_a_caller_that_gave_up_does_not_disturb_the_others(recorder: Recorder) -> None:
    async def write(key: str) -> None:
        await recorder.writer.submit(lambda c: c.execute(insert(key)))

    tasks = [asyncio.create_task(write(f"A{n}")) for n in range(10)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results].count(asyncio.CancelledError) == 1
    assert await count(recorder.writer) in (9, 10)


async def test_closing_finishes_what_waits(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    table = await SqliteTable.open(path, system_clock)
    writes = [asyncio.create_task(table.put({"PK": "A", "SK": f"{n}"})) for n in range(50)]
    await asyncio.sleep(0)
    await table.close()
    await asyncio.gather(*writes)
    again = await SqliteTable.open(path, system_clock)
    assert len((await again.query("A")).items) == 50
    await again.close()


async def test_a_closed_table_says_so(tmp_path: Path) -> None:
    table = await SqliteTable.open(tmp_path / "q.db", system_clock)
    await table.close()
    await table.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await table.put({"PK": "A", "SK": "1"})
    with pytest.raises(StoreUnavailable, match="closed"):
        await table.get(Key("A", "1"))


async def test_closing_does_not_wait_for_ever_for_another_process(tmp_path: Path) -> None:
    table = await SqliteTable.open(tmp_path / "q.db", system_clock)
    other = sqlite3.connect(tmp_path / "q.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(table.put({"PK": "A", "SK": "1"}))
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await table.close()
    assert not waiting.done()
    other.execute("ROLLBACK")
    other.close()
    await waiting


async def test_the_writer_outlives_what_it_did_not_expect(recorder: Recorder) -> None:
    def ends_the_transaction(connection: sqlite3.Connection) -> None:
        connection.execute("COMMIT")
        raise LookupError("and leaves nothing to roll back")

    with pytest.raises(StoreUnavailable, match="no transaction is active"):
        await recorder.writer.submit(ends_the_transaction)
    await recorder.writer.submit(lambda c: c.execute(insert("A")))
    assert await count(recorder.writer) == 1


@pytest.mark.parametrize("index", [None, *INDEXES])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    "bounds", [{}, {"prefix": "p"}, {"lo": "a"}, {"hi": "z"}, {"lo": "a", "hi": "z"}], ids=str
)
def test_every_query_walks_an_index_in_order(
    tmp_path: Path,
    index: str | None,
    reverse: bool,  # noqa: FBT001 - a parameter of pytest's
    bounds: dict[str, str],
) -> None:
    first = Query("A", index=index, reverse=reverse, limit=1, **bounds)
    sort_key = {"SK": "p1", "PK": "B", first.key_names[1]: "p1"}
    cursor = first.page([sort_key, sort_key]).cursor
    connection = open_file(tmp_path / "q.db")
    for page in (None, cursor):
        statement, values = select(Query("A", index=index, reverse=reverse, cursor=page, **bounds), now=0)
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
        used, key = (index, first.key_names[0]) if index else ("sqlite_autoindex_item_1", "pk")
        assert len(plan) == 1
        assert plan[0].startswith(f"SEARCH item USING INDEX {used} ({key}=?")
    connection.close()
