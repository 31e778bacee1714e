"""Channels on pages of a server: those that the person sees there, and no others."""

from collections.abc import AsyncIterator

import pytest
from markupsafe import escape

from bot.features import FEATURES
from bot.web.site.tables import Tables, filled, names_in
from bot.web.there import GUILD
from tests.bot.web.pages.browsing import Got
from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.bot.web.pages.server_tours import bob_has_won, owns_a_room
from tests.bot.web.pages.test_nasty_words import CORPUS
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.places import FakeChannel
from tracker.rooms.model import Bridge
from tracker.servers.model import Guild
from tracker.store.sqlite import SqliteTable

TABLES = Tables(FEATURES)


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Clan]:
    async with clan_on_pages(sqlite_table, clock) as opened:
        await opened.set_up()
        yield opened


async def test_members_are_asked_in_the_channel_before_more_is_told_of_them(clan: Clan) -> None:
    await clan.browser.press(
        f"{clan.path}/announce-channel", "Announce it there", channel=f"{clan.guild.channel.id}"
    )
    [message] = clan.guild.channel.messages
    assert "What of you may everybody here hear?" in message.text


async def test_where_nothing_can_be_written_nothing_is_changed(clan: Clan) -> None:
    quiet = clan.guild.text_channel("quiet")
    quiet.forbid("send_messages")
    got = await clan.browser.press(f"{clan.path}/channel", "Save", news="digest", channel=f"{quiet.id}")
    assert (got.status, "could not write in that channel" in got.page.text) == (422, True)
    assert "Channel of the digest" not in (await clan.browser.get(f"{clan.path}/settings")).page.text


async def test_a_channel_that_the_person_does_not_see_is_neither_offered_nor_taken(clan: Clan) -> None:
    secret = clan.guild.text_channel("plans")
    secret.hidden_from.add(clan.ada)
    got = await clan.browser.get(f"{clan.path}/announce-channel")
    assert ("general" in got.page.text, "plans" in got.page.text) == (True, False)
    elsewhere = clan.discord.guild("Other Club").channel
    for channel in (secret, elsewhere):
        got = await clan.browser.press(f"{clan.path}/channel", "Save", news="goals", channel=f"{channel.id}")
        assert (got.status, "no such channel" in got.page.text) == (422, True)
        assert channel.messages == []


async def test_a_room_is_shown_only_where_the_bot_may_read_and_write(clan: Clan) -> None:
    gym = (await owns_a_room(clan))["gym"]
    clan.guild.channel.forbid("read_message_history")
    said = {"room": gym, "channel": f"{clan.guild.channel.id}"}
    got = await clan.browser.press(f"{clan.path}/room", "Show it there", **said)
    assert (got.status, "may not read and write" in got.page.text) == (422, True)
    assert "general" not in (await clan.browser.get("/rooms/Gym")).page.text


async def test_who_manages_one_server_ends_nothing_in_the_channels_of_another(clan: Clan) -> None:
    gym, other = (await owns_a_room(clan))["gym"], clan.discord.guild("Other Club")
    services, ada = clan.browser.site.services, await clan.account(clan.ada)
    bridge = Bridge(
        channel=f"{other.channel.id}",
        channel_name="general",
        server=f"{other.id}",
        server_name="Other Club",
        since=services.clock(),
    )
    await services.bridges.show(ada.id, gym, Guild(other.id, is_managed=True), bridge)
    got = await clan.browser.press(f"{clan.path}/room/end", "End it there", channel=f"{other.channel.id}")
    assert (got.status, "no such channel" in got.page.text) == (422, True)
    assert "#general on Other Club" in (await clan.browser.get("/rooms/Gym")).page.text


async def test_an_offer_of_another_server_is_not_there(clan: Clan) -> None:
    tea, other = (await bob_has_won(clan))["won"], clan.discord.guild("Other Club")
    other.permit(clan.ada, "manage_guild")
    await clan.browser.site.services.servers.set_up(other.id, other.name)
    for path in ("", "/award", "/close"):
        got = await clan.browser.post(f"/servers/{other.id}/offers/{tea}{path}", {"who": "Bob"})
        shown = await clan.browser.get(f"/servers/{other.id}/offers/{tea}{path}")
        assert (got.status in {404, 405}, "Tea" in shown.page.text) == (True, False), path
    assert "won by" in (await clan.browser.get(f"{clan.path}/offers/{tea}")).page.text.casefold()


