"""What follows from each failure of a channel."""

from datetime import timedelta

import pytest

from scheduler.channels.channel import BadMessage, Retry, StopSender, TargetGone, TargetOff
from scheduler.dispatch import NO_CHANNEL_WAIT, Dispatcher
from scheduler.target_health import PAUSE
from tests.fakes.clock import START, HandClock
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

HOUR = 3600


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    return sqlite_table


async def test_after_a_temporary_failure_the_same_message_goes_again_later_and_later(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Retry("busy"), Retry("busy")]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    for wait in (30, 60):
        clock.advance(wait - 1)
        assert await dispatcher.run() == []
        clock.advance(1)
        await dispatcher.run()
    assert len(webhook.tried) == 3
    assert len(webhook.sent) == 1
    assert len({message.id for message in webhook.tried}) == 1


async def test_chance_shortens_the_wait(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    dispatcher.health.chance, webhook.script = lambda: 0.0, [Retry("busy")]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert (await item_of(table)).due_at == START + timedelta(seconds=15)


async def test_the_wait_that_the_other_side_names_is_kept(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    webhook.script = [Retry("slow down", after=500)]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    item = await item_of(table)
    assert item.due_at == START + timedelta(seconds=500)
    assert (item.status, item.last_error) == (DeliveryStatus.PENDING, "slow down")


async def test_nobody_can_make_a_message_wait_for_ever(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    webhook.script = [Retry("slow down", after=float("inf"))]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert (await item_of(table)).due_at == START + timedelta(days=1)


async def test_a_channel_that_breaks_costs_an_attempt_and_not_the_message(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [RuntimeError("a bug")]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    clock.advance(HOUR)
    await dispatcher.run()
    assert len(webhook.sent) == 1


@pytest.mark.parametrize("failure", [TargetOff("it is full"), TargetGone("it is full")])
async def test_a_target_that_fails_for_good_is_switched_off_and_the_person_told_on_another(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, failure: Exception
) -> None:
    webhook.script = [failure]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    await dispatcher.run(hurry=True)
    assert sms.told == [["Reached goal-1"], ["Messages by webhook are switched off"]]
    assert len(webhook.tried) == 1
    stored = await table.get(ChannelKey(ANNA, "webhook").key)
    assert stored
    assert stored["isActive"] is False


async def test_a_message_that_a_channel_refuses_goes_on_the_next_and_the_channel_stays_on(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel
) -> None:
    webhook.script = [BadMessage("too long")]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note("a"))
    await dispatcher.run(hurry=True)
    await outbox.enqueue(table, note("b"))
    await dispatcher.run(hurry=True)
    assert (sms.told, webhook.told) == ([["Reached a"]], [["Reached b"]])


async def test_a_message_that_every_channel_refuses_has_failed(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    webhook.script = [BadMessage("too long")]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    [result] = await dispatcher.run(hurry=True)
    assert (result.status, result.reason) == (DeliveryStatus.FAILED, "no channel takes it: too long")


async def test_a_stopped_channel_is_left_alone_for_a_while(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [StopSender("the key was refused")]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    for entity in ("a", "b"):
        await outbox.enqueue(table, note(entity))
        await dispatcher.run(hurry=True)
    assert (len(webhook.tried), len(sms.sent)) == (1, 2)
    clock.advance(PAUSE.total_seconds())
    await outbox.enqueue(table, note("c", clock()))
    await dispatcher.run(hurry=True)
    assert webhook.told == [["Reached c"]]


async def test_without_a_channel_a_message_waits_for_one(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("pigeon"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert (await item_of(table)).reason == "there is no channel to send it on"
    await settle(table, channel("webhook"))
    clock.advance(NO_CHANNEL_WAIT.total_seconds())
    await dispatcher.run()
    assert len(webhook.sent) == 1


async def test_who_sits_at_the_machine_needs_no_channel_of_their_own(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    dispatcher.for_local = [channel("webhook")]
    await settle(table)
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert len(webhook.sent) == 1


@pytest.mark.parametrize("identity", ["local", "discord"])
async def test_what_is_for_others_is_not_shown_to_who_sits_at_the_machine(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, identity: str
) -> None:
    """Nor what is for a second person who has an account there."""
    dispatcher.for_local = [channel("webhook")]
    await settle(table)
    gone = [] if identity == "local" else ["local"]
    await table.update(Update(UserKey(ANNA).key, set={identity: "123"}, remove=gone))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert webhook.tried == []
    assert (await item_of(table)).reason == "there is no channel to send it on"
