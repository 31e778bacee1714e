"""The list of servers: those that somebody set up, wherever they did, and those that they keep there."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan as ClanOnDiscord
from tests.bot.web.pages.browsing import Browser, another
from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.servers.listing import listed_by
from tracker.store.keys import ListedServerKey
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Clan]:
    async with clan_on_pages(sqlite_table, clock) as opened:
        yield opened


async def has(browser: Browser, clan: Clan) -> bool:
    """Without asking Discord."""
    asked = len(clan.discord.requests)
    links = (await browser.get("/servers")).page.links
    assert len(clan.discord.requests) == asked
    return clan.path in links


async def set_up_on_pages(clan: Clan) -> None:
    await clan.browser.press(
        f"{clan.path}/announce-channel", "Announce it there", channel=f"{clan.guild.channel.id}"
    )


async def test_who_sets_a_server_up_finds_it_in_the_list_though_they_do_nothing_else_there(
    clan: Clan,
) -> None:
    assert not await has(clan.browser, clan)
    await set_up_on_pages(clan)
    assert await has(clan.browser, clan)
    async with clan.somebody("bob", member=True) as bob:
        assert not await has(bob, clan)


async def test_who_changes_what_somebody_else_set_up_finds_it_too(clan: Clan) -> None:
    await set_up_on_pages(clan)
    user = clan.discord.user("bob")
    clan.guild.permit(user, "manage_guild")
    async with another(clan.browser) as bob:
        await bob.sign_in(await clan.account(user))
        await bob.press(f"{clan.path}/settings/edit", "Save", timezone="Europe/Berlin")
        assert await has(bob, clan)


async def test_a_server_that_is_set_up_on_discord_stands_there(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with BotWorld.on_discord(sqlite_table, clock) as world:
        clan = ClanOnDiscord.of(world)
        await clan.set_up()
        services = world.client.services
        leader = await services.accounts.find(parse_identity(f"discord:{clan.leader.id}"))
        assert leader is not None
        [listed] = await listed_by(services.table, leader.id)
        assert (listed.guild, listed.name) == (f"{clan.guild.id}", "The Clan")


async def test_whoever_is_a_member_keeps_a_server_and_takes_it_off(clan: Clan) -> None:
    async with clan.somebody("bob", member=True) as bob:
        await bob.press(clan.path, "Keep it in my list")
        assert await has(bob, clan)
        got = await bob.press(clan.path, "Take it off my list")
        assert "is off your list" in got.page.text
        assert not await has(bob, clan)


async def test_who_may_manage_it_no_more_sees_it_as_a_member(clan: Clan) -> None:
    await set_up_on_pages(clan)
    clan.guild.forbid(clan.ada, "manage_guild")
    assert await has(clan.browser, clan)
    assert "are a member" in (await clan.browser.get(clan.path)).page.text


async def test_a_server_that_somebody_is_not_on_any_more_is_off_the_list_once_they_go_there(
    clan: Clan,
) -> None:
    await set_up_on_pages(clan)
    clan.guild.leave(clan.ada)
    assert await has(clan.browser, clan)
    assert (await clan.browser.get(clan.path)).status == 404
    assert not await has(clan.browser, clan)


async def test_the_list_has_the_name_of_the_day_when_they_were_there_last(clan: Clan) -> None:
    await clan.browser.press(clan.path, "Keep it in my list")
    clan.guild.name = "Swim Club"
    await clan.browser.press(
        f"{clan.path}/announce-channel", "Announce it there", channel=f"{clan.guild.channel.id}"
    )
    assert "Swim Club" in (await clan.browser.get("/servers")).page.text


async def test_nothing_is_written_where_it_stands_there(clan: Clan) -> None:
    await set_up_on_pages(clan)
    ada, table = await clan.account(clan.ada), clan.browser.site.services.table
    key = ListedServerKey(ada.id, f"{clan.guild.id}").key
    before = await table.get(key)
    await clan.browser.get(f"{clan.path}/settings")
    assert await table.get(key) == before is not None
