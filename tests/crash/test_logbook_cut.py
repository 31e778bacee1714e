"""Pulling the plug at every await of what is written into the logbook: each entry once, numbers follow."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from tests.crash.lives import KILLED, Nursery
from tests.crash.logbook_path import WRITTEN
from tests.crash.path import opened, settings_of
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.logbook.numbers import KIND, METRICS
from tracker.logbook.service import Logbook
from tracker.metrics.service import Metrics
from tracker.notify import outbox
from tracker.store.keys import DueKey
from tracker.store.opening import open_table

EVENING = datetime(2100, 1, 31, 21, 1, tzinfo=UTC)
LATER = timedelta(minutes=10)
DAY = EVENING.date()


@dataclass(frozen=True)
class Outcome:
    entries: list[tuple[str, int | None]]
    numbers: dict[str, dict[date, object]]
    is_due: bool
    """Whether numbers are still to follow."""
    asked: list[str]


@pytest.fixture
async def before(tmp_path: Path) -> AsyncGenerator[tuple[str, Path]]:
    """Somebody who wants to be asked at nine, which was a minute ago."""
    async with FakeHiscores.running() as hiscores:
        database = tmp_path / "before.db"
        async with opened(database, hiscores.url, EVENING - timedelta(hours=2)) as (clock, it):
            ada = await Accounts(it.table, clock, ulids(clock)).register(parse_identity("local:me"))
            metrics = Metrics(it.table, clock, ulids(clock))
            await Logbook(it.table, clock, ulids(clock), metrics).set_prompt(ada, time(21))
        yield hiscores.url, database


async def outcome(database: Path) -> Outcome:
    clock = HandClock(EVENING + LATER)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        ada = await Accounts(table, clock, ulids(clock)).find(parse_identity("local:me"))
        assert ada is not None
        metrics = Metrics(table, clock, ulids(clock))
        logbook = Logbook(table, clock, ulids(clock), metrics)
        page = await logbook.page(ada.id, DAY)
        assert page is not None
        kept = {name: await metrics.hidden(ada, name, new) for name, new in METRICS.items()}
        return Outcome(
            entries=[(one.text, one.energy) for one in page.entries],
            numbers={name: {**await metrics.days(one, DAY, DAY)} for name, one in kept.items()},
            is_due=await table.get(DueKey(ada.id, KIND, f"{DAY}").key) is not None,
            asked=[one.kind.name for one in await outbox.history(table, ada.id)],
        )


@pytest.mark.timeout(300)
async def test_whatever_is_cut_short_each_entry_is_there_once_and_mood_and_energy_follow(
    before: tuple[str, Path],
) -> None:
    hiscores, prepared = before
    with Nursery.running("logbook", hiscores, prepared) as nursery:
        database = nursery.copied()
        assert (await nursery.life(database, EVENING))["exit"] == 0
        expected = await outcome(database)
        assert expected.entries == [(WRITTEN[0], None), (WRITTEN[1], None), ("", 3)]
        assert expected.numbers == {"mood": {DAY: -1}, "energy": {DAY: 3}}
        assert not expected.is_due
        kill, ended = 0, KILLED
        while ended == KILLED:
            kill += 1
            database = nursery.copied()
            ended = await nursery.life(database, EVENING, kill)
            assert (await nursery.life(database, EVENING + LATER))["exit"] == 0, f"cut at step {kill}"
            assert (await outcome(database)) == expected, f"cut at step {kill}"
    assert ended["exit"] == 0
    assert kill > 20
