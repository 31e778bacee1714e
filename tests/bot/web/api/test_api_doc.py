"""docs/api.md shows what the API answers, key by key, and its limits."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features import FEATURES
from bot.habits.requests import CompleteDay
from bot.today.documents import GoalSummary, Unlocked
from bot.web.http_api.caller import CALLS
from bot.web.http_api.fields import MOST_BYTES
from bot.web.http_api.serving import V1, feature_routes
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.habits.states import DayState
from tracker.happenings.model import HappeningKind
from tracker.store.sqlite import SqliteTable

PAGE = (Path(__file__).parents[4] / "docs" / "api.md").read_text("utf-8")


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

    logged = (await site.tells("read", amount=5)).document
    listed = (await site.lists()).document
    me = (await site.gets("/api/me")).document

    assert list(logged) == list(shown("logged"))
    assert list(logged["habit"]) == list(shown("logged")["habit"])
    problem = (await site.tells("raed")).document
    assert list(problem) == list(shown("problem"))
    assert list(problem["error"]) == list(shown("problem")["error"])
    assert list(listed) == list(shown("list"))
    [habit], [shown_habit] = listed["habits"], shown("list")["habits"]
    assert shown_habit.keys() <= habit.keys()
    assert list(habit["streak"]) == list(shown_habit["streak"])
    assert list(me) == list(shown("me"))
    assert list(GoalSummary.model_json_schema(by_alias=True)["properties"]) == list(shown("me")["goals"][0])
    assert list(Unlocked.model_json_schema(by_alias=True)["properties"]) == list(
        shown("me")["achievements"][0]
    )


def test_the_page_has_every_address_field_and_limit() -> None:
    for route in feature_routes(FEATURES):
        assert f"`{route.method} {V1.prefix}{route.path}`" in PAGE
    assert all(f"| `{field}` |" in PAGE for field in CompleteDay.model_fields if field != "habit")
    assert all(f"`{state}`" in PAGE for state in DayState)
    assert all(f"| `{one}` |" in PAGE for one in HappeningKind)
    assert f"{MOST_BYTES:,} bytes" in PAGE
    assert f"more than {CALLS.most} requests" in PAGE
