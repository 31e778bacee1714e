"""A browser in front of the pages, and somebody who is signed in."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.web.pages.browsing import Browser, browsing
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def browser(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Browser]:
    async with browsing(sqlite_table, clock) as opened:
        yield opened


@pytest.fixture
async def ada(browser: Browser) -> Browser:
    await browser.sign_in()
    return browser
