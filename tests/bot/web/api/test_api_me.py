"""A person at a glance over HTTP: for a widget, or a display on the wall."""

from collections.abc import AsyncIterator

import pytest

from bot.today.usecases import goal_glance
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import START, HandClock
from tests.tracker.goals.scenes import woodcutting
from tracker.dashboard import GoalGlance
from tracker.goals.model import LatestProgress
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def test_everything_is_there_at_a_glance(site: ApiSite) -> None:
    await site.habit("gym")
    await site.habit("read 20 pages")
    await site.tells("gym")
    answer = await site.gets("/api/v1/me")

    assert answer.status == 200
    me = answer.document
    assert (me["timezone"], me["points"], me["coins"], me["level"], me["pointsToNextLevel"]) == (
        "UTC",
        10,
        10,
        1,
        90,
    )
    assert [(one["name"], one["state"], one["streak"]["current"]) for one in me["habits"]] == [
        ("Gym", "done", 1),
        ("Read", "open", 0),
    ]
    assert [one["title"] for one in me["achievements"]] == ["First step"]
    assert me["goals"] == []


async def test_nobody_sees_it_without_a_token(site: ApiSite) -> None:
    assert (await site.asks("GET", "/api/v1/me")).status == 401


def test_a_goal_says_how_far_it_is_and_one_without_a_number_says_nothing() -> None:
    goal = woodcutting(start_value=0)
    latest = LatestProgress(at=START, value=6_517_215, day=START.date(), best=6_517_215)
    shown = [goal_glance(GoalGlance(goal, seen)).json_value() for seen in (latest, None)]

    assert [(one["title"], one["value"], one["percent"], one["seenAt"]) for one in shown] == [
        ("99 Woodcutting", 6_517_215, 49.9, "2100-01-01T00:00:00Z"),
        ("99 Woodcutting", None, None, None),
    ]
