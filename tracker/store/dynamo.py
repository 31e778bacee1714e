"""The engine for those who outgrow one machine: the table in DynamoDB, or any server that speaks like it."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, Self

from botocore.exceptions import ClientError

from tracker.clock import Clock
from tracker.store.applying import apply
from tracker.store.capacity import Observe, unobserved
from tracker.store.conditions import ABSENT, EXISTS, holds
from tracker.store.dynamo_admin import check_table
from tracker.store.dynamo_calls import Caller, Sleep, cancellation_reasons
from tracker.store.dynamo_client import connect
from tracker.store.dynamo_codec import decode_item, encode_item, encode_key
from tracker.store.dynamo_expressions import request
from tracker.store.errors import ConditionFailed, FailedCondition, Throttled
from tracker.store.query import Query, QueryPage
from tracker.store.table import Check, Delete, Operation, Put, Table, Update
from tracker.store.values import TTL, Item, Key, expired, key_of

_GET_BATCH, _WRITE_BATCH, _ROUNDS = 100, 25, 10
_PAST_EXPIRED = 100  # a short page was full of expired items: step over the rest of them in few calls
_CAPACITY = {"ReturnConsumedCapacity": "TOTAL"}
_ACTION = {Put: "Put", Update: "Update", Delete: "Delete", Check: "ConditionCheck"}


class DynamoTable(Table):
    """Open with `DynamoTable.open`; close when done."""

    def __init__(self, call: Caller, name: str, clock: Clock, stack: AsyncExitStack) -> None:
        super().__init__(clock)
        self._call = call
        self._name = name
        self._stack = stack

    @classmethod
    async def open(
        cls,
        *,
        table: str,
        region: str,
        endpoint_url: str | None,
        clock: Clock,
        observe: Observe = unobserved,
        sleep: Sleep = asyncio.sleep,
    ) -> Self:
        """Connect, and check that the table is the one that we need. Raises Unavailable with what to do."""
        async with AsyncExitStack() as stack:
            call = await connect(
                stack, table=table, region=region, endpoint_url=endpoint_url, observe=observe, sleep=sleep
            )
            await check_table(call, table)
            return cls(call, table, clock, stack.pop_all())

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        if len(keys) == 1:
            found = await self._get_one(keys[0])
        else:
            found = [item for part in _parts(keys, _GET_BATCH) for item in await self._get_batch(part)]
        now = self.now()
        return {key_of(item): item for item in found if not expired(item, now)}

    async def _get_one(self, key: Key) -> list[Item]:
        answer = await self._call(
            "get_item", TableName=self._name, Key=encode_key(key), ConsistentRead=True, **_CAPACITY
        )
        return [decode_item(answer["Item"])] if "Item" in answer else []

    async def _get_batch(self, keys: Sequence[Key]) -> list[Item]:
        found: list[Item] = []
        waiting: dict[str, Any] = {
            self._name: {"Keys": [encode_key(key) for key in keys], "ConsistentRead": True}
        }
        for attempt in range(_ROUNDS):
            answer = await self._call("batch_get_item", RequestItems=waiting, **_CAPACITY)
            found += map(decode_item, answer["Responses"].get(self._name, ()))
            waiting = answer.get("UnprocessedKeys", {})
            if not waiting:
                return found
            await self._call.back_off(attempt)
        raise Throttled(f"DynamoDB left reads of the table {self._name} undone")

    async def _query(self, query: Query) -> QueryPage:
        found: list[Item] = []
        parameters = self._question(query)
        ask = query.limit + 1
        while len(found) <= query.limit:
            answer = await self._call("query", **parameters, Limit=ask)
            now = self.now()
            found += (item for item in map(decode_item, answer["Items"]) if not expired(item, now))
            if "LastEvaluatedKey" not in answer:
                break
            parameters["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
            ask = max(_PAST_EXPIRED, query.limit + 1 - len(found))
        return query.page(found)

    async def _tally(self, query: Query) -> int:
        parameters = self._question(query)
        parameters["Select"] = "COUNT"
        parameters["FilterExpression"] = "attribute_not_exists(#ttl) OR #ttl > :now"
        parameters["ExpressionAttributeNames"] |= {"#ttl": TTL}
        parameters["ExpressionAttributeValues"] |= encode_item({":now": self.now()})
        total = 0
        while True:
            answer = await self._call("query", **parameters)
            total += answer["Count"]
            if "LastEvaluatedKey" not in answer:
                return total
            parameters["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def _question(self, query: Query) -> dict[str, Any]:
        pk, sk = query.key_names
        condition, values = _range(query)
        parameters: dict[str, Any] = {
            "TableName": self._name,
            "KeyConditionExpression": f"#pk = :pk{condition}",
            "ExpressionAttributeNames": {"#pk": pk, "#sk": sk} if condition else {"#pk": pk},
            "ExpressionAttributeValues": encode_item({":pk": query.pk, **values}),
            "ScanIndexForward": not query.reverse,
            **_CAPACITY,
            **({"ConsistentRead": True} if query.index is None else {"IndexName": query.index}),
        }
        if (position := query.position()) is not None:
            start = dict(zip(query.position_names, position, strict=True)) | {pk: query.pk}
            parameters["ExclusiveStartKey"] = encode_item(start)
        return parameters

    async def _transact(self, operations: Sequence[Operation]) -> None:
        attempt = list(operations)
        for _ in range(_ROUNDS):
            try:
                return await self._send(attempt)
            except ConditionFailed as failed:
                attempt = self._afresh(operations, attempt, failed)
        raise Throttled(f"other writers keep changing the same items of the table {self._name}")

    async def _send(self, operations: Sequence[Operation]) -> None:
        """A write whose repetition gives the same item goes alone; any other in a transaction.

        A reply can be lost after the write took effect. The retry of a plain ADD then counts twice, and
        that of a plain put-if-absent fails on its own item. A transaction carries a token by which
        DynamoDB knows the retry; it costs twice the write units, so only those writes pay that need it.
        An unconditional write may so land twice, and undo what another wrote between the two: where that
        matters, the caller states a condition.
        """
        now = self.now()
        try:
            if len(operations) == 1 and _repeatable(operations[0]):
                await self._send_alone(operations[0], now)
            else:
                await self._send_together(operations, now)
        except ClientError as error:
            raise _condition_failed(error, operations) from error

    async def _send_alone(self, operation: Operation, now: int) -> None:
        call = {"Put": "put_item", "Update": "update_item", "Delete": "delete_item"}[_ACTION[type(operation)]]
        await self._call(call, TableName=self._name, **request(operation, now), **_CAPACITY)

    async def _send_together(self, operations: Sequence[Operation], now: int) -> None:
        actions = [
            {_ACTION[type(operation)]: {"TableName": self._name, **request(operation, now)}}
            for operation in operations
        ]
        token = uuid.uuid4().hex
        await self._call("transact_write_items", TransactItems=actions, ClientRequestToken=token, **_CAPACITY)

    def _afresh(
        self, wanted: Sequence[Operation], attempt: Sequence[Operation], failed: ConditionFailed
    ) -> list[Operation]:
        """What to send next, when all that failed is updates that met an expired item.

        Such an update holds on an absent item, so it is sent again as the item that it would make.
        A condition that really failed is raised.
        """
        now = self.now()
        revised, real = list(attempt), list[FailedCondition]()
        for failure in failed.failures:
            operation, current = wanted[failure.position], failure.current
            if current is not None and expired(current, now):
                current = None
            if isinstance(operation, Update) and holds(operation.when, current):
                fresh = Put(apply(operation, None), when=ABSENT)
                revised[failure.position] = fresh if current is None else operation
            else:
                real.append(FailedCondition(failure.position, failure.key, current))
        if real:
            raise ConditionFailed(real)
        return revised

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        for part in _parts(operations, _WRITE_BATCH):
            await self._write_batch([_batch_entry(operation) for operation in part])

    async def _write_batch(self, entries: list[dict[str, Any]]) -> None:
        waiting: dict[str, Any] = {self._name: entries}
        for attempt in range(_ROUNDS):
            answer = await self._call("batch_write_item", RequestItems=waiting, **_CAPACITY)
            waiting = answer.get("UnprocessedItems", {})
            if not waiting:
                return
            await self._call.back_off(attempt)
        raise Throttled(f"DynamoDB left writes to the table {self._name} undone")

    async def scan(self) -> AsyncIterator[Item]:
        after: Key | None = None
        while True:
            items, after = await self.scan_page(after)
            for item in items:
                yield item
            if after is None:
                return

    async def scan_page(self, after: Key | None, **most: int) -> tuple[list[Item], Key | None]:
        """The items after a key in the server's own order, and after which to go on if there are more."""
        start = {} if after is None else {"ExclusiveStartKey": encode_key(after)}
        answer = await self._call(
            "scan", TableName=self._name, ConsistentRead=True, **_CAPACITY, **start, **most
        )
        now = self.now()
        items = [item for item in map(decode_item, answer["Items"]) if not expired(item, now)]
        last = answer.get("LastEvaluatedKey")
        return items, None if last is None else key_of(decode_item(last))

    async def sweep(self, limit: int = 1000) -> int:  # noqa: ARG002 - DynamoDB removes expired items itself
        return 0

    async def purge(self) -> None:
        """The disks are Amazon's; see docs/dynamodb.md for backups."""

    async def size(self) -> int | None:
        """DynamoDB measures it every six hours or so."""
        answer = await self._call("describe_table", TableName=self._name)
        return answer.get("Table", {}).get("TableSizeBytes")

    async def check_place(self) -> None:
        """Every request names the table."""

    async def check(self) -> None:
        await check_table(self._call, self._name)

    async def close(self) -> None:
        await self._stack.aclose()


