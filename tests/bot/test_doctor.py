"""The doctor's checks one by one, with a clock and a store as a test wants them."""

import os
from datetime import timedelta
from pathlib import Path

from bot.config import ConfigProblems, Loaded
from bot.doctor import EARLIEST, TOLERANCE, Examination, check_clock, check_writing, examine
from tests.fakes.clock import HandClock
from tracker.settings import Settings, StoreSettings
from tracker.store.sqlite import SqliteTable

LOADED = Loaded(Settings(), ())


async def test_a_clock_before_questlog_was_written_is_broken() -> None:
    early, late = HandClock(EARLIEST - timedelta(seconds=1)), HandClock(EARLIEST)
    assert (await check_clock(Examination(LOADED, None, None, early))).state == "broken"
    assert (await check_clock(Examination(LOADED, None, None, late))).state == "ok"


async def test_a_clock_may_differ_by_five_minutes_from_that_of_the_file_system() -> None:
    now = EARLIEST + timedelta(days=1)
    limit = now + TOLERANCE
    clock = HandClock(now)
    assert (await check_clock(Examination(LOADED, None, limit, clock))).state == "ok"
    beyond = limit + timedelta(seconds=1)
    assert (await check_clock(Examination(LOADED, None, beyond, clock))).state == "broken"


async def test_the_probe_of_the_writing_check_is_gone_afterwards(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    verdict = await check_writing(Examination(LOADED, sqlite_table, None, clock))
    assert verdict.state == "ok"
    assert [item async for item in sqlite_table.scan()] == []


async def test_the_clock_is_compared_with_the_database_as_it_was_before_the_doctor_wrote(
    tmp_path: Path,
) -> None:
    path = tmp_path / "questlog.db"
    loaded = Loaded(Settings(store=StoreSettings(path=path)), ())
    clock = HandClock()
    await examine(lambda: loaded, clock)
    ahead = clock.second + 3600
    os.utime(path, (ahead, ahead))
    found = {finding.name: finding for finding in await examine(lambda: loaded, clock)}
    assert found["clock"].state == "broken"
    assert "but the database was changed at 2100-01-01T01:00:00Z" in found["clock"].found


async def test_problems_of_the_configuration_are_told_line_by_line() -> None:
    def load() -> Loaded[Settings]:
        raise ConfigProblems(["first", "second"])

    first, *others = await examine(load, HandClock())
    assert (first.name, first.state, first.found) == ("config", "broken", "first\nsecond")
    assert "broken" not in {finding.state for finding in others}
