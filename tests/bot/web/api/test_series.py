"""Numbers over time, for charts that others draw."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.web.api.test_api_doc import shown
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import START, HandClock
from tests.tracker.goals.scenes import record, settle, woodcutting
from tracker.goals.pace.gains import Point
from tracker.store.sqlite import SqliteTable

DAY = 86_400


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def test_a_metric_is_one_value_a_day(site: ApiSite) -> None:
    await site.posts("/api/v1/metrics", json={"name": "Weight", "unit": "kg"})
    for value in (82.4, 82.1, 81.9):
        await site.posts("/api/v1/metrics/weight/logs", json={"value": value})
        site.clock.advance(DAY)

    said = (await site.gets("/api/v1/metrics/weight/series")).document

    assert [*said] == [*shown("series")]
    assert (said["name"], said["unit"], said["more"]) == ("Weight", "kg", False)
    assert said["series"] == [
        {"t": "2100-01-01", "v": 82.4},
        {"t": "2100-01-02", "v": 82.1},
        {"t": "2100-01-03", "v": 81.9},
    ]
    part = (await site.gets("/api/v1/metrics/weight/series?from=2100-01-02&to=2100-01-02")).document
    assert [one["t"] for one in part["series"]] == ["2100-01-02"]


async def test_a_habit_is_its_amounts_and_one_where_there_is_none(site: ApiSite) -> None:
    await site.habit("read 20 pages")
    await site.habit("gym")
    await site.tells("read", amount=5)
    await site.tells("gym")
    site.clock.advance(DAY)
    await site.tells("gym", "skip")

    read = (await site.gets("/api/v1/habits/read/series")).document
    gym = (await site.gets("/api/v1/habits/gym/series")).document

    assert (read["unit"], read["series"]) == ("pages", [{"t": "2100-01-01", "v": 5}])
    assert gym["series"] == [{"t": "2100-01-01", "v": 1}]


async def test_a_goal_has_a_point_for_each_change(site: ApiSite) -> None:
    goal = woodcutting(user=site.ada.id, start_value=0)
    await settle(site.services.table, site.ada, goal)
    await record(site.services.table, goal, [Point(START, 100), Point(START.replace(hour=1), 250)])
    site.clock.advance(DAY)

    said = await site.gets("/api/v1/goals/wc/series")

    assert said.document["series"] == [
        {"t": "2100-01-01T00:00:00Z", "v": 100},
        {"t": "2100-01-01T01:00:00Z", "v": 250},
    ]
    assert (said.document["name"], said.document["unit"]) == ("99 Woodcutting", "xp")
    none = (await site.gets("/api/v1/goals/wc/series?from=2100-01-02")).document
    assert none["series"] == []
    wrong = await site.gets("/api/v1/goals/wc/series?from=tomorrow")
    assert (wrong.status, wrong.document["error"]["field"]) == (422, "from")


async def test_a_goal_of_parts_is_its_percentage_after_each_change(site: ApiSite) -> None:
    await site.posts("/api/v1/goals", json={"title": "Run a marathon"})
    for criterion in ("Buy shoes", "Run 10 km"):
        await site.posts("/api/v1/goals/marathon/link", json={"criterion": criterion})
    await site.gets("/api/v1/goals")
    for criterion in ("Buy shoes", "Run 10 km"):
        site.clock.advance(DAY)
        await site.posts("/api/v1/goals/marathon/tick", json={"criterion": criterion})
        await site.gets("/api/v1/goals")
    await site.posts("/api/v1/goals/marathon/pause")

    said = (await site.gets("/api/v1/goals/marathon/series")).document

    assert (said["name"], said["unit"], said["more"]) == ("Run a marathon", "%", False)
    assert [(one["t"][:10], one["v"]) for one in said["series"]] == [
        ("2100-01-01", 0),
        ("2100-01-02", 50),
        ("2100-01-03", 100),
    ]
    part = (await site.gets("/api/v1/goals/marathon/series?from=2100-01-02&to=2100-01-02")).document
    assert [one["v"] for one in part["series"]] == [50]


async def test_what_takes_a_number_says_that_a_goal_of_parts_has_none(site: ApiSite) -> None:
    await site.posts("/api/v1/goals", json={"title": "Run a marathon"})
    for path in ("/api/v1/goals/marathon/history", "/api/v1/gains?goal=marathon"):
        said = await site.gets(path)
        assert (said.status, said.message) == (
            404,
            "'Run a marathon' is made of parts. This takes a goal on a number.",
        )
