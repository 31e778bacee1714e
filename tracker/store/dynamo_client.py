"""The one client of the process: how aioboto3 is set up for the table."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, cast

import aioboto3  # pyright: ignore[reportMissingTypeStubs] - it ships none
from aiobotocore.config import AioConfig
from botocore.exceptions import BotoCoreError

from tracker.store.capacity import Observe, unobserved
from tracker.store.dynamo_calls import Caller, Sleep, classify

CONFIG = AioConfig(
    retries={"mode": "standard", "total_max_attempts": 1},  # dynamo_calls decides what is tried again
    connect_timeout=5,
    read_timeout=10,
    max_pool_connections=50,
    parameter_validation=False,  # table.py has checked; a tenth of the client's time saved
)


async def connect(
    stack: AsyncExitStack,
    *,
    table: str,
    region: str,
    endpoint_url: str | None,
    observe: Observe = unobserved,
    sleep: Sleep = asyncio.sleep,
) -> Caller:
    """A caller on a client that lives as long as `stack`."""
    try:
        session: Any = aioboto3.Session()
        client = await stack.enter_async_context(
            session.client("dynamodb", region_name=region, endpoint_url=endpoint_url, config=CONFIG)
        )
    except (BotoCoreError, ValueError) as error:
        failure, _ = classify(error, table)
        raise failure from error
    return Caller(cast("object", client), table, observe, sleep)