def _repeatable(operation: Operation) -> bool:
    match operation:
        case Put(when=None) | Delete(when=None):
            return True
        case Update(when=when, add=add):
            return not add and (when is None or when == EXISTS)
        case _:
            return False


def _range(query: Query) -> tuple[str, dict[str, str]]:
    if query.prefix:
        return " AND begins_with(#sk, :prefix)", {":prefix": query.prefix}
    if query.lo and query.hi is not None:
        return " AND #sk BETWEEN :lo AND :hi", {":lo": query.lo, ":hi": query.hi}
    if query.lo:
        return " AND #sk >= :lo", {":lo": query.lo}
    if query.hi is not None:
        return " AND #sk <= :hi", {":hi": query.hi}
    return "", {}


def _condition_failed(error: ClientError, operations: Sequence[Operation]) -> ConditionFailed:
    reasons = cancellation_reasons(error) or [{"Code": "ConditionalCheckFailed", **error.response}]
    return ConditionFailed(
        [
            FailedCondition(
                position, operation.key, decode_item(reason["Item"]) if reason.get("Item") else None
            )
            for position, (operation, reason) in enumerate(zip(operations, reasons, strict=True))
            if reason.get("Code") == "ConditionalCheckFailed"
        ]
    )


def _batch_entry(operation: Operation) -> dict[str, Any]:
    if isinstance(operation, Put):
        return {"PutRequest": {"Item": encode_item(operation.item)}}
    return {"DeleteRequest": {"Key": encode_key(operation.key)}}


def _parts(sequence: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [sequence[start : start + size] for start in range(0, len(sequence), size)]
