"""Every page of every feature, once at least, and every act, as somebody does it without a script.

That no act is left out, the same tours show in a real browser (`tests/browser/test_every_act.py`).
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features import FEATURES
from bot.web.site.tables import Tables
from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.every_tour import EVERY, beginning
from tests.bot.web.pages.server_tours import SERVER_TOURS
from tests.bot.web.pages.tours import Learn, Tour, walk
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path) -> AsyncIterator[Browser]:
    async with beginning(sqlite_table, clock, tmp_path) as browser:
        await browser.sign_in()
        yield browser


@pytest.mark.parametrize("tour", EVERY, ids=lambda one: one.feature)
async def test_everything_can_be_done_on_pages(ada: Browser, tour: Tour) -> None:
    await walk(ada, tour)


def test_no_page_is_left_out() -> None:
    stops = (stop for tour in (*EVERY, *SERVER_TOURS) for stop in tour.stops)
    opened = {stop.path.partition("?")[0] for stop in stops if not isinstance(stop, Learn)}
    assert [one.path for one in Tables(FEATURES).pages if not _any_like(one.path, opened)] == []


def _any_like(path: str, opened: set[str]) -> bool:
    pattern = re.sub(r"\{[a-z]+\}", "[^/]+", path)
    return any(re.fullmatch(pattern, one) for one in opened)
