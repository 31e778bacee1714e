"""Pages of a server on Discord in a browser: set up by its manager, narrow, and for everybody to read."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from bot.features import FEATURES
from bot.web.site.tables import Tables, filled, names_in
from bot.web.there import GUILD
from tests.bot.service import addresses, service
from tests.browser.test_discord import signed_in
from tests.browser.test_every_page import AXE, NARROW, barriers, dark_barriers
from tests.browser.watching import watched
from tests.fakes.discord.server import FakeDiscord

pytestmark = pytest.mark.asyncio(loop_scope="session")

_TABLES = Tables(FEATURES)
_NEEDED = {GUILD, "offer"}
"""What the manager has; links that strangers open stand on the page of all of them."""
PATHS = [
    one.path
    for one in (*_TABLES.pages, *(act for act in _TABLES.acts if act.form))
    if GUILD in names_in(one.path) and {*names_in(one.path)} <= _NEEDED and not one.elsewhere
]
"""What is on a server as elsewhere looks the same, too (`test_every_page.py`)."""


async def says(page: Page, words: str) -> None:
    await page.get_by_text(words).first.wait_for()


async def test_a_manager_sets_a_server_up_and_every_page_of_it_fits_a_narrow_phone(
    browser: Browser, tmp_path: Path
) -> None:
    async with FakeDiscord.running() as discord:
        ada, guild = discord.user("ada"), discord.guild("Run Club")
        guild.permit(ada, "manage_guild")
        with service(tmp_path, **addresses(discord)) as running:
            url = (await asyncio.to_thread(running.until, "ready"))["url"]
            await asyncio.to_thread(running.until, "discord ready")
            async with watched(browser, viewport=NARROW, reduced_motion="reduce") as (context, trouble):
                page = await signed_in(context, ada, url)
                await context.add_init_script(path=AXE)
                await page.goto(f"{url}/servers/open")
                await page.get_by_label("Its id").fill(f"{guild.id}")
                await page.get_by_role("button", name="Open it").click()
                await page.get_by_role("link", name="Set it up").click()
                await page.get_by_label("Channel").select_option(label="#general")
                await page.get_by_role("button", name="Announce it there").click()
                await says(page, "Announced in this channel from now on")
                assert len(guild.channel.messages) == 1

                await page.goto(f"{url}/servers/{guild.id}/offers/new")
                await page.get_by_label("What is offered").fill("Coffee")
                await page.get_by_label("Or: it costs coins").fill("5")
                await page.get_by_role("button", name="Offer it").click()
                await says(page, "Offered.")

                wrong, in_dark = list[str](), set[str]()
                for path in PATHS:
                    await page.goto(url + filled(path, {GUILD: guild.id, "offer": "Coffee"}))
                    wide = await page.evaluate("document.documentElement.scrollWidth")
                    faults = [f"{wide} wide"] if wide > NARROW["width"] else []
                    faults += await barriers(page, all_rules=True)
                    faults += [f"in dark, {one}" for one in await dark_barriers(page, in_dark)]
                    wrong += [f"{path}: {one}" for one in (*faults, *trouble)]
                    trouble.clear()
                assert wrong == []
                assert len(PATHS) > 15
