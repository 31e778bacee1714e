"""One browser for all tests of a process, and a service for each: `questlog run`, as people run it."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.bot.service import service
from tests.browser.site import Site
from tests.patience import PATIENCE
from tests.rendering.chromium import NoChromium, environment_of, find_chromium

expect.set_options(timeout=PATIENCE * 1000)

FLAGS = ("--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where it is. Without one the tests are skipped, but not in CI, where nobody would see it."""
    try:
        return find_chromium()
    except NoChromium as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(f"{missing}. Or: make test, where npm is")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    home = {"HOME": str(tmp_path_factory.mktemp("browser"))}
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(
            executable_path=chromium,
            env={**environment_of(chromium), **home},
            args=FLAGS,
            timeout=PATIENCE * 1000,
        )
        yield opened
        await opened.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("questlog")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """A service on an empty store. It may read numbers from stand-ins, and nobody is too fast for it."""
    settings = {
        "QUESTLOG_SOURCES__HTTP_JSON__ALLOW_PRIVATE": "true",
        "QUESTLOG_WEB__REQUESTS_PER_MINUTE": "1000000",
    }
    with service(folder, **settings) as running:
        yield Site(running.ready(), folder, settings)


@pytest.fixture
def day(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A service on an empty store of the engine."""
    settings: dict[str, str] = {}
    if engine != "sqlite":
        table: Callable[[str], str] = request.getfixturevalue("new_dynamo_table")
        address: Callable[[str], str] = request.getfixturevalue("server_url")
        settings = {
            "QUESTLOG_STORE__ENGINE": "dynamodb",
            "QUESTLOG_STORE__TABLE": table(engine),
            "QUESTLOG_STORE__ENDPOINT_URL": address(engine),
        }
    with service(tmp_path, **settings) as running:
        yield Site(running.ready(), tmp_path, settings)
