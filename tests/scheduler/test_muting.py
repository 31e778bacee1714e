"""A mute from its beginning to its end: what is held comes as one message, and at once where it is lifted."""

from datetime import timedelta

import pytest

from scheduler.dispatch import Dispatcher
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify import muting, outbox
from tracker.notify.model import DeliveryStatus
from tracker.store.table import Table

MINUTE, HOUR = 60, 3600


@pytest.fixture
def table(table: Table) -> FaultyTable:
    return FaultyTable(table)


@pytest.fixture
def accounts(table: Table, clock: HandClock) -> Accounts:
    return Accounts(table, clock, ulids(clock))


async def mute(table: Table, accounts: Accounts, clock: HandClock, hours: float | None) -> None:
    until = None if hours is None else clock() + timedelta(hours=hours)
    await muting.mute(table, accounts, await accounts.get(ANNA), until, clock())


async def hold_two(table: Table, dispatcher: Dispatcher, clock: HandClock) -> None:
    for entity in ("a", "b"):
        await outbox.enqueue(table, note(entity, clock()))
        clock.advance(MINUTE)
        await dispatcher.run()


async def test_what_happens_in_a_mute_comes_as_one_message_when_it_ends(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await mute(table, accounts, clock, 2)
    await hold_two(table, dispatcher, clock)
    clock.advance(HOUR)
    await dispatcher.run()
    assert webhook.tried == []
    clock.advance(HOUR)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]
    held = (await item_of(table, "a")).trail[0]
    assert held.what == "held until 2100-01-01 02:00 UTC: muted"


async def test_who_lifts_a_mute_reads_what_was_held_at_once(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await mute(table, accounts, clock, 24)
    await hold_two(table, dispatcher, clock)
    await mute(table, accounts, clock, None)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]


async def test_who_shortens_a_mute_reads_it_at_the_new_end(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await mute(table, accounts, clock, 24)
    await hold_two(table, dispatcher, clock)
    await mute(table, accounts, clock, 1)
    await dispatcher.run()
    assert webhook.tried == []
    clock.advance(HOUR)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]


async def test_who_prolongs_a_mute_reads_it_at_the_new_end(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await mute(table, accounts, clock, 1)
    await hold_two(table, dispatcher, clock)
    await mute(table, accounts, clock, 3)
    clock.advance(2 * HOUR)
    await dispatcher.run()
    assert webhook.tried == []
    clock.advance(HOUR)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]


async def test_a_mute_that_ends_in_quiet_hours_is_followed_by_them(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"})
    await mute(table, accounts, clock, 24)
    await hold_two(table, dispatcher, clock)
    await mute(table, accounts, clock, None)
    await dispatcher.run()
    assert webhook.tried == []
    clock.advance(7 * HOUR)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]


async def test_changed_quiet_hours_let_through_what_they_held(
    table: Table, accounts: Accounts, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"})
    await hold_two(table, dispatcher, clock)
    changes = {"quiet_hours": "off"}
    await accounts.change_settings(ANNA, changes)
    await muting.release_held(table, ANNA, changes, clock())
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b"]]


async def test_only_what_is_held_is_released(table: Table, dispatcher: Dispatcher, clock: HandClock) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note("now"))
    await outbox.enqueue(table, note("later", not_before=START + timedelta(hours=5)))
    await dispatcher.run(hurry=True)
    assert await outbox.release(table, ANNA, clock()) == 0
    later = await item_of(table, "later")
    assert (later.status, later.due_at) == (DeliveryStatus.PENDING, START + timedelta(hours=5))


async def test_what_is_being_sent_at_this_moment_is_not_released(
    table: Table, dispatcher: Dispatcher, clock: HandClock
) -> None:
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"})
    await outbox.enqueue(table, note())
    clock.advance(MINUTE)
    await dispatcher.run()
    held = await item_of(table)
    assert await outbox.claim(table, [held], clock())
    assert await outbox.release(table, ANNA, clock()) == 0
