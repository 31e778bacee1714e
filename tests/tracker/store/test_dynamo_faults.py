"""The DynamoDB engine on a bad day: lost replies, throttling, conflicts, half-done batches."""

import asyncio

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.dynamo_proxy import (
    BROKEN,
    OVER_PROVISION,
    OVERLOADED,
    THROTTLED,
    Answer,
    DynamoProxy,
    Fault,
    LeaveUndone,
    Slow,
    cancelled,
    lose_reply,
    lose_request,
)
from tests.tracker.store.items import everything, item, key, sort_keys
from tests.tracker.store.waits import Waits
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.errors import ConditionFailed, FailedCondition, StoreUnavailable, Throttled
from tracker.store.table import Check, Delete, Operation, Put, Table, Update

FOREVER = 50

WRITES: dict[str, tuple[str, list[Operation], object]] = {
    "an addition": ("TransactWriteItems", [Update(key(), add={"n": 1})], item(n=2)),
    "an addition that makes the item": (
        "TransactWriteItems",
        [Update(key("new"), add={"n": 1}, when=None)],
        item("new", n=1),
    ),
    "a put if absent": ("TransactWriteItems", [Put(item("new", by="me"), when=ABSENT)], item("new", by="me")),
    "a conditional put": ("TransactWriteItems", [Put(item(n=2), when=eq("n", 1))], item(n=2)),
    "a conditional update": ("TransactWriteItems", [Update(key(), set={"n": 2}, when=eq("n", 1))], item(n=2)),
    "a conditional deletion": ("TransactWriteItems", [Delete(key(), when=eq("n", 1))], None),
    "a transaction": (
        "TransactWriteItems",
        [
            Update(key(), add={"n": 1}, when=eq("n", 1)),
            Put(item("B"), when=ABSENT),
            Delete(key("C")),
            Check(key("D"), ABSENT),
        ],
        item(n=2),
    ),
    "a put": ("PutItem", [Put(item(n=2))], item(n=2)),
    "an update": ("UpdateItem", [Update(key(), set={"m": 1}, default={"k": 2})], item(n=1, m=1, k=2)),
    "a deletion": ("DeleteItem", [Delete(key())], None),
}


@pytest.mark.parametrize(
    "fault", [lose_reply, lose_request, BROKEN], ids=["reply lost", "request lost", "error"]
)
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_a_write_is_done_once_however_often_it_is_sent(
    proxied: Table, proxy: DynamoProxy, fault: Fault, write: tuple[str, list[Operation], object]
) -> None:
    call, operations, after = write
    await proxied.put(item(n=1))
    proxy.calls.clear()
    proxy.plan(call, fault, fault)

    await proxied.transact(operations)

    assert proxy.calls == [call] * 3
    assert await proxied.get(operations[0].key) == after


async def test_put_if_absent_knows_its_own_item_when_the_reply_is_lost(
    proxied: Table, proxy: DynamoProxy
) -> None:
    proxy.plan("TransactWriteItems", lose_reply)

    assert await proxied.put_if_absent(item(by="me"))
    assert not await proxied.put_if_absent(item(by="you"))


async def test_an_expired_item_is_renewed_once_when_replies_are_lost(
    proxied: Table, proxy: DynamoProxy, clock: HandClock
) -> None:
    await proxied.put(item(n=41, ttl=clock.second))
    proxy.plan("TransactWriteItems", lose_reply, lose_reply, lose_reply)

    await proxied.update(Update(key(), add={"n": 1}, when=None))

    assert await proxied.get(key()) == item(n=1)


async def test_a_refusal_is_still_a_refusal_when_its_reply_is_lost(
    proxied: Table, proxy: DynamoProxy
) -> None:
    await proxied.put(item(by="you"))
    proxy.plan("TransactWriteItems", lose_reply)

    with pytest.raises(ConditionFailed) as refused:
        await proxied.put(item(by="me"), when=ABSENT)

    assert refused.value.current == item(by="you")


@pytest.mark.parametrize("fault", [lose_reply, THROTTLED, BROKEN], ids=["reply lost", "throttled", "error"])
async def test_reads_are_asked_again(proxied: Table, proxy: DynamoProxy, fault: Fault) -> None:
    await proxied.write_many(puts=[item("A"), item("B")])
    for call in ("GetItem", "BatchGetItem", "Query", "Scan"):
        proxy.plan(call, fault)

    assert await proxied.get(key("A")) == item("A")
    assert set(await proxied.get_many([key("A"), key("B")])) == {key("A"), key("B")}
    assert await sort_keys(proxied) == ["A", "B"]
    assert set(await everything(proxied)) == {key("A"), key("B")}


@pytest.mark.parametrize("answer", [THROTTLED, OVER_PROVISION], ids=lambda answer: answer.code)
async def test_a_busy_table_is_asked_again_after_longer_and_longer_waits(
    proxied: Table, proxy: DynamoProxy, waits: Waits, answer: Answer
) -> None:
    proxy.plan("PutItem", *[answer] * 5)

    await proxied.put(item())

    assert proxy.calls == ["PutItem"] * 6
    assert len(waits.seconds) == 5
    assert all(later > earlier / 2 for earlier, later in zip(waits.seconds, waits.seconds[1:], strict=False))
    assert waits.seconds[-1] > waits.seconds[0]


