"""Where a channel stays down: the message goes on the next one, or waits as long as it is of use."""

import random
from datetime import timedelta

import pytest

from scheduler.channels.channel import BadMessage, OpenChannels, Retry
from scheduler.dispatch import MAX_ATTEMPTS, Dispatcher
from tests.fakes.clock import START, HandClock
from tests.scheduler.channels.scripted import Outage, ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.notify.policy import PATIENCE
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

MINUTE, HOUR = 60, 3600
DOWN = Retry("down for now")


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    return sqlite_table


async def pass_time(dispatcher: Dispatcher, clock: HandClock, minutes: int) -> None:
    """A dispatcher that looks every minute."""
    for _ in range(minutes):
        clock.advance(MINUTE)
        await dispatcher.run()


async def test_a_message_waits_for_a_channel_that_is_down_for_a_moment(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock, until=10 * MINUTE)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 30)
    assert (webhook.told, sms.tried) == ([["Reached goal-1"]], [])


async def test_a_message_goes_on_the_next_channel_where_the_first_stays_down(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 10)
    assert sms.tried == []
    await pass_time(dispatcher, clock, 22)
    assert sms.told == [["Reached goal-1"]]
    item = await item_of(table)
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, "sms")
    assert item.delivered_at
    assert item.delivered_at <= START + PATIENCE + timedelta(minutes=2)
    assert {step.channel for step in item.trail} == {"webhook", "sms"}


async def test_what_was_tried_together_goes_on_the_next_channel_together_under_the_same_id(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note("a"))
    await outbox.enqueue(table, note("b", START + timedelta(seconds=1)))
    await pass_time(dispatcher, clock, 5)
    await outbox.enqueue(table, note("c", clock()))
    await pass_time(dispatcher, clock, 60)
    assert sorted(sms.told) == [["Reached a", "Reached b"], ["Reached c"]]
    [first] = {message.id for message in webhook.tried}  # the others need not ask
    assert {len(message.parts) for message in sms.sent if message.id == first} == {2}


async def test_a_channel_that_asks_for_a_long_wait_is_not_waited_for(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel
) -> None:
    webhook.script = [Retry("come back in an hour", after=HOUR)]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert sms.told == [["Reached goal-1"]]


async def test_a_channel_is_not_asked_before_its_time_while_the_next_one_is(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Retry("come back in an hour", after=HOUR)]
    sms.script = Outage(DOWN, clock, until=2 * HOUR)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 60)
    assert len(webhook.tried) == 1
    assert len(sms.tried) > 5
    await pass_time(dispatcher, clock, 2)
    assert webhook.told == [["Reached goal-1"]]


async def test_a_third_channel_is_not_asked_while_the_second_may_come_back(
    table: Table, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    pigeon = ScriptedChannel("pigeon")
    dispatcher = Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook, sms, pigeon))
    webhook.script = Outage(Retry("come back in a while", after=31 * MINUTE), clock)
    sms.script = Outage(DOWN, clock, until=10 * MINUTE)
    await settle(table, channel("webhook", 1), channel("sms", 2), channel("pigeon", 3))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 30)
    assert (sms.told, pigeon.tried) == ([["Reached goal-1"]], [])


async def test_where_every_channel_is_down_all_of_them_are_tried_every_hour(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock, until=20 * HOUR)
    sms.script = Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 19 * 60)
    item = await item_of(table)
    assert (item.status, item.reason) == (DeliveryStatus.PENDING, "down for now")
    tried = len(webhook.tried), len(sms.tried)
    assert min(tried) >= 19
    assert max(tried) <= 19 + 40  # more often at first: an eighth of how long it is down
    await pass_time(dispatcher, clock, 2 * 60 + 2)
    assert webhook.told == [["Reached goal-1"]]
    assert {message.id for message in sms.tried} == {webhook.sent[0].id}


async def test_where_no_channel_comes_back_a_message_is_dropped_when_it_is_too_old_and_not_before(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock)
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note(expires_at=START + timedelta(days=7)))
    await dispatcher.run(hurry=True)
    for _ in range(7 * 24 - 1):
        clock.advance(HOUR)
        await dispatcher.run()
    assert (await item_of(table)).status is DeliveryStatus.PENDING
    assert len(webhook.tried) >= 7 * 24 - 2
    clock.advance(HOUR)
    [result] = await dispatcher.run()
    assert (result.status, result.reason) == (DeliveryStatus.DROPPED, "too old to be useful")


async def test_what_the_next_channel_refuses_waits_for_the_one_that_is_down(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock, until=3 * HOUR)
    sms.script = Outage(BadMessage("too long"), clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 120)
    assert (await item_of(table)).status is DeliveryStatus.PENDING
    await pass_time(dispatcher, clock, 122)
    assert webhook.told == [["Reached goal-1"]]


async def test_a_message_that_every_channel_refuses_at_last_has_failed(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [DOWN, DOWN, BadMessage("too wide")]
    sms.script = [BadMessage("too long")]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 30)
    item = await item_of(table)
    assert (item.status, item.reason) == (DeliveryStatus.FAILED, "no channel takes it: too long")


async def test_where_the_channel_that_was_to_come_back_is_gone_the_message_goes_on_the_one_that_is_there(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    await settle(table, channel("webhook", 1, is_active=False))
    await pass_time(dispatcher, clock, 1)
    assert sms.told == [["Reached goal-1"]]


async def test_who_asks_for_a_message_now_has_every_channel_asked_afresh(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Retry("come back tomorrow", after=24 * HOUR)]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert await outbox.retry(table, ANNA, note().outbox_id, clock())
    await dispatcher.run()
    assert webhook.told == [["Reached goal-1"]]


async def test_only_attempts_without_an_end_count_towards_giving_up(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [DOWN] * (2 * MAX_ATTEMPTS)
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 26 * 60)
    assert webhook.told == [["Reached goal-1"]]
    assert (await item_of(table)).attempts == 2 * MAX_ATTEMPTS + 1


@pytest.mark.parametrize("seed", range(12))
async def test_however_channels_come_and_go_a_message_is_delivered_once_and_soon_after_one_is_up(
    table: Table, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock, seed: int
) -> None:
    """Both fail at random, and one of them is up for good after at most ten hours."""
    dice = random.Random(seed)  # noqa: S311 - nothing to keep secret
    dispatcher = Dispatcher(table, clock, dice.random, OpenChannels(webhook, sms))
    up = dice.uniform(0, 10 * HOUR)
    steady, unsteady = dice.sample([webhook, sms], 2)
    steady.script = Outage(DOWN, clock, until=up)
    unsteady.script = Outage(dice.choice([DOWN, BadMessage("no"), Retry("later", after=3 * HOUR)]), clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 13 * 60)
    item = await item_of(table)
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, steady.name)
    assert item.delivered_at
    assert item.delivered_at <= START + timedelta(seconds=up) + timedelta(hours=1, minutes=2)
    assert (len(steady.sent), len(unsteady.sent)) == (1, 0)
