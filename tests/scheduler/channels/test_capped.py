"""A cap for each person and 24 hours, around any channel."""

import asyncio

import pytest

from scheduler.channels.capped import Capped
from scheduler.channels.channel import BadMessage, MessageTarget, OpenChannels, Retry, StopSender, TargetOff
from scheduler.dispatch import Dispatcher
from tests.fakes.clock import HandClock
from tests.scheduler.channels.messages import message
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import channel, item_of, note, settle
from tracker.limits import Limits
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.store.sqlite import SqliteTable

HOUR, DAY = 3600, 86_400
ANNA = MessageTarget("sms", "+12015550001", "anna")
BERT = MessageTarget("sms", "+12015550002", "bert")


@pytest.fixture
def limits(sqlite_table: SqliteTable, clock: HandClock) -> Limits:
    return Limits(sqlite_table, clock)


@pytest.fixture
def capped(sms: ScriptedChannel, limits: Limits) -> Capped:
    return Capped(sms, limits, 2)


async def refused(capped: Capped, target: MessageTarget) -> Retry:
    with pytest.raises(Retry) as raised:
        await capped.send(target, message())
    return raised.value


async def test_what_comes_after_the_cap_waits_for_the_end_of_the_24_hours(
    capped: Capped, sms: ScriptedChannel, clock: HandClock
) -> None:
    for _ in range(2):
        await capped.send(ANNA, message())
    clock.advance(2 * HOUR)
    found = await refused(capped, ANNA)
    assert (str(found), found.after) == ("the daily cap of 2 messages is reached", 22 * HOUR)
    assert len(sms.tried) == 2
    clock.advance(22 * HOUR)
    await capped.send(ANNA, message())
    assert len(sms.sent) == 3


async def test_others_are_told_meanwhile(capped: Capped, sms: ScriptedChannel) -> None:
    for target in (ANNA, ANNA, BERT):
        await capped.send(target, message())
    assert len(sms.sent) == 3


async def test_it_waits_an_hour_at_least_so_that_the_next_channel_takes_it(
    capped: Capped, clock: HandClock
) -> None:
    for _ in range(2):
        await capped.send(ANNA, message())
    clock.advance(DAY - 60)
    assert (await refused(capped, ANNA)).after == HOUR


@pytest.mark.parametrize(
    "failure",
    [Retry("down"), TargetOff("off"), BadMessage("bad"), StopSender("stop"), RuntimeError("broken")],
)
async def test_what_did_not_go_does_not_count(
    capped: Capped, sms: ScriptedChannel, failure: Exception
) -> None:
    sms.script = [failure] * 3
    for _ in range(3):
        with pytest.raises(type(failure)):
            await capped.send(ANNA, message())
    for _ in range(2):
        await capped.send(ANNA, message())
    assert len(sms.sent) == 2


async def test_what_was_broken_off_because_it_took_too_long_does_not_count(
    capped: Capped, sms: ScriptedChannel
) -> None:
    hanging = asyncio.Event()

    async def hang() -> None:
        hanging.set()
        await asyncio.Event().wait()

    sms.script = [hang] * 3
    for _ in range(3):
        hanging.clear()
        sending = asyncio.create_task(capped.send(ANNA, message()))
        await hanging.wait()
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
    for _ in range(2):
        await capped.send(ANNA, message())
    await refused(capped, ANNA)
    assert len(sms.sent) == 2


async def test_an_address_that_is_nobodys_yet_counts_by_itself(capped: Capped, sms: ScriptedChannel) -> None:
    tried_out = MessageTarget("sms", ANNA.address)
    for target in (tried_out, tried_out, ANNA):
        await capped.send(target, message())
    await refused(capped, tried_out)
    assert len(sms.sent) == 3


async def test_without_a_cap_all_goes(sms: ScriptedChannel, limits: Limits) -> None:
    for _ in range(50):
        await Capped(sms, limits, 0).send(ANNA, message())
    assert len(sms.sent) == 50


async def test_a_message_above_the_cap_goes_on_the_next_channel_at_once(
    sms: ScriptedChannel,
    webhook: ScriptedChannel,
    limits: Limits,
    sqlite_table: SqliteTable,
    clock: HandClock,
) -> None:
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(Capped(sms, limits, 1), webhook))
    await settle(sqlite_table, channel("sms", 1), channel("webhook", 2))
    for entity in ("first", "second"):
        await outbox.enqueue(sqlite_table, note(entity, clock()))
        clock.advance(60)
        await dispatcher.run()
    assert (sms.told, webhook.told) == ([["Reached first"]], [["Reached second"]])
    item = await item_of(sqlite_table, "second")
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, "webhook")
