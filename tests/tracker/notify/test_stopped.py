"""Addresses at which nobody is told anything."""

from tests.fakes.clock import START, HandClock
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.store.table import Table


async def test_an_address_that_said_stop_is_known_until_it_is_allowed_again(
    table: Table, clock: HandClock
) -> None:
    stopped = StoppedAddresses(table, clock)
    assert await stopped.find("sms", "+15005550006") is None
    await stopped.stop("sms", "+15005550006", Why.ASKED)
    found = await stopped.find("sms", "+15005550006")
    assert found is not None
    assert (found.why, found.since) == (Why.ASKED, START)
    assert await stopped.find("email", "+15005550006") is None
    await stopped.allow("sms", "+15005550006")
    assert await stopped.find("sms", "+15005550006") is None


async def test_the_table_does_not_hold_the_address(table: Table, clock: HandClock) -> None:
    await StoppedAddresses(table, clock).stop("email", "anna@example.org", Why.BOUNCED)
    assert "anna" not in str([item async for item in table.scan()])


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