@pytest.mark.parametrize("answer", [THROTTLED, OVER_PROVISION], ids=lambda answer: answer.code)
async def test_a_table_that_stays_busy_is_throttled_in_the_end(
    proxied: Table, proxy: DynamoProxy, waits: Waits, answer: Answer
) -> None:
    for call in ("PutItem", "GetItem", "Query", "BatchWriteItem", "TransactWriteItems"):
        proxy.plan(call, *[answer] * FOREVER)

    for way in (
        proxied.put(item()),
        proxied.get(key()),
        proxied.query("P"),
        proxied.write_many(puts=[item()]),
        proxied.put_if_absent(item()),
    ):
        with pytest.raises(Throttled):
            await way

    assert len(proxy.calls) < FOREVER * 5
    assert sum(waits.seconds) < 5 * 20
    assert await everything(proxied) == {}


CONFLICTS = {
    "a conflict": cancelled("None", "TransactionConflict"),
    "conflicts": cancelled("TransactionConflict", "TransactionConflict"),
    "throttling": cancelled("ThrottlingError", "None"),
    "too little provisioned": cancelled("None", "ProvisionedThroughputExceeded"),
    "the same transaction still running": Answer("TransactionInProgressException", "in progress"),
    "a conflict outside of a transaction": Answer("TransactionConflictException", "ongoing"),
}


@pytest.mark.parametrize("answer", CONFLICTS.values(), ids=CONFLICTS)
async def test_a_transaction_that_meets_another_is_sent_again(
    proxied: Table, proxy: DynamoProxy, answer: Answer
) -> None:
    proxy.plan("TransactWriteItems", answer, answer)

    await proxied.transact([Put(item("A")), Put(item("B"))])

    assert proxy.calls == ["TransactWriteItems"] * 3
    assert set(await everything(proxied)) == {key("A"), key("B")}


@pytest.mark.parametrize("answer", CONFLICTS.values(), ids=CONFLICTS)
async def test_a_transaction_that_always_meets_another_is_throttled_in_the_end(
    proxied: Table, proxy: DynamoProxy, answer: Answer
) -> None:
    proxy.plan("TransactWriteItems", *[answer] * FOREVER)

    with pytest.raises(Throttled):
        await proxied.transact([Put(item("A")), Put(item("B"))])

    assert await everything(proxied) == {}


async def test_a_condition_that_failed_counts_more_than_a_conflict(
    proxied: Table, proxy: DynamoProxy
) -> None:
    proxy.plan("TransactWriteItems", cancelled("TransactionConflict", "ConditionalCheckFailed"))

    with pytest.raises(ConditionFailed) as refused:
        await proxied.transact([Put(item("A")), Check(key("B"), EXISTS)])

    assert refused.value.failures == (FailedCondition(1, key("B"), None),)


async def test_writes_that_were_left_undone_are_sent_again(
    proxied: Table, proxy: DynamoProxy, waits: Waits
) -> None:
    proxy.plan("BatchWriteItem", LeaveUndone(10), LeaveUndone(0), LeaveUndone(3))

    await proxied.write_many(puts=[item(f"{n:02}") for n in range(30)], deletes=[key("gone")])

    assert await sort_keys(proxied) == [f"{n:02}" for n in range(30)]
    assert len(waits.seconds) == 3


async def test_reads_that_were_left_undone_are_asked_again(
    proxied: Table, proxy: DynamoProxy, waits: Waits
) -> None:
    written = [item(f"{n:03}") for n in range(120)]
    await proxied.write_many(puts=written)
    proxy.plan("BatchGetItem", LeaveUndone(60), LeaveUndone(0), LeaveUndone(1))

    found = await proxied.get_many([key(f"{n:03}") for n in range(120)])

    assert [found[key(f"{n:03}")] for n in range(120)] == written
    assert len(waits.seconds) == 3


async def test_a_batch_that_stays_undone_is_throttled_in_the_end(proxied: Table, proxy: DynamoProxy) -> None:
    proxy.plan("BatchWriteItem", *[LeaveUndone(0)] * FOREVER)
    proxy.plan("BatchGetItem", *[LeaveUndone(0)] * FOREVER)

    with pytest.raises(Throttled):
        await proxied.write_many(puts=[item("A"), item("B")])
    with pytest.raises(Throttled):
        await proxied.get_many([key("A"), key("B")])


@pytest.mark.parametrize("fault", [BROKEN, OVERLOADED, lose_request], ids=["500", "503", "no connection"])
async def test_a_service_that_stays_away_is_unavailable_in_the_end(
    proxied: Table, proxy: DynamoProxy, fault: Fault
) -> None:
    proxy.plan("PutItem", *[fault] * FOREVER)

    with pytest.raises(StoreUnavailable):
        await proxied.put(item())

    assert 1 < len(proxy.calls) < FOREVER
    assert await everything(proxied) == {}


async def test_one_slow_call_holds_up_nobody_else(proxied: Table, proxy: DynamoProxy) -> None:
    slow = Slow()
    proxy.plan("PutItem", slow)
    waiting = asyncio.create_task(proxied.put(item("slow")))
    await slow.arrived.wait()

    await proxied.put(item("quick"))
    assert await sort_keys(proxied) == ["quick"]

    slow.go.set()
    await waiting
    assert await sort_keys(proxied) == ["quick", "slow"]


async def test_a_caller_who_gives_up_leaves_the_table_usable(proxied: Table, proxy: DynamoProxy) -> None:
    slow = Slow()
    proxy.plan("GetItem", slow)
    waiting = asyncio.create_task(proxied.get(key()))
    await slow.arrived.wait()

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    slow.go.set()

    assert await proxied.get(key()) is None
