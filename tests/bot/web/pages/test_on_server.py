"""What is on a server as it is elsewhere: where links lead, who may begin something, and what is whose."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable

STEADY = {"name": "Steady", "counts": "habits", "threshold": "3"}


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Clan]:
    async with clan_on_pages(sqlite_table, clock) as opened:
        yield opened


async def test_links_on_a_server_stay_there_and_the_menu_leads_home(clan: Clan) -> None:
    there = (await clan.browser.get(f"{clan.path}/challenges")).page.links
    assert f"{clan.path}/challenges/new" in there
    assert f"{clan.path}/challenges/join" in there
    assert "/challenges" in there, "the line of the menu"
    elsewhere = (await clan.browser.get("/challenges")).page.links
    assert [one for one in elsewhere if "/servers/" in one] == []


async def test_a_challenge_of_a_server_is_begun_by_who_manages_it_and_joined_by_its_members(
    clan: Clan,
) -> None:
    begun = await clan.browser.press(f"{clan.path}/challenges/new", "Begin", **STEADY)
    assert begun.path.startswith(f"{clan.path}/challenges/")
    assert f"{begun.path}/edit" in begun.page.links
    async with clan.somebody("bob", member=True) as bob:
        links = (await bob.get(f"{clan.path}/challenges")).page.links
        assert ("/challenges/new" in links, f"{clan.path}/challenges/new" in links) == (True, False)
        await bob.press("/habits/new", "Begin", habit="gym")
        joined = await bob.press(f"{begun.path}/join", "Join", name="Bob")
        assert "You are in Steady" in joined.page.text
        assert f"{begun.path}/edit" not in (await bob.get(begun.path)).page.links
    async with clan.somebody("eve", member=False) as eve:
        assert (await eve.get(begun.path)).status == 404
        assert (await eve.get(f"/challenges/{begun.path.rpartition('/')[2]}")).status == 403


async def test_a_group_goal_of_a_server_is_the_servers(clan: Clan) -> None:
    aim = {"name": "Clan June", "aim": "20 days each", "until": "in 4 weeks"}
    begun = await clan.browser.press(f"{clan.path}/groups/new", "Set it", **aim)
    async with clan.somebody("bob", member=True) as bob:
        assert "Clan June" in (await bob.get(f"{clan.path}/groups")).page.text
        refused = await bob.press(f"{begun.path}/edit", "Save", aim="25 days each")
        assert refused.status == 422
        assert "Clan June" not in (await bob.get("/groups")).page.text


async def test_the_leaderboard_of_a_server_is_joined_there_and_not_everybodys(clan: Clan) -> None:
    await clan.browser.press(f"{clan.path}/leaderboard/join", "Join", name="Ada")
    assert "Ada" in (await clan.browser.get(f"{clan.path}/leaderboard")).page.text
    assert "Nobody is on this leaderboard yet" in (await clan.browser.get("/leaderboard")).page.text


async def test_what_is_somebodys_own_is_no_more_to_be_seen_on_a_server_than_elsewhere(clan: Clan) -> None:
    own = (await clan.browser.press("/challenges/new", "Begin", **STEADY)).path
    aim = {"name": "Clan June", "aim": "20 days each", "until": "in 4 weeks", "who": "server"}
    goal = (await clan.browser.press("/groups/new", "Set it", **aim)).path
    async with clan.somebody("bob", member=True) as bob:
        for path in (own, f"{own}/standings", goal, f"{goal}/remove"):
            got = await bob.get(f"{clan.path}{path}")
            assert (got.status in {403, 404}, "Steady" in got.page.text, "June" in got.page.text) == (
                True,
                False,
                False,
            ), path
