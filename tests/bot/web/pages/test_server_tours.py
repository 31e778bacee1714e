"""Every page and every act of a server, once at least, by somebody who manages it."""

from dataclasses import replace

import pytest

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.clan import Clan, clan_on_pages
from tests.bot.web.pages.server_tours import BEFORE, SERVER_TOURS
from tests.bot.web.pages.tours import Tour, walk
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


@pytest.mark.parametrize("tour", SERVER_TOURS, ids=lambda one: one.feature)
async def test_who_manages_a_server_does_it_on_pages(
    sqlite_table: SqliteTable, clock: HandClock, tour: Tour
) -> None:
    async with clan_on_pages(sqlite_table, clock) as clan:
        noted = await _noted(clan, tour.feature)

        async def prepared(_: Browser) -> dict[str, str]:
            return noted

        await walk(clan.browser, replace(tour, prepare=prepared))


async def _noted(clan: Clan, feature: str) -> dict[str, str]:
    before = await BEFORE[feature](clan) if feature in BEFORE else {}
    news, guild = clan.guild.text_channel("news"), clan.guild
    return {"guild": f"{guild.id}", "general": f"{guild.channel.id}", "news": f"{news.id}", **before}
