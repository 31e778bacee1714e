"""Which number on the web a subject is, as its item says."""

from scheduler.definitions import definitions_of, target_of
from scheduler.sources.web.http_json import HttpJson
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.clock import START
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.conftest import Lines
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.subjects import Observed

TARGET = HttpJsonTarget.of(
    "https://example.org/stars.json", "repo.stars", unit="stars", headers={"Authorization": "Bearer t0ken"}
)
DEFINITION = {
    "url": TARGET.url,
    "path": TARGET.path,
    "unit": TARGET.unit,
    "headers": dict(TARGET.headers),
}


async def observe(
    table: Table, definition: dict[str, object] | None, target: HttpJsonTarget = TARGET
) -> None:
    observed = Observed(subject=HttpJson.subject(target), created_at=START, definition=definition)  # type: ignore[arg-type]
    await table.put(to_item(observed, observed.key))


async def test_a_subject_is_what_its_item_says(sqlite_table: SqliteTable) -> None:
    await observe(sqlite_table, DEFINITION)
    assert await definitions_of(sqlite_table)(TARGET.key) == TARGET


async def test_path_unit_and_headers_may_be_absent() -> None:
    assert target_of({"url": "https://example.org/"}) == HttpJsonTarget.of("https://example.org/", "")


async def test_one_that_nobody_defined_is_none(sqlite_table: SqliteTable) -> None:
    definitions = definitions_of(sqlite_table)
    assert await definitions("0" * 32) is None
    await observe(sqlite_table, None)
    assert await definitions(TARGET.key) is None


async def test_one_that_is_defined_later_is_found_then(sqlite_table: SqliteTable) -> None:
    definitions = definitions_of(sqlite_table)
    assert await definitions(TARGET.key) is None
    await observe(sqlite_table, DEFINITION)
    assert await definitions(TARGET.key) == TARGET


async def test_the_store_is_asked_once_for_each(sqlite_table: SqliteTable) -> None:
    table = FaultyTable(sqlite_table)
    definitions = definitions_of(table)
    await observe(table, DEFINITION)
    await definitions(TARGET.key)
    calls = table.calls
    assert await definitions(TARGET.key) == TARGET
    assert table.calls == calls


async def test_one_that_can_no_longer_be_used_is_logged_without_its_address(
    sqlite_table: SqliteTable, lines: Lines
) -> None:
    await observe(sqlite_table, DEFINITION | {"url": "ftp://secret.example.org/"})
    assert await definitions_of(sqlite_table)(TARGET.key) is None
    [line] = lines
    assert line["event"].startswith("definition of a number not usable")
    assert "secret" not in str(line)
