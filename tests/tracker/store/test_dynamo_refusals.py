"""The DynamoDB engine where it cannot work: each reason has a message with what to do, and no secret."""

import os
from collections.abc import Callable

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.dynamo_proxy import Answer, DynamoProxy, Success, not_dynamodb
from tests.servers.engines import free_port
from tests.tracker.store.items import item, key
from tests.tracker.store.waits import Waits
from tracker.store.dynamo import DynamoTable
from tracker.store.dynamo_calls import consumed
from tracker.store.errors import StoreUnavailable, TableMissing
from tracker.store.table import Table

SERVER = "ministack"
FOREVER = 50


async def opening(url: str, name: str, waits: Waits) -> None:
    """Open a table as the service does, where that ought to fail."""
    table = await DynamoTable.open(
        table=name, region="us-east-1", endpoint_url=url, clock=HandClock(), sleep=waits
    )
    await table.close()


REFUSALS = {
    "expired": (
        Answer("ExpiredTokenException", "The security token included in the request is expired"),
        "renew",
    ),
    "unknown": (Answer("UnrecognizedClientException", "The security token is invalid."), "renew"),
    "wrongly signed": (Answer("InvalidSignatureException", "The signature does not match."), "renew"),
    "not allowed": (
        Answer("AccessDeniedException", "User is not authorized to perform this."),
        "may not use",
    ),
}


@pytest.mark.parametrize(("answer", "advice"), REFUSALS.values(), ids=REFUSALS)
async def test_credentials_that_are_refused_are_not_tried_again(
    proxied: Table, proxy: DynamoProxy, answer: Answer, advice: str
) -> None:
    proxy.plan("PutItem", answer)

    with pytest.raises(StoreUnavailable, match=advice) as failed:
        await proxied.put(item())

    assert proxy.calls == ["PutItem"]
    assert os.environ["AWS_SECRET_ACCESS_KEY"] not in str(failed.value)


async def test_missing_credentials_say_what_to_set(
    proxy: DynamoProxy, waits: Waits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")

    with pytest.raises(StoreUnavailable, match="AWS_ACCESS_KEY_ID"):
        await opening(proxy.url, "questlog", waits)


async def test_half_of_the_credentials_say_what_to_set(
    proxy: DynamoProxy, waits: Waits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")

    with pytest.raises(StoreUnavailable, match="AWS_SECRET_ACCESS_KEY"):
        await opening(proxy.url, "questlog", waits)


async def test_a_missing_table_says_how_to_make_it(proxy: DynamoProxy, waits: Waits) -> None:
    with pytest.raises(TableMissing, match=r"no table nowhere.*questlog table create"):
        await opening(proxy.url, "nowhere", waits)

    assert waits.seconds == []


async def test_a_table_that_disappears_says_so(proxied: Table, proxy: DynamoProxy) -> None:
    proxy.plan("PutItem", Answer("ResourceNotFoundException", "Requested resource not found"))

    with pytest.raises(TableMissing):
        await proxied.put(item())


async def test_a_wrong_endpoint_is_named_with_what_to_check(waits: Waits) -> None:
    url = f"http://127.0.0.1:{free_port()}"

    with pytest.raises(StoreUnavailable, match=rf"{url}.*store\.endpoint_url"):
        await opening(url, "questlog", waits)


async def test_another_web_server_at_the_endpoint_is_told_apart(proxy: DynamoProxy, waits: Waits) -> None:
    proxy.plan("DescribeTable", *[not_dynamodb] * FOREVER)

    with pytest.raises(StoreUnavailable, match="endpoint_url"):
        await opening(proxy.url, "questlog", waits)


async def test_no_answer_of_another_web_server_counts_as_a_write(proxied: Table, proxy: DynamoProxy) -> None:
    proxy.plan("PutItem", *[not_dynamodb] * FOREVER)
    proxy.plan("TransactWriteItems", *[not_dynamodb] * FOREVER)
    proxy.plan("GetItem", *[not_dynamodb] * FOREVER)

    for action in (proxied.put(item()), proxied.put_if_absent(item()), proxied.get(key())):
        with pytest.raises(StoreUnavailable, match="endpoint_url"):
            await action


async def test_a_profile_that_does_not_exist_is_named(
    proxy: DynamoProxy, waits: Waits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_PROFILE", "nobody")

    with pytest.raises(StoreUnavailable, match="nobody"):
        await opening(proxy.url, "questlog", waits)


async def test_a_region_that_cannot_be_is_named(proxy: DynamoProxy, waits: Waits) -> None:
    with pytest.raises(StoreUnavailable, match=r"store\.region"):
        await DynamoTable.open(
            table="questlog", region="no such region", endpoint_url=proxy.url, clock=HandClock(), sleep=waits
        )


async def test_an_attribute_that_questlog_never_writes_does_not_hide_the_item(
    proxied: Table, proxy: DynamoProxy
) -> None:
    found = {"Item": {"PK": {"S": "P"}, "SK": {"S": "A"}, "tags": {"SS": ["a", "b"]}}}
    proxy.plan("GetItem", Success(found))

    assert await proxied.get(key()) == {"PK": "P", "SK": "A", "tags": {"SS": "['a', 'b']"}}


async def test_an_index_that_is_being_made_is_waited_for(proxy: DynamoProxy, waits: Waits) -> None:
    making = [{"IndexName": name, "IndexStatus": "CREATING"} for name in ("GSI1",)]
    table = {"TableStatus": "ACTIVE", "GlobalSecondaryIndexes": making}
    proxy.plan("DescribeTable", Success({"Table": table}))

    with pytest.raises(StoreUnavailable, match=r"GSI1; try again in a few minutes"):
        await opening(proxy.url, "questlog", waits)


async def test_consumed_capacity_is_observed_by_operation(
    server_url: Callable[[str], str], new_dynamo_table: Callable[[str], str], clock: HandClock
) -> None:
    observed: list[tuple[str, float]] = []
    table = await DynamoTable.open(
        table=new_dynamo_table(SERVER),
        region="us-east-1",
        endpoint_url=server_url(SERVER),
        clock=clock,
        observe=lambda operation, units: observed.append((operation, units)),
    )
    observed.clear()

    await table.put(item())
    await table.get(key())
    await table.put_if_absent(item("B"))
    await table.query("P")
    await table.write_many(puts=[item("C"), item("D")])
    await table.close()

    assert [operation for operation, _ in observed] == [
        "put_item",
        "get_item",
        "transact_write_items",
        "query",
        "batch_write_item",
    ]
    assert all(units > 0 for _, units in observed)


def test_capacity_is_the_sum_of_what_the_answer_tells() -> None:
    assert consumed({"ConsumedCapacity": {"CapacityUnits": 1.5}}) == 1.5
    assert consumed({"ConsumedCapacity": [{"CapacityUnits": 1.5}, {"CapacityUnits": 2.0}]}) == 3.5
    assert consumed({}) == 0
