"""What all tests share: a clock moved by hand, an open table, and what makes so many of them quick."""

import asyncio
import gc
import os
import re
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import aioboto3
import boto3
import pytest
import structlog
from hypothesis import settings

from tests.fakes.clock import HandClock
from tests.fakes.loop_time import LeapingLoop
from tests.servers.deviations import deviation
from tests.servers.engines import SERVERS, absence
from tracker.locales import read_by
from tracker.store.capacity import unobserved
from tracker.store.dynamo import DynamoTable
from tracker.store.dynamo_calls import Caller, Sleep
from tracker.store.dynamo_client import CONFIG
from tracker.store.schema import table_definition
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import TTL

OpenOnServer: TypeAlias = Callable[..., Awaitable[DynamoTable]]

TWO_ENGINES = ("sqlite", "ministack" if absence("dynoxide") else "dynoxide")
"""For what stands or falls with how writers meet, and for some that go the whole way."""
REGION = "us-east-1"

settings.register_profile("questlog", derandomize=True, deadline=None, database=None)
settings.load_profile("questlog")


MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder in it that only its owner may enter
ENOUGH = 2 << 30
"""In bytes: far more than what the tests that run at one time write, as those that passed leave nothing."""
LONG = re.compile(r"/crash/|_year\.py|test_time_travel\.py|test_side_by_side\.py")
sys.dont_write_bytecode = False
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # else each process that is started compiles all of Questlog anew
NEW_OBJECTS = 50_000
"""So many before the collector looks at them; Python's own 700 took a fifth of the time of all tests."""


def pytest_configure() -> None:
    """Stores in memory, where the machine has such a place: a disk takes milliseconds to keep each write, and
    no test could tell. And tracebacks in plain text: with all local variables one takes a second."""
    if os.access(MEMORY, os.W_OK) and (room := os.statvfs(MEMORY)).f_bavail * room.f_frsize >= ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there when the first test begins stays to the end: nobody need look whether it is garbage."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.enable()
    return found


def pytest_runtest_teardown() -> None:
    """Whoever a test was for is not who reads in the next one."""
    read_by(None, None)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both engines for what is marked so, and for what asks for something that is `everywhere`."""
    marked = metafunc.definition.get_closest_marker("both_engines") or "everywhere" in metafunc.fixturenames
    if "engine" in metafunc.fixturenames and marked:
        metafunc.parametrize("engine", TWO_ENGINES, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test on a server that is not here, or that is known to fail it. The longest come first: so no
    process is left with one of them when the others are done."""
    items.sort(key=lambda item: not LONG.search(item.nodeid))
    for item in items:
        if isinstance(item, pytest.Function) and (callspec := getattr(item, "callspec", None)):
            server = callspec.params.get("engine", "sqlite")
            if (reason := absence(server)) is not None:
                item.add_marker(pytest.mark.skip(reason=reason))
            elif (known := deviation(server, item.path.stem, item.originalname)) is not None:
                mark = pytest.mark.xfail(strict=True, reason=known.reason)
                item.add_marker(mark if known.runs else pytest.mark.skip(reason=known.reason))


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Every test runs in a loop whose time can leap."""
    return {"leaping": LeapingLoop}


@pytest.fixture(scope="session", autouse=True)
def aws_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Credentials that are worth nothing, none of the user's own AWS settings, and no store in their home."""
    nowhere = tmp_path_factory.mktemp("aws") / "none"
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        patch.setenv("AWS_ACCESS_KEY_ID", "questlog")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "not-a-secret")
        patch.setenv("AWS_CONFIG_FILE", str(nowhere))
        patch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(nowhere))
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("XDG_DATA_HOME", str(nowhere))
        yield


@pytest.fixture(scope="session")
def server_url(aws_environment: None) -> Iterator[Callable[[str], str]]:  # noqa: ARG001 - it comes first
    """From a server's name to its address; each is started when a test first asks, and ended at the end."""
    addresses: dict[str, str] = {}
    with ExitStack() as running:

        def address(name: str) -> str:
            if name not in addresses:
                addresses[name] = running.enter_context(SERVERS[name]())
            return addresses[name]

        yield address


@pytest.fixture(scope="session")
def dynamo_client(server_url: Callable[[str], str]) -> Callable[[str], Any]:
    """A client of the server of that name."""
    return cache(lambda name: boto3.client("dynamodb", region_name=REGION, endpoint_url=server_url(name)))


@pytest.fixture
def new_dynamo_table(dynamo_client: Callable[[str], Any]) -> Iterator[Callable[[str], str]]:
    """Make a fresh table on the server of that name, and answer the table's name. It goes with the test: a
    server with many of them takes long to make another."""
    made: list[tuple[str, str]] = []

    def make(server: str) -> str:
        client, name = dynamo_client(server), f"questlog-test-{uuid.uuid4().hex}"
        made.append((server, name))
        if client.create_table(**table_definition(name))["TableDescription"]["TableStatus"] != "ACTIVE":
            client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        client.update_time_to_live(
            TableName=name, TimeToLiveSpecification={"Enabled": True, "AttributeName": TTL}
        )
        return name

    yield make
    for server, name in made:
        with suppress(dynamo_client(server).exceptions.ResourceNotFoundException):
            dynamo_client(server).delete_table(TableName=name)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def set_aside_again() -> Iterator[None]:
    """For tests of what does as `pytest_collection` does, and gives all back to the collector at its end."""
    yield
    gc.freeze()


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """SQLite, unless a test is for both. That all engines do the same, the tests of the store itself say, on
    every server: rules need but one."""
    return getattr(request, "param", "sqlite")


@pytest.fixture(scope="session")
def open_on_server(aws_environment: None) -> OpenOnServer:  # noqa: ARG001 - it comes first
    """Like `DynamoTable.open`, twenty times faster: one session has learnt the API for all tests."""
    session = aioboto3.Session()

    async def opened(
        url: str,
        name: str,
        clock: HandClock,
        sleep: Sleep = asyncio.sleep,
        kind: type[DynamoTable] = DynamoTable,
    ) -> DynamoTable:
        stack = AsyncExitStack()
        client = await stack.enter_async_context(
            # Nothing is encrypted on loopback, and reading the list of authorities takes 25 ms.
            session.client("dynamodb", region_name=REGION, endpoint_url=url, config=CONFIG, verify=False)
        )
        return kind(Caller(client, name, unobserved, sleep), name, clock, stack)

    return opened


@pytest.fixture
async def table(
    engine: str, clock: HandClock, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Table]:
    """An empty table on the engine."""
    if engine == "sqlite":
        opened: Table = await SqliteTable.open(tmp_path / "questlog.db", clock)
    else:
        name = request.getfixturevalue("new_dynamo_table")(engine)
        url = request.getfixturevalue("server_url")(engine)
        opened = await request.getfixturevalue("open_on_server")(url, name, clock)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def sqlite_table(clock: HandClock, tmp_path: Path) -> AsyncIterator[SqliteTable]:
    """An empty table on the embedded engine alone, for tests above the store."""
    opened = await SqliteTable.open(tmp_path / "questlog.db", clock)
    try:
        yield opened
    finally:
        await opened.close()
