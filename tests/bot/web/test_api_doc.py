"""docs/api.md shows what the API answers, key by key, and its limits."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.web import api
from bot.web.api_body import FIELDS, MOST_BYTES
from bot.web.office import Office
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.habits.states import DayState
from tracker.store.sqlite import SqliteTable

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")


def shown(name: str) -> Any:  # noqa: ANN401 - any JSON
    found = re.search(rf"```json {name}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def test_answers_are_as_the_page_shows_them(site: ApiSite) -> None:
    await site.habit("read 20 pages")

    told = (await site.tells("read", amount=5)).document
    listed = (await site.lists()).document

    assert list(told) == list(shown("told"))
    assert list(told["habit"]) == list(shown("told")["habit"])
    assert list(listed) == list(shown("list"))
    assert list(listed["habits"][0]) == list(shown("list")["habits"][0])


def test_the_page_has_every_address_field_and_limit() -> None:
    for route in api.routes(Office()):
        assert f"`{route.method} {route.path}`" in PAGE
    assert all(f"| `{field}` |" in PAGE for field in FIELDS)
    assert all(f"`{state}`" in PAGE for state in DayState)
    assert f"{MOST_BYTES:,} bytes" in PAGE
    assert f"more than {api.CALLS.most} requests" in PAGE
