"""Points, achievements and leaderboards over HTTP and by SMS: the same facts, and the same refusals."""

from collections.abc import AsyncIterator

import pytest

from bot.rewards.sms import SMS
from bot.sms.part import Answer
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.front_ends import FrontEnd
from tracker.refusals import Refused
from tracker.rewards.achievements import ACHIEVEMENTS
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def texts(site: ApiSite, words: str) -> Answer:
    """What is answered to an SMS; the first word of it is the command."""
    name, _, rest = words.partition(" ")
    [command] = [one for one in SMS.commands if one.phrase.name == name]
    return await command.handle(Visit(site.services, site.ada, FrontEnd.SMS, site.clock()), rest)


async def test_points_and_achievements_are_what_habits_gave(site: ApiSite) -> None:
    assert (await texts(site, "points")).text.startswith("0 points: level 1, 100 points to the next one.")
    await site.habit("gym")
    await site.tells("gym")

    points = (await site.gets("/api/points?limit=5")).document
    achieved = (await site.gets("/api/achievements")).document

    assert (points["points"], points["level"], points["today"], points["pages"]) == (10, 1, 10, 1)
    assert [(one["points"], one["name"]) for one in points["ledger"]] == [(10, "Gym")]
    assert achieved["achievements"][0] == {
        "id": "first",
        "title": "First step",
        "text": "Did a habit for the first time.",
        "unlockedAt": "2100-01-01T00:00:01Z",
    }
    assert (achieved["unlocked"], achieved["total"]) == (1, len(ACHIEVEMENTS))
    assert (await texts(site, "points")).text == "10 points, level 1, 90 points to level 2, +10 today"
    assert (await texts(site, "achievements")).text.splitlines()[:2] == [
        f"Your achievements, 1 of {len(ACHIEVEMENTS)}:",
        "First step: Did a habit for the first time., 1 January",
    ]


async def test_who_joins_by_http_is_seen_by_sms_and_the_other_way_round(site: ApiSite) -> None:
    await site.habit("gym")
    await site.tells("gym")
    empty = (await site.gets("/api/leaderboard")).document
    assert (empty["joined"], empty["top"], empty["you"]) == (False, [], None)

    joined = await site.posts("/api/leaderboard", json={"name": "Ada", "overtakes": True})
    assert joined.document["you"] == {"rank": 1, "name": "Ada", "points": 10, "you": True}
    assert (await texts(site, "top")).text == (
        "Top of all time:\n1. Ada (you): 10 points\nTOP LEAVE takes you off it."
    )

    left = await texts(site, "top leave")
    assert left.text == "You are no longer on the leaderboard of everybody; your points stay."
    assert left.undo == "top join Ada"
    assert (await texts(site, "top week")).text.splitlines()[0] == "Nobody is on this leaderboard yet."
    again = await texts(site, "top join Countess")
    assert "Everybody there sees you as Countess" in again.text
    assert again.undo == "top leave"
    assert (await texts(site, "top join Ada")).undo == "top join Countess"

    board = (await site.gets("/api/leaderboard?span=week")).document
    assert [one["name"] for one in board["top"]] == ["Ada"]
    gone = await site.asks("DELETE", "/api/leaderboard", headers={"Authorization": f"Bearer {site.token}"})
    assert (gone.document["joined"], gone.document["wasJoined"]) == (False, True)


@pytest.mark.parametrize(
    ("path", "sms", "code", "status"),
    [
        ("?span=year", "top year", "bad_span", 422),
        ("?scope=Clan", "top leave Clan", "no_such_board", 404),
    ],
)
async def test_what_is_refused_has_one_code(
    site: ApiSite, path: str, sms: str, code: str, status: int
) -> None:
    said = await site.gets(f"/api/leaderboard{path}")

    assert (said.status, said.code) == (status, code)
    with pytest.raises(Refused) as refused:
        await texts(site, sms)
    assert refused.value.code == code


async def test_without_any_name_nobody_joins(site: ApiSite) -> None:
    said = await site.posts("/api/leaderboard", json={})

    assert (said.status, said.code, said.document["error"]["field"]) == (422, "name_missing", "name")
    with pytest.raises(Refused) as refused:
        await texts(site, "top join")
    assert refused.value.code == "name_missing"
