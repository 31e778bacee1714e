"""The DynamoDB engine against bare aioboto3 calls to the same server, with the same answers decoded."""

import os
import uuid
from collections.abc import AsyncIterator
from typing import Any

import aioboto3
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from pydantic import HttpUrl

from benchmarks.measure import Measured, compare
from benchmarks.sqlite_engine import item
from tests.servers.engines import SERVERS, absence
from tracker.clock import system_clock
from tracker.settings import StoreSettings
from tracker.store.dynamo import DynamoTable
from tracker.store.dynamo_admin import create_table
from tracker.store.table import Put
from tracker.store.values import Key

TABLE, REGION = "questlog", "us-east-1"


async def engine() -> list[Measured]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_EC2_METADATA_DISABLED"):
        os.environ[name] = "true"
    server = "dynoxide" if absence("dynoxide") is None else "ministack"
    with SERVERS[server]() as url:
        return await _on(server, url)


async def _on(server: str, url: str) -> list[Measured]:
    await create_table(
        StoreSettings(engine="dynamodb", table=TABLE, endpoint_url=HttpUrl(url)), lambda _: None
    )
    table = await DynamoTable.open(table=TABLE, region=REGION, endpoint_url=url, clock=system_clock)
    session = aioboto3.Session()
    async with session.client("dynamodb", region_name=REGION, endpoint_url=url) as client:
        found = [one async for one in _compare(server, table, _Bare(client))]
    await table.close()
    return found


class _Bare:
    """The same calls by aioboto3 alone."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - aioboto3 has no types
        self._client, self._wire, self._python = client, TypeSerializer(), TypeDeserializer()

    async def put(self, n: int) -> object:
        return await self._client.put_item(TableName=TABLE, Item=self._sent(item("P", n % 100)))

    async def get(self, n: int) -> object:
        key = {"PK": {"S": "P"}, "SK": {"S": f"ITEM#{n % 100:08}"}}
        return self._read(
            (await self._client.get_item(TableName=TABLE, Key=key, ConsistentRead=True))["Item"]
        )

    async def query(self, _: int) -> object:
        answer = await self._client.query(
            TableName=TABLE,
            KeyConditionExpression="PK = :pk",
            ExpressionAttributeValues={":pk": {"S": "P"}},
            Limit=20,
            ConsistentRead=True,
        )
        return [self._read(found) for found in answer["Items"]]

    async def transact(self, n: int) -> object:
        puts = [{"Put": {"TableName": TABLE, "Item": self._sent(item(f"T{i}", n % 100))}} for i in range(3)]
        token = uuid.uuid4().hex
        return await self._client.transact_write_items(TransactItems=puts, ClientRequestToken=token)

    def _sent(self, new: dict[str, Any]) -> dict[str, Any]:
        return {name: self._wire.serialize(value) for name, value in new.items()}

    def _read(self, found: dict[str, Any]) -> dict[str, Any]:
        return {name: self._python.deserialize(value) for name, value in found.items()}


async def _compare(server: str, table: DynamoTable, bare: _Bare) -> AsyncIterator[Measured]:
    yield await compare(
        f"dynamodb ({server}) put",
        lambda n: table.put(item("P", n % 100)),
        bare.put,
        count=150,
        wanted=0.8,
    )
    yield await compare(
        f"dynamodb ({server}) get",
        lambda n: table.get(Key("P", f"ITEM#{n % 100:08}")),
        bare.get,
        count=150,
        wanted=0.8,
    )
    yield await compare(
        f"dynamodb ({server}) query 20",
        lambda _: table.query("P", limit=20),
        bare.query,
        count=80,
        wanted=0.8,
    )
    yield await compare(
        f"dynamodb ({server}) transact of 3",
        lambda n: table.transact([Put(item(f"T{i}", n % 100)) for i in range(3)]),
        bare.transact,
        count=80,
        wanted=0.8,
    )
