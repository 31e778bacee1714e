"""Two browsers and somebody on Discord at once: one person's day, told anywhere, is seen everywhere."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from tests.bot.service import addresses, service
from tests.browser.site import shows, tap
from tests.browser.watching import watched
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser

pytestmark = pytest.mark.asyncio(loop_scope="session")

HABITS = ("gym every day", "read every day", "piano every day")


async def signed_in(context: BrowserContext, ada: FakeUser, url: str) -> Page:
    """By the link that `/web` gives."""
    answer = await ada.slash("web")
    assert answer.ephemeral
    link = re.search(r"/login\?link=[\w-]+", answer.text)
    assert link is not None, answer.text
    page = await context.new_page()
    await page.goto(url + link[0])
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url(f"{url}/")
    async with page.expect_response("**/following"):  # from then on it hears what happens
        await page.reload()
    return page


async def test_two_browsers_and_somebody_on_discord_see_one_day(browser: Browser, tmp_path: Path) -> None:
    async with FakeDiscord.running() as discord:
        ada = discord.user("ada")
        with service(tmp_path, **addresses(discord)) as running:
            url = (await asyncio.to_thread(running.until, "ready"))["url"]
            await asyncio.to_thread(running.until, "discord ready")
            for words in HABITS:
                await ada.slash("habit add", habit=words)
            async with watched(browser) as (desk, _), watched(browser) as (pocket, _):
                here, phone = await signed_in(desk, ada, url), await signed_in(pocket, ada, url)

                await asyncio.gather(
                    ada.slash("habit done", habit="gym"), tap(here, "Read"), tap(phone, "Piano")
                )
                both = [(page, habit) for page in (here, phone) for habit in ("Gym", "Read", "Piano")]
                await asyncio.gather(*(shows(page, habit, done=True) for page, habit in both))
                assert "1 day" in (await ada.slash("habit show", habit="read")).text

                await ada.slash("habit undo", habit="gym")
                await asyncio.gather(*(shows(page, "Gym", done=False) for page in (here, phone)))
