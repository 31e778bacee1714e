"""A DynamoDB table behind a proxy that can go wrong, with an engine that does not wait between attempts."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.dynamo_proxy import DynamoProxy, proxy_before
from tests.servers.engines import SERVERS
from tests.tracker.store.waits import Waits
from tracker.store.dynamo import DynamoTable

SERVER = "ministack"
EVERY_ENGINE = ("sqlite", *SERVERS)


@pytest.fixture(params=EVERY_ENGINE)
def engine(request: pytest.FixtureRequest) -> str:
    """SQLite, and each DynamoDB-compatible server in turn."""
    return request.param


@pytest.fixture
async def proxy(server_url: Callable[[str], str]) -> AsyncIterator[DynamoProxy]:
    async with proxy_before(server_url(SERVER)) as standing:
        yield standing


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
async def proxied(
    proxy: DynamoProxy,
    new_dynamo_table: Callable[[str], str],
    open_on_server: Callable[..., Awaitable[DynamoTable]],
    clock: HandClock,
    waits: Waits,
) -> AsyncIterator[DynamoTable]:
    """An empty table that is reached through the proxy."""
    opened = await open_on_server(proxy.url, new_dynamo_table(SERVER), clock, waits)
    try:
        yield opened
    finally:
        await opened.close()
