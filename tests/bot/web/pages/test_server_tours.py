"""Every page and every act of a server, once at least, by somebody who manages it."""

import pytest

from tests.bot.web.pages.clan import clan_on_pages
from tests.bot.web.pages.server_tours import SERVER_TOURS, prepared
from tests.bot.web.pages.tours import Tour, walk
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


@pytest.mark.parametrize("tour", SERVER_TOURS, ids=lambda one: one.feature)
async def test_who_manages_a_server_does_it_on_pages(
    sqlite_table: SqliteTable, clock: HandClock, tour: Tour
) -> None:
    async with clan_on_pages(sqlite_table, clock) as clan:
        await walk(clan.browser, await prepared(clan, tour))
