"""The outbox on every engine: told once, claimed by one, kept as history."""

from datetime import timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.notify.notes import ANNA, channel, note, settle
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off
from tracker.notify.model import (
    GROUP_WAIT,
    ChannelTrouble,
    DeliveryStatus,
    DeliveryStep,
    MessagePriority,
    Notification,
    OutboxItem,
    shard_of,
)
from tracker.store.conditions import ABSENT
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.table import Delete, Put, Table, Update
from tracker.store.values import Key

pytestmark = pytest.mark.both_engines

SHARD = shard_of(ANNA)
SOON = START + GROUP_WAIT


async def enqueued(table: Table, notification: Notification | None = None) -> OutboxItem:
    wanted = notification or note()
    await outbox.enqueue(table, wanted)
    return next(one for one in await outbox.history(table, ANNA) if one.id == wanted.outbox_id)


async def only(table: Table) -> OutboxItem:
    [item] = await outbox.history(table, ANNA)
    return item


async def test_a_notification_comes_back_as_it_went_in(table: Table) -> None:
    await settle(table)
    told = note(facts={"xp": 13_034_431, "skill": "woodcutting"}, group="wc", priority=MessagePriority.URGENT)
    item = await enqueued(table, told)
    assert {name: getattr(item, name) for name in Notification.model_fields} == dict(told)
    assert (item.status, item.attempts, item.id) == (DeliveryStatus.PENDING, 0, told.outbox_id)


async def test_what_was_delivered_is_not_told_again(table: Table) -> None:
    await settle(table)
    claimed = await outbox.claim(table, [await enqueued(table)], SOON)
    assert claimed
    assert await outbox.record_delivery(table, claimed, "console", SOON, [])
    assert not await outbox.enqueue(table, note())
    assert (await only(table)).status is DeliveryStatus.DELIVERED


async def test_nothing_is_enqueued_for_a_person_who_is_gone_or_going(table: Table) -> None:
    assert not await outbox.enqueue(table, note())
    await settle(table, deletingSince="2100-01-01T00:00:00Z")
    assert not await outbox.enqueue(table, note())
    assert await outbox.history(table, ANNA) == []


async def test_a_caller_enqueues_in_a_transaction_of_its_own(table: Table) -> None:
    mark = Put({"PK": "DOCTOR#x", "SK": "PROBE", "type": "probe"}, ABSENT)
    await table.transact([mark, outbox.operation(note())])
    assert await table.get(Key("DOCTOR#x", "PROBE"))
    assert (await only(table)).status is DeliveryStatus.PENDING


async def test_only_what_is_due_is_suggested(table: Table) -> None:
    await settle(table)
    item = await enqueued(table)
    await outbox.enqueue(table, note("later", not_before=START + timedelta(hours=1)))
    assert await outbox.suggested(table, [SHARD], SOON - timedelta(seconds=1)) == []
    assert await outbox.suggested(table, [SHARD], SOON) == [item]


async def test_several_are_claimed_together_or_not_at_all(table: Table) -> None:
    await settle(table)
    a, b = await enqueued(table, note("a")), await enqueued(table, note("b"))
    assert await outbox.claim(table, [b], SOON)
    assert await outbox.claim(table, [a, b], SOON) is None
    assert {one.entity: one.status for one in await outbox.history(table, ANNA)} == {
        "a": DeliveryStatus.PENDING,
        "b": DeliveryStatus.CLAIMED,
    }


async def test_a_claimed_message_comes_due_again_when_the_claim_is_over(table: Table) -> None:
    await settle(table)
    await outbox.claim(table, [await enqueued(table)], SOON)
    over = SOON + outbox.CLAIM
    assert await outbox.suggested(table, [SHARD], over - timedelta(seconds=1)) == []
    [again] = await outbox.suggested(table, [SHARD], over)
    assert again.batch == again.id


async def test_who_lost_the_claim_records_nothing(table: Table) -> None:
    await settle(table)
    item = await enqueued(table)
    slow = await outbox.claim(table, [item], SOON)
    assert slow
    assert await outbox.claim(table, slow, SOON + outbox.CLAIM)
    assert not await outbox.record_delivery(table, slow, "console", SOON, [])
    assert not await outbox.try_later(table, slow, SOON, "late", [])
    assert (await only(table)).claims == 2


