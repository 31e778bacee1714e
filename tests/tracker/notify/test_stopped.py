"""Addresses at which nobody is told anything."""

from pathlib import Path

import pytest

from tests.fakes.clock import START, HandClock
from tracker.notify.stopped import Stopped, StoppedAddresses, Why
from tracker.signing import hashed
from tracker.store.entity import to_item
from tracker.store.keys import StoppedKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

NUMBER = "+15005550006"


async def test_an_address_that_said_stop_is_known_until_it_is_allowed_again(
    table: Table, clock: HandClock
) -> None:
    stopped = StoppedAddresses(table, clock)
    assert await stopped.find("sms", NUMBER) is None
    await stopped.stop("sms", NUMBER, Why.ASKED)
    found = await stopped.find("sms", NUMBER)
    assert found is not None
    assert (found.why, found.since) == (Why.ASKED, START)
    assert await stopped.find("email", NUMBER) is None
    await stopped.allow("sms", NUMBER)
    assert await stopped.find("sms", NUMBER) is None


async def test_the_table_does_not_hold_the_address(table: Table, clock: HandClock) -> None:
    await StoppedAddresses(table, clock).stop("email", "anna@example.org", Why.BOUNCED)
    assert "anna" not in str([item async for item in table.scan()])


async def test_no_list_of_all_numbers_finds_the_address(tmp_path: Path, clock: HandClock) -> None:
    """A million numbers are soon tried: so what is kept depends on a key that each table has for itself."""
    kept: set[str] = set()
    for name in ("one", "two"):
        table = await SqliteTable.open(tmp_path / name, clock)
        for _ in range(2):
            await StoppedAddresses(table, clock).stop("sms", NUMBER, Why.ASKED)
        [stopped] = [item async for item in table.scan() if item["type"] == "stopped"]
        kept.add(str(stopped["PK"]))
        await table.close()
    assert len(kept) == 2
    assert not [one for one in kept if hashed(NUMBER) in one]


@pytest.mark.parametrize("why", list(Why))
async def test_an_address_that_an_earlier_version_stopped_stays_so_and_is_marked_when_it_is_met(
    table: Table, clock: HandClock, why: Why
) -> None:
    plain = StoppedKey("email", hashed("anna@example.org"))
    await table.put(to_item(Stopped(why=why, since=START), plain))
    stopped = StoppedAddresses(table, clock)
    clock.advance(60)

    for _ in range(2):
        assert await stopped.find("email", "Anna@example.org") == Stopped(why=why, since=START)
        assert await table.get(plain.key) is None


async def test_what_an_earlier_version_stopped_keeps_its_graver_reason_and_can_be_allowed(
    table: Table, clock: HandClock
) -> None:
    plain, stopped = StoppedKey("email", hashed("anna@example.org")), StoppedAddresses(table, clock)
    await table.put(to_item(Stopped(why=Why.COMPLAINED, since=START), plain))
    await stopped.stop("email", "anna@example.org", Why.ASKED)
    found = await stopped.find("email", "anna@example.org")
    assert found is not None
    assert found.why is Why.COMPLAINED

    await table.put(to_item(Stopped(why=Why.ASKED, since=START), plain))
    await stopped.allow("email", "anna@example.org")
    assert await stopped.find("email", "anna@example.org") is None


async def test_a_graver_reason_is_not_replaced_by_a_lighter_one(table: Table, clock: HandClock) -> None:
    stopped = StoppedAddresses(table, clock)
    for why, kept in [
        (Why.ASKED, Why.ASKED),
        (Why.BOUNCED, Why.BOUNCED),
        (Why.ASKED, Why.BOUNCED),
        (Why.COMPLAINED, Why.COMPLAINED),
        (Why.BOUNCED, Why.COMPLAINED),
        (Why.ASKED, Why.COMPLAINED),
    ]:
        await stopped.stop("email", "anna@example.org", why)
        found = await stopped.find("email", "anna@example.org")
        assert found is not None
        assert found.why is kept
