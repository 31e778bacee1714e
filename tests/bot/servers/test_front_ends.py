"""Where somebody is announced, at a terminal, over HTTP and by SMS: seen and ended there, not begun."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.servers.sms import announce
from bot.stats.sms import stats
from bot.visit import Visit
from tests.bot.cli.shell import shell_in
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.front_ends import FrontEnd
from tracker.refusals import Refused
from tracker.servers.model import Announces, Server
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def join(site: ApiSite, guild: int, name: str) -> Server:
    servers = site.services.servers
    server = await servers.announce(await servers.set_up(guild, name), Announces.REACHED)
    await servers.join(site.ada, server)
    return server


def phone(site: ApiSite) -> Visit:
    return Visit(site.services, site.ada, FrontEnd.SMS, site.clock())


async def test_what_was_begun_on_discord_can_be_seen_and_ended_elsewhere(site: ApiSite) -> None:
    clan, guild = await join(site, 1, "The Clan"), await join(site, 2, "The Guild")

    listed = (await site.gets("/api/announcements")).document["servers"]
    assert [(one["server"], one["name"], one["announced"]) for one in listed] == [
        (clan.account, "The Clan", True),
        (guild.account, "The Guild", True),
    ]
    assert (await announce(phone(site), "")).text.splitlines()[:3] == [
        "Where you are announced:",
        "The Clan since 1 January: goals you reach",
        "The Guild since 1 January: goals you reach",
    ]
    with pytest.raises(Refused) as which:
        await announce(phone(site), "off")
    assert (which.value.code, [one.value for one in which.value.suggestions]) == (
        "not_announced",
        [clan.account, guild.account],
    )

    ended = await announce(phone(site), "off the clan")
    assert ended.text.startswith("You are no longer announced on The Clan.")
    headers = {"Authorization": f"Bearer {site.token}"}
    gone = await site.asks("DELETE", f"/api/announcements/{guild.account}", headers=headers)
    assert (gone.document["name"], gone.document["announced"]) == ("The Guild", False)
    again = await site.asks("DELETE", f"/api/announcements/{guild.account}", headers=headers)
    assert (again.status, again.code) == (404, "not_announced")
    assert (await announce(phone(site), "")).text.startswith("You are announced nowhere.")


async def test_at_a_terminal_too(tmp_path: Path) -> None:
    async with shell_in(tmp_path) as shell:
        assert (await shell.answer("announce", "list")) == {"servers": []}
        assert (await shell.refusal("announce", "off", "The Clan"))[1] == "not_announced"
        found = await shell.answer("stats")
        assert (found["characters"], found["underWay"], found["gains"]) == (0, 0, [])
        assert "0 characters · 0 goals under way · 0 reached" in (await shell.lines("stats"))


async def test_totals_are_the_same_over_http_and_by_sms(site: ApiSite) -> None:
    found = (await site.gets("/api/stats")).document

    assert (found["characters"], found["reached"], found["tracked"]) == (0, 0, [])
    assert (await stats(phone(site), "")).text.splitlines() == [
        "0 characters, 0 goals under way, 0 reached",
        "This week:",
        "Nothing has moved yet.",
        "Set a goal in your own words: add 99 wc by 1 march",
    ]
