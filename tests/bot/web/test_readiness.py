"""Each way of not being ready, and what the log says about it."""

import asyncio
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.web.readiness import STALE_SECONDS, Readiness, is_ready
from scheduler.pulse import Pulse
from tests.bot.web.conftest import Seconds
from tests.fakes.faulty_table import FaultyTable
from tracker.settings import StoreSettings
from tracker.store.errors import StoreError, StoreUnavailable, Throttled
from tracker.store.opening import open_table
from tracker.store.table import Table
from tracker.store.values import Item, Key

UNREACHABLE = StoreUnavailable("no answer from db.example; check store.endpoint_url")


class HangingTable(FaultyTable):
    """Never answers a read."""

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        del keys
        await asyncio.Event().wait()
        return {}


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    with structlog.testing.capture_logs() as captured:
        yield captured


async def test_it_is_ready_when_every_part_is(table: Table, pulse: Pulse) -> None:
    parts = await Readiness(table, pulse, lambda: 0.04).parts()

    assert parts == {"service": "ok", "store": "ok", "ticks": "ok", "discord": "ok"}
    assert is_ready(parts)


async def test_it_is_not_ready_before_the_first_tick(table: Table, seconds: Seconds) -> None:
    assert (await Readiness(table, Pulse(seconds)).parts())["ticks"] == "none yet"


async def test_ticks_are_fresh_for_three_intervals_and_then_stale(
    table: Table, pulse: Pulse, seconds: Seconds
) -> None:
    readiness = Readiness(table, pulse)

    seconds.now += STALE_SECONDS
    assert (await readiness.parts())["ticks"] == "ok"
    seconds.now += 0.1
    assert (await readiness.parts())["ticks"] == "none for more than 15 s"


async def test_a_service_that_stops_is_not_ready(table: Table, pulse: Pulse) -> None:
    readiness = Readiness(table, pulse)

    readiness.stop()

    assert (await readiness.parts())["service"] == "stopping"


@pytest.mark.parametrize("error", [UNREACHABLE, Throttled("too busy")])
async def test_a_store_that_fails_is_not_ready(table: Table, pulse: Pulse, error: StoreError) -> None:
    faulty = FaultyTable(table)
    faulty.fail(error=error)
    assert (await Readiness(faulty, pulse).parts())["store"] == "unavailable"


async def test_a_store_that_hangs_is_given_up(table: Table, pulse: Pulse) -> None:
    readiness = Readiness(HangingTable(table), pulse, store_seconds=0.01)

    assert (await readiness.parts())["store"] == "no answer within 0.01 s"


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_store_file_that_was_moved_away_is_noticed_and_so_is_its_return(
    tmp_path: Path, pulse: Pulse, lines: list[dict[str, Any]], *, replaced: bool
) -> None:
    path, elsewhere = tmp_path / "questlog.db", tmp_path / "moved.db"
    async with open_table(StoreSettings(path=path)) as table:
        readiness = Readiness(table, pulse)
        path.rename(elsewhere)
        if replaced:
            path.write_bytes(b"")
        assert (await readiness.parts())["store"] == "unavailable"

        elsewhere.rename(path)
        assert (await readiness.parts())["store"] == "ok"

    assert "moved, deleted or replaced while it was open; put it back" in lines[0]["problem"]


async def test_the_log_tells_a_change_once_with_the_reason_that_the_answer_leaves_out(
    table: Table, pulse: Pulse, lines: list[dict[str, Any]]
) -> None:
    faulty = FaultyTable(table)
    readiness = Readiness(faulty, pulse)

    for call in (2, 3):
        faulty.fail(at=call, error=UNREACHABLE)
    for _ in range(5):
        await readiness.parts()

    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("warning", "not ready"),
        ("info", "ready again"),
    ]
    assert lines[0]["problem"] == "no answer from db.example; check store.endpoint_url"


@pytest.mark.parametrize("latency", [math.nan, math.inf], ids=["never connected", "lost"])
async def test_without_a_connection_to_discord_it_says_so_and_is_ready(
    table: Table, pulse: Pulse, latency: float, lines: list[dict[str, Any]]
) -> None:
    parts = await Readiness(table, pulse, lambda: latency).parts()

    assert parts["discord"] == "not connected"
    assert is_ready(parts)
    assert lines == []


async def test_without_a_token_discord_is_off_and_the_service_ready(table: Table, pulse: Pulse) -> None:
    parts = await Readiness(table, pulse).parts()

    assert parts["discord"] == "off"
    assert is_ready(parts)


@pytest.mark.parametrize("name", ["service", "store", "ticks"])
def test_it_is_ready_only_with_each_part_that_it_needs(name: str) -> None:
    parts = {"service": "ok", "store": "ok", "ticks": "ok", "discord": "ok"}

    assert not is_ready({**parts, name: "wrong"})