async def test_delivered_messages_leave_the_index_and_are_history_for_ninety_days(
    table: Table, clock: HandClock
) -> None:
    await settle(table)
    claimed = await outbox.claim(table, [await enqueued(table)], SOON)
    assert claimed
    step = DeliveryStep(at=SOON, what="delivered", channel="console")
    await outbox.record_delivery(table, claimed, "console", SOON, [step])
    item = await only(table)
    assert (item.channel, item.delivered_at, item.trail) == ("console", SOON, (step,))
    assert await outbox.suggested(table, [SHARD], SOON + timedelta(days=1)) == []
    clock.advance((GROUP_WAIT + timedelta(days=90)).total_seconds())
    assert await outbox.history(table, ANNA) == []


async def test_a_failed_message_can_be_sent_again(table: Table) -> None:
    await settle(table)
    claimed = await outbox.claim(table, [await enqueued(table)], SOON)
    assert claimed
    await outbox.fail(table, claimed, "nobody takes it", SOON, [])
    assert (await only(table)).ttl is not None
    later = SOON + timedelta(days=1)
    assert await outbox.retry(table, ANNA, claimed[0].id, later)
    [again] = await outbox.suggested(table, [SHARD], later)
    assert (again.status, again.attempts, again.ttl) == (DeliveryStatus.PENDING, 0, None)


async def test_the_channels_that_failed_are_remembered_until_somebody_asks_for_the_message_now(
    table: Table,
) -> None:
    await settle(table)
    claimed = await outbox.claim(table, [await enqueued(table)], SOON)
    assert claimed
    later = SOON + timedelta(hours=1)
    trouble = ChannelTrouble(channel="webhook", since=SOON, times=1, until=later)
    await outbox.try_later(table, claimed, later, "down", [], troubles=[trouble])
    item = await only(table)
    assert (item.troubles, item.attempts, item.unended) == ((trouble,), 1, 0)
    assert await outbox.retry(table, ANNA, item.id, SOON)
    assert (await only(table)).troubles == ()


async def test_attempts_that_never_came_to_an_end_are_counted_apart(table: Table) -> None:
    await settle(table)
    item = await enqueued(table)
    for _ in range(2):
        await outbox.claim(table, [item], SOON)
        item = await only(table)
    assert (item.attempts, item.unended) == (2, 2)
    await outbox.hold(table, [item], SOON, "quiet hours", SOON)
    assert (await only(table)).unended == 2
    assert await outbox.claim(table, [await only(table)], SOON)
    await outbox.try_later(table, [await only(table)], SOON, "down", [])
    item = await only(table)
    assert (item.attempts, item.unended) == (3, 0)


async def test_a_delivered_message_and_an_unknown_one_are_not_sent_again(table: Table) -> None:
    await settle(table)
    claimed = await outbox.claim(table, [await enqueued(table)], SOON)
    assert claimed
    await outbox.record_delivery(table, claimed, "console", SOON, [])
    assert not await outbox.retry(table, ANNA, claimed[0].id, SOON)
    assert not await outbox.retry(table, ANNA, "no-such-id", SOON)


async def test_a_channel_is_switched_off_once_and_the_person_told_once(table: Table) -> None:
    webhook = channel("webhook")
    await settle(table, webhook)
    answers = [await switch_off(table, ANNA, webhook, "it is gone", START) for _ in range(2)]
    assert answers == [True, False]
    notice = await only(table)
    assert (notice.kind.name, notice.entity) == ("channel-off", "webhook")
    assert "it is gone" in notice.text
    stored = await table.get(ChannelKey(ANNA, "webhook").key)
    assert stored
    assert (stored["isActive"], stored["offReason"]) == (False, "it is gone")


async def test_a_channel_whose_address_was_changed_meanwhile_stays_on(table: Table) -> None:
    old = channel("webhook")
    await settle(table, old)
    await table.update(Update(ChannelKey(ANNA, "webhook").key, set={"identifier": "new-address"}))
    assert not await switch_off(table, ANNA, old, "it is gone", START)
    assert await outbox.history(table, ANNA) == []


async def test_a_person_who_is_gone_has_no_wishes(table: Table) -> None:
    await settle(table)
    item = await enqueued(table)
    await table.transact([Delete(UserKey(ANNA).key)])
    person = await outbox.read_person(table, ANNA, [item.id])
    assert person.wishes is None
    assert person.items == (item,)
