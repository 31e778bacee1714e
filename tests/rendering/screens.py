"""Pages of Questlog as a phone shows them, of somebody who has lived with it for half a year."""

import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import BrowserContext, async_playwright

from tests.bot.web.pages.browsing import Browser, browsing
from tests.fakes.clock import HandClock
from tests.rendering.chromium import SCALE, environment_of
from tests.rendering.page_life import BEGINS, live
from tests.rendering.words import words_of
from tracker.store.sqlite import SqliteTable

TODAY, GOAL = "page-today", "page-goal"
"""The names of the pictures."""
PHONE: Any = {"width": 390, "height": 844}
FLAGS = ("--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none")
SIGNS = Path(__file__).parents[2] / "bot" / "charts" / "fonts" / "NotoEmoji-Regular.ttf"


class Screen(NamedTuple):
    path: str
    words: str
    is_dark: bool


async def screens(folder: Path) -> Mapping[str, str]:
    """The words of each, as they are today: `folder` is for the table."""
    async with _home(folder) as browser:
        return {name: one.words for name, one in (await _screens(browser)).items()}


async def photographs(folder: Path, chromium: str) -> Mapping[str, tuple[bytes, str]]:
    """Each with its words."""
    (fonts := folder / ".fonts").mkdir()
    shutil.copy(SIGNS, fonts)  # so that signs are drawn on machines that have none
    async with _home(folder) as browser, async_playwright() as playwright:
        environment: dict[str, str | float | bool] = {**environment_of(chromium), "HOME": str(folder)}
        opened = await playwright.chromium.launch(executable_path=chromium, env=environment, args=FLAGS)
        made = {
            name: (await _photograph(opened.new_context, browser, one), one.words)
            for name, one in (await _screens(browser)).items()
        }
        await opened.close()
    return made


@asynccontextmanager
async def _home(folder: Path) -> AsyncGenerator[Browser]:
    clock = HandClock(BEGINS)
    table = await SqliteTable.open(folder / "pages.db", clock)
    try:
        async with browsing(table, clock) as browser:
            await live(browser.site)
            await browser.sign_in()
            yield browser
    finally:
        await table.close()


async def _screens(browser: Browser) -> Mapping[str, Screen]:
    savings = f"/goals/{(await browser.site.services.goals.find(browser.site.ada.id, 'savings')).id}"
    return {
        name: Screen(path, words_of(_main((await browser.get(path)).page.html)), is_dark)
        for name, path, is_dark in ((TODAY, "/", False), (GOAL, savings, True))
    }


def _main(html: str) -> str:
    return html[html.index("<main") : html.index("</main>")]


async def _photograph(new_context: Any, browser: Browser, screen: Screen) -> bytes:  # noqa: ANN401 - of the library
    context: BrowserContext = await new_context(
        viewport=PHONE,
        device_scale_factor=SCALE,
        color_scheme="dark" if screen.is_dark else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    link = await browser.site.services.sessions.new_link(browser.site.ada.id, "discord")
    page = await context.new_page()
    await page.goto(f"{browser.url}/login?link={link.secret}")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url(f"{browser.url}/")
    await page.goto(browser.url + screen.path)
    if await page.locator("a.chart").count():
        await page.locator(".zooming canvas").wait_for()
    taken = await page.screenshot()
    await context.close()
    return taken
