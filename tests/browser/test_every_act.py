"""Every form of every page, pressed once at least in a real browser without scripts: it does what it says.

The tours are those of `tests/bot/web/pages/`, where what is refused is pressed, too. Here all must succeed.
"""

import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from playwright.async_api import Browser as Chromium

from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.clan import clan_on_pages
from tests.bot.web.pages.every_tour import beginning
from tests.bot.web.pages.group_tours import GROUP_TOURS
from tests.bot.web.pages.kinds import FORMS
from tests.bot.web.pages.life_tours import LIFE_TOURS
from tests.bot.web.pages.own_tours import OWN_TOURS
from tests.bot.web.pages.server_tours import SERVER_TOURS, prepared
from tests.bot.web.pages.social_tours import SOCIAL_TOURS
from tests.bot.web.pages.tours import TOURS, Look, Press, Tour, walk
from tests.browser.pressing import RealBrowser
from tests.browser.watching import watched
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.store.sqlite import SqliteTable

pytestmark = pytest.mark.asyncio(loop_scope="session")

WITH_SCRIPTS = {"/channels/browser", "/channels/browser/renewed"}
"""A browser subscribes by a script: `test_in_browser.py` presses these."""
ON_SERVERS = re.compile(r"/servers/|/rooms/\{room\}/unbridge")
WITH_OTHERS = re.compile(r"/(announcements|assist|blocked|challenges|digest|groups|messages|offers|rooms)/")


class Start(NamedTuple):
    browser: Browser
    who: User
    tour: Tour


Begin: TypeAlias = Callable[[Tour, SqliteTable, HandClock, Path], AbstractAsyncContextManager[Start]]


async def test_what_somebody_does_alone(browser: Chromium, tmp_path: Path) -> None:
    pressed = await pressed_on((*TOURS, *LIFE_TOURS, *OWN_TOURS), at_home, browser, tmp_path)
    left = FORMS - WITH_SCRIPTS - pressed
    assert {one for one in left if not (ON_SERVERS.match(one) or WITH_OTHERS.match(one))} == set()


async def test_what_somebody_does_with_others(browser: Chromium, tmp_path: Path) -> None:
    pressed = await pressed_on((*SOCIAL_TOURS, *GROUP_TOURS), at_home, browser, tmp_path)
    assert {one for one in FORMS - pressed if WITH_OTHERS.match(one) and not ON_SERVERS.match(one)} == set()


async def test_what_members_of_a_server_do(browser: Chromium, tmp_path: Path) -> None:
    pressed = await pressed_on(SERVER_TOURS, on_a_server, browser, tmp_path)
    assert {one for one in FORMS - pressed if ON_SERVERS.match(one)} == set()


@asynccontextmanager
async def store(path: Path, clock: HandClock) -> AsyncGenerator[SqliteTable]:
    table = await SqliteTable.open(path, clock)
    try:
        yield table
    finally:
        await table.close()


@asynccontextmanager
async def at_home(tour: Tour, table: SqliteTable, clock: HandClock, folder: Path) -> AsyncGenerator[Start]:
    async with beginning(table, clock, folder) as browser:
        yield Start(browser, browser.site.ada, tour)


@asynccontextmanager
async def on_a_server(tour: Tour, table: SqliteTable, clock: HandClock, _: Path) -> AsyncGenerator[Start]:
    async with clan_on_pages(table, clock) as clan:
        yield Start(clan.browser, await clan.account(clan.ada), await prepared(clan, tour))


async def pressed_on(tours: Sequence[Tour], begin: Begin, chromium: Chromium, folder: Path) -> set[str]:
    """The kinds of forms that did what they say. No page may have had any trouble."""
    pressed, clock = set[str](), HandClock()
    async with watched(chromium, java_script_enabled=False) as (context, trouble):
        tab = await context.new_page()
        for number, tour in enumerate(one for one in map(without_looks, tours) if one.stops):
            async with (
                store(folder / f"{number}.db", clock) as table,
                begin(tour, table, clock, folder) as (site, who, prepared_tour),
            ):
                real = RealBrowser(site.site, site.client, world=site.world, tab=tab, pressed=pressed)
                await real.sign_in(who)
                await walk(real, prepared_tour)
                assert trouble == [], tour.feature
                await tab.goto("about:blank")
            await context.clear_cookies()
    return pressed


def without_looks(tour: Tour) -> Tour:
    """What is only looked at, or refused, shows nothing of what buttons do."""
    stops = [one for one in tour.stops if not isinstance(one, Look)]
    return replace(tour, stops=[one for one in stops if not (isinstance(one, Press) and one.refused)])