@pytest.mark.parametrize("words", CORPUS)
async def test_whatever_a_server_and_its_channels_are_called_stays_text(
    sqlite_table: SqliteTable, clock: HandClock, words: str
) -> None:
    """The browser looks through each page for what must not be there."""
    async with clan_on_pages(sqlite_table, clock, words) as clan:
        clan.guild.channel.name = words
        tea, shown = (await bob_has_won(clan))["won"], 0
        for one in (*TABLES.pages, *(act for act in TABLES.acts if act.form)):
            if GUILD not in names_in(one.path) or not {*names_in(one.path)} <= {GUILD, "offer"}:
                continue
            clan.browser.site.clock.advance(10)
            got = await clan.browser.get(filled(one.path, {"guild": clan.guild.id, "offer": tea}))
            assert got.status == 200, one.path
            shown += escape(words) in got.page.html
        assert shown >= 4  # at least where channels are chosen; elsewhere long names are cut


async def shown_in(clan: Clan, thread: FakeChannel) -> Got:
    said = {"room": "Gym", "channel": f"{thread.id}"}
    return await clan.browser.press(f"{clan.path}/room", "Show it there", **said)


async def test_a_room_is_shown_in_a_thread_and_ended_there(clan: Clan) -> None:
    await owns_a_room(clan)
    plans = clan.guild.thread("plans")
    form = await clan.browser.get(f"{clan.path}/room")
    assert "#general, thread plans" in form.page.text
    got = await shown_in(clan, plans)
    assert "Everybody who can read #plans on Run Club" in got.page.text
    got = await clan.browser.press(f"{clan.path}/room/end", "End it there", channel=f"{plans.id}")
    assert "shows no room any more" in got.page.text


async def test_threads_that_the_person_does_not_see_are_neither_offered_nor_taken(clan: Clan) -> None:
    await owns_a_room(clan)
    secret = clan.guild.text_channel("secret")
    secret.hidden_from.add(clan.ada)
    hidden = (
        clan.guild.thread("within", secret),
        clan.guild.thread("staff", is_private=True),
        clan.discord.guild("Other Club").thread("elsewhere"),
    )
    old = clan.guild.thread("old")
    old.archived = True
    for one in (*hidden, old):
        got = await shown_in(clan, one)
        assert (got.status, "no such channel" in got.page.text) == (422, True), one.name
        assert f", thread {one.name}" not in got.page.text
    clan.guild.permit(clan.ada, "manage_threads")
    assert ", thread staff" in (await clan.browser.get(f"{clan.path}/room")).page.text


async def test_a_room_is_shown_only_in_threads_in_which_the_bot_may_write(clan: Clan) -> None:
    await owns_a_room(clan)
    plans = clan.guild.thread("plans")
    plans.locked = True
    assert "may not read and write" in (await shown_in(clan, plans)).page.text
    plans.locked = False
    clan.guild.channel.forbid("send_messages_in_threads")
    assert "Send Messages in Threads" in (await shown_in(clan, plans)).page.text


async def test_news_come_to_no_thread(clan: Clan) -> None:
    """As on Discord."""
    plans = clan.guild.thread("plans")
    assert ", thread" not in (await clan.browser.get(f"{clan.path}/channel")).page.text
    got = await clan.browser.press(f"{clan.path}/channel", "Save", news="digest", channel=f"{plans.id}")
    assert (got.status, plans.messages) == (422, [])


async def test_the_settings_name_the_channels_that_the_person_sees(clan: Clan) -> None:
    news, path = clan.guild.text_channel("news"), f"{clan.path}/settings"
    await clan.browser.press(f"{clan.path}/channel", "Save", news="digest", channel=f"{news.id}")
    shown = (await clan.browser.get(path)).page.text
    assert ("#general" in shown, "#news" in shown) == (True, True)
    news.hidden_from.add(clan.ada)
    shown = (await clan.browser.get(path)).page.text
    assert ("#general" in shown, "#news" in shown, "a channel on Discord" in shown) == (True, False, True)


async def test_where_discord_says_no_names_the_settings_are_shown_without(clan: Clan) -> None:
    clan.discord.stay_wrong(server_error(503), on=f"GET /guilds/{clan.guild.id}/channels")
    got = await clan.browser.get(f"{clan.path}/settings")
    assert (got.status, "a channel on Discord" in got.page.text) == (200, True)
    clan.discord.recover()
