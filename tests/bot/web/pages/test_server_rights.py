"""Pages of a server are for its members, and what manages it for those who may, at the moment of asking."""

from collections.abc import AsyncIterator

import pytest

from bot.features import FEATURES
from bot.web.site.part import Act, Page
from bot.web.site.tables import Tables, filled, names_in
from bot.web.there import LOOKS_PER_MINUTE
from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import Fault, banned, hang, reset, server_error
from tracker.store.sqlite import SqliteTable

_TABLES = Tables(FEATURES)
THERE = [one for one in (*_TABLES.pages, *_TABLES.acts) if "guild" in names_in(one.path)]
MANAGING = [one for one in THERE if one.for_managers]
NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Clan]:
    async with clan_on_pages(sqlite_table, clock) as opened:
        yield opened


def at(path: str, guild: int) -> str:
    """With nothing else in it that would be there."""
    return filled(path, {**dict.fromkeys(names_in(path), "1"), "guild": guild})


async def says_no(browser: Browser, path: str, words: str, status: int, *, posts: bool = False) -> None:
    got = await (browser.post(path) if posts else browser.get(path))
    assert (got.status, words in got.page.text) == (status, True), (path, got.status, got.page.text)
    assert "Run Club" not in got.page.text


async def test_a_member_without_the_right_sees_and_does_nothing_that_manages(clan: Clan) -> None:
    await clan.set_up()
    async with clan.somebody("bob", member=True) as bob:
        page = (await bob.get(clan.path)).page
        assert "are a member" in page.text
        assert f"{clan.path}/settings" not in page.links
        for one in MANAGING:
            path, is_act = at(one.path, clan.guild.id), isinstance(one, Act)
            clan.browser.site.clock.advance(10)
            await says_no(bob, path, "Manage Server", 403, posts=is_act)
            if isinstance(one, Page) or one.form is not None:
                await says_no(bob, path, "Manage Server", 403)


async def test_a_stranger_to_the_server_sees_nothing_of_it(clan: Clan) -> None:
    await clan.set_up()
    async with clan.somebody("eve", member=False) as eve:
        for one in THERE:
            is_act = isinstance(one, Act)
            clan.browser.site.clock.advance(10)
            await says_no(eve, at(one.path, clan.guild.id), "no such server", 404, posts=is_act)


async def test_a_right_that_was_taken_away_is_gone_at_once(clan: Clan) -> None:
    await clan.set_up()
    form = (await clan.browser.get(f"{clan.path}/settings/edit")).page.form("Save")
    clan.guild.forbid(clan.ada, "manage_guild")
    got = await clan.browser.send(form, timezone="Europe/Berlin")
    assert (got.status, "Manage Server" in got.page.text) == (403, True)
    server = await clan.browser.site.services.servers.find(clan.guild.id)
    assert server is not None
    assert (await clan.browser.site.services.servers.account(server)).timezone == "UTC"
    clan.guild.leave(clan.ada)
    await says_no(clan.browser, clan.path, "no such server", 404)


async def test_the_owner_and_administrators_manage_a_server(clan: Clan) -> None:
    await clan.set_up()
    clan.guild.forbid(clan.ada, "manage_guild")
    clan.guild.permit(clan.ada, "administrator")
    assert (await clan.browser.get(f"{clan.path}/settings")).status == 200
    clan.guild.forbid(clan.ada, "administrator")
    assert (await clan.browser.get(f"{clan.path}/settings")).status == 403
    clan.guild.owner = clan.ada
    assert (await clan.browser.get(f"{clan.path}/settings")).status == 200


async def test_the_id_of_another_server_leads_nowhere(clan: Clan) -> None:
    other, alone = clan.discord.guild("Other Club"), clan.discord.guild("Without", installed=False)
    alone.permit(clan.ada, "manage_guild")
    wrong = (other.id, alone.id, 1, 0, 2**64, "x", "-1", "9" * 40, "\N{SUPERSCRIPT TWO}")
    for guild in wrong:
        got = await clan.browser.get(f"/servers/{guild}/settings")
        assert (got.status, "Club" in got.page.text) == (404, False), guild
    other.join(clan.ada)
    assert (await clan.browser.get(f"/servers/{other.id}/settings")).status == 403


FAULTS = {"reset": reset(), "503": server_error(503), "banned": banned(), "hung": hang()}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_where_discord_does_not_answer_nobody_may_and_it_says_so(
    clan: Clan, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    await clan.set_up()
    monkeypatch.setattr(clan.browser.site.services.network.servers(), "_seconds", 0.3)
    clan.discord.stay_wrong(fault, on="GET /guilds/")
    await says_no(clan.browser, f"{clan.path}/settings", "does not answer now", 503)
    clan.discord.recover()


async def test_without_discord_there_are_no_pages_of_servers(ada: Browser) -> None:
    assert "Discord is not set up" in (await ada.get("/servers")).page.text


async def test_somebody_without_an_account_on_discord_is_on_no_server(clan: Clan) -> None:
    await clan.browser.sign_in()
    assert "has no Discord account" in (await clan.browser.get("/servers")).page.text
    await says_no(clan.browser, clan.path, "not linked", 404)


async def test_discord_is_asked_only_so_often_for_one_person(clan: Clan) -> None:
    for _ in range(LOOKS_PER_MINUTE):
        assert (await clan.browser.get(clan.path)).status == 200
    assert (await clan.browser.get(clan.path)).status == 429
    asked = len(clan.discord.asked("GET /guilds/"))
    await clan.browser.get(clan.path)
    assert len(clan.discord.asked("GET /guilds/")) == asked


async def test_the_list_knows_where_somebody_is_announced_and_asks_discord_nothing(clan: Clan) -> None:
    assert "has not met you" in (await clan.browser.get("/servers")).page.text
    await clan.set_up()
    await clan.browser.press(f"{clan.path}/announce", "Agree", what="gains")
    before = len(clan.discord.requests)
    got = await clan.browser.get("/servers")
    assert "Run Club" in got.page.text
    assert clan.path in got.page.links
    assert len(clan.discord.requests) == before


async def test_names_of_servers_and_channels_stay_text(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with clan_on_pages(sqlite_table, clock, NASTY) as clan:
        clan.guild.text_channel(NASTY)
        for path in ("", "/announce-channel"):
            got = await clan.browser.get(clan.path + path)
            assert got.status == 200
            assert "<img src=x" not in got.page.html
            assert "&lt;img src=x" in got.page.html
