"""The table itself: made, described, and compared with the schema that Questlog needs."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from tracker.frozen import frozen
from tracker.settings import StoreSettings
from tracker.store.dynamo_calls import Caller, Sleep
from tracker.store.dynamo_client import connect
from tracker.store.errors import InvalidItem, StoreError, StoreUnavailable, TableMissing
from tracker.store.schema import differences, table_definition
from tracker.store.values import TTL

_PATIENCE = 150
_POLL_SECONDS = 2.0


@frozen
class TableDescription:
    """What `questlog table describe` shows."""

    name: str
    status: str
    items: int
    bytes: int
    indexes: Mapping[str, str]
    """Name to status."""
    ttl: str | None
    """The attribute that expires items, or None where that is off."""
    point_in_time_recovery: bool | None
    """None where the server does not know of it."""
    problems: tuple[str, ...]
    """How it differs from the schema."""


async def create_table(
    settings: StoreSettings, progress: Callable[[str], None], sleep: Sleep = asyncio.sleep
) -> bool:
    """Make the table with all that belongs to it, unless it is there; whether this call made it."""
    async with AsyncExitStack() as stack:
        call = await _connect(stack, settings)
        made = await _create(call, settings.table)
        progress(f"table {settings.table} {'asked for' if made else 'is there'}")
        await _until_active(call, settings.table, progress, sleep)
        if await _ttl_attribute(call, settings.table) is None:
            await call(
                "update_time_to_live",
                TableName=settings.table,
                TimeToLiveSpecification={"Enabled": True, "AttributeName": TTL},
            )
            progress("time to live is on")
        if not await _recovery(call, settings.table):
            await _protect(call, settings.table, progress)
        return made


async def describe_table(settings: StoreSettings) -> TableDescription:
    async with AsyncExitStack() as stack:
        call = await _connect(stack, settings)
        found = await _found(call, settings.table)
        ttl = await _ttl_attribute(call, settings.table)
        return TableDescription(
            name=settings.table,
            status=found["TableStatus"],
            items=found.get("ItemCount", 0),
            bytes=found.get("TableSizeBytes", 0),
            indexes=_index_states(found),
            ttl=ttl,
            point_in_time_recovery=await _recovery(call, settings.table),
            problems=tuple(differences(found, ttl)),
        )


async def check_table(call: Caller, table: str) -> None:
    """Raise Unavailable unless the table is there, active and as the schema says."""
    found = await _found(call, table)
    if found["TableStatus"] not in ("ACTIVE", "UPDATING"):
        raise StoreUnavailable(f"the table {table} is {found['TableStatus'].lower()}; try again in a minute")
    making = [name for name, state in _index_states(found).items() if state in ("CREATING", "DELETING")]
    if making:
        raise StoreUnavailable(
            f"the table {table} is changing its index {making[0]}; try again in a few minutes"
        )
    if problems := differences(found, await _ttl_attribute(call, table)):
        raise StoreUnavailable(
            f"the table {table} has another schema: {'; '.join(problems)}. "
            "Use another store.table, or mend it as `questlog table describe` shows"
        )


async def _connect(stack: AsyncExitStack, settings: StoreSettings) -> Caller:
    endpoint = str(settings.endpoint_url) if settings.endpoint_url else None
    return await connect(stack, table=settings.table, region=settings.region, endpoint_url=endpoint)


async def _create(call: Caller, table: str) -> bool:
    try:
        await call("describe_table", TableName=table)
    except TableMissing:
        await call("create_table", **table_definition(table))
        return True
    return False


async def _until_active(call: Caller, table: str, progress: Callable[[str], None], sleep: Sleep) -> None:
    for _ in range(_PATIENCE):
        found = await _found(call, table)
        states = [found["TableStatus"], *_index_states(found).values()]
        if all(state == "ACTIVE" for state in states):
            return
        progress(f"{states.count('ACTIVE')} of {len(states)} parts are active")
        await sleep(_POLL_SECONDS)
    raise StoreUnavailable(f"the table {table} is still being made; look with `questlog table describe`")


async def _protect(call: Caller, table: str, progress: Callable[[str], None]) -> None:
    try:
        await call(
            "update_continuous_backups",
            TableName=table,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
        )
    except StoreError as error:
        progress(f"point-in-time recovery stays off: {error}")
    else:
        progress("point-in-time recovery is on")


async def _found(call: Caller, table: str) -> Mapping[str, Any]:
    answer = await call("describe_table", TableName=table)
    if "Table" not in answer:
        raise StoreUnavailable("what answers at store.endpoint_url is not DynamoDB; check that address")
    return answer["Table"]


def _index_states(found: Mapping[str, Any]) -> dict[str, str]:
    indexes = found.get("GlobalSecondaryIndexes", ())
    return {index["IndexName"]: index.get("IndexStatus", "ACTIVE") for index in indexes}


async def _ttl_attribute(call: Caller, table: str) -> str | None:
    answer = await call("describe_time_to_live", TableName=table)
    found = answer["TimeToLiveDescription"]
    return found.get("AttributeName") if found["TimeToLiveStatus"] in ("ENABLED", "ENABLING") else None


async def _recovery(call: Caller, table: str) -> bool | None:
    try:
        answer = await call("describe_continuous_backups", TableName=table)
    except (InvalidItem, StoreUnavailable):
        return None
    found = answer["ContinuousBackupsDescription"].get("PointInTimeRecoveryDescription", {})
    return found.get("PointInTimeRecoveryStatus") == "ENABLED"
