"""Messages that a channel had taken, and did not bring."""

import asyncio
from datetime import timedelta

from tests.fakes.clock import START
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus, DeliveryStep, OutboxItem, shard_of
from tracker.notify.policy import MOST_TOGETHER, PATIENCE
from tracker.store.conditions import ABSENT
from tracker.store.keys import ProbeKey
from tracker.store.table import Put, Table

NOW = START + timedelta(minutes=2)
HOUR = timedelta(hours=1)


async def claimed(table: Table, *entities: str) -> list[OutboxItem]:
    await settle(table, channel("sms"))
    for entity in entities or ("goal-1",):
        await outbox.enqueue(table, note(entity))
    items = [one for one in await outbox.history(table, ANNA) if one.entity in (entities or ("goal-1",))]
    return await outbox.claim(table, items, START) or []


async def delivered(table: Table, *entities: str) -> list[OutboxItem]:
    items = await claimed(table, *entities)
    assert await outbox.record_delivery(
        table, items, "sms", START, [DeliveryStep(at=START, what="delivered")]
    )
    return items


async def reopen(table: Table, items: list[OutboxItem], by: str = "sms", **other: object) -> bool:
    ids = [item.id for item in items]
    chosen = {"now": NOW, "rest": HOUR, **other}
    return await outbox.reopen(table, ANNA, ids, by, "no signal", **chosen)  # type: ignore[arg-type]


async def test_it_is_due_at_once_and_its_channel_rests(table: Table) -> None:
    assert await reopen(table, await delivered(table))
    item = await item_of(table)
    assert (item.status, item.due_at, item.ttl, item.channel) == (DeliveryStatus.PENDING, NOW, None, None)
    assert item.delivered_at is None
    assert item.trail[-1] == DeliveryStep(at=NOW, what="came back: no signal", channel="sms")
    [trouble] = item.troubles
    assert (trouble.channel, trouble.until) == ("sms", NOW + HOUR)
    assert trouble.until - trouble.since > PATIENCE
    assert [one.id for one in await outbox.suggested(table, [shard_of(ANNA)], NOW)] == [item.id]


async def test_without_a_rest_its_channel_is_asked_no_more(table: Table) -> None:
    assert await reopen(table, await delivered(table), rest=None)
    item = await item_of(table)
    assert item.troubles[0].until == item.expires_at


async def test_of_many_who_say_so_one_is_heard(table: Table) -> None:
    items = await delivered(table)
    also = [Put({"PK": "PROBE#1", "SK": "PROBE", "type": ProbeKey.item_type}, ABSENT)]
    answers = await asyncio.gather(*(reopen(table, items, also=also) for _ in range(10)))
    assert sum(answers) == 1
    assert (await item_of(table)).returns == 1


async def test_what_another_channel_delivered_stays_as_it_is(table: Table) -> None:
    assert await reopen(table, await delivered(table), by="email")
    assert (await item_of(table)).status is DeliveryStatus.DELIVERED


async def test_what_its_dispatcher_has_not_written_down_yet_is_reopened_and_stays_so(table: Table) -> None:
    items = await claimed(table)
    assert await reopen(table, items)
    assert not await outbox.record_delivery(table, items, "sms", START, [])
    assert (await item_of(table)).status is DeliveryStatus.PENDING


async def test_what_came_back_too_often_has_failed_and_so_has_what_is_too_old(table: Table) -> None:
    items = await delivered(table, "often", "old")
    for _ in range(outbox.MOST_RETURNS):
        assert await reopen(table, items[:1])
        again = await outbox.claim(table, [await item_of(table, items[0].entity)], NOW)
        assert again
        assert await outbox.record_delivery(table, again, "sms", NOW, [])
    assert await reopen(table, items[:1])
    assert await reopen(table, items[1:], now=items[1].expires_at)
    found = await outbox.history(table, ANNA)
    assert {one.status for one in found} == {DeliveryStatus.FAILED}
    assert all(one.ttl and one.reason == "came back: no signal" for one in found)
    assert await outbox.suggested(table, [shard_of(ANNA)], START + timedelta(days=365)) == []


async def test_the_largest_message_there_is_goes_again_as_a_whole(table: Table) -> None:
    items = await delivered(table, *(f"goal-{number}" for number in range(MOST_TOGETHER)))
    also = [Put({"PK": "PROBE#1", "SK": "PROBE", "type": ProbeKey.item_type}, ABSENT)]
    assert await reopen(table, items, also=also)
    assert {one.status for one in await outbox.history(table, ANNA)} == {DeliveryStatus.PENDING}
