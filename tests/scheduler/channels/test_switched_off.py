"""Channels that a person switched off: nothing goes there, and whoever asks why is told so."""

import pytest

from scheduler.dispatch import Dispatcher
from tests.fakes.clock import HandClock
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.model import DeliveryStatus
from tracker.notify.outcomes import outcome_of, step_outcome
from tracker.store.table import Table


@pytest.fixture
def channels(table: Table, clock: HandClock) -> Channels:
    return Channels(table, clock)


async def test_messages_go_on_the_next_channel_and_say_which_was_passed_over(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, channels: Channels
) -> None:
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await channels.switch_off(ANNA, "webhook")
    await outbox.enqueue(table, note(preferred_channel="webhook"))
    await dispatcher.run(hurry=True)

    assert (webhook.tried, sms.told) == ([], [["Reached goal-1"]])
    [message] = sms.sent
    assert message.note is None  # they know
    steps = [step_outcome(step).text(str, str) for step in (await item_of(table)).trail]
    assert steps == ["not sent by webhook, which you switched off", "delivered by SMS"]


async def test_what_comes_after_is_not_passed_over(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, channels: Channels
) -> None:
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await channels.switch_off(ANNA, "sms")
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)

    assert len(webhook.sent) == 1
    assert [step.what for step in (await item_of(table)).trail] == ["delivered"]


async def test_with_all_of_them_off_messages_wait_and_go_as_soon_as_one_is_on(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, channels: Channels, clock: HandClock
) -> None:
    await settle(table, channel("webhook", 1), channel("sms", 2))
    for kind in ("webhook", "sms"):
        await channels.switch_off(ANNA, kind)
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)

    waits = outcome_of(await item_of(table), clock()).text(lambda _: "later", str)
    assert waits == ("waits until later: there is no channel to send it on; you switched off Webhook and SMS")

    clock.advance(60)
    await channels.switch_on(ANNA, "webhook")
    await dispatcher.run()

    assert webhook.told == [["Reached goal-1"]]
    assert (await item_of(table)).status is DeliveryStatus.DELIVERED
