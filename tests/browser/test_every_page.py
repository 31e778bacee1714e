"""What holds for every page: it fits a narrow phone, and shuts nobody out."""

import shlex
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.bot.web.pages.kinds import FILES, FORMS, PAGES, kind_of
from tests.browser.site import THINGS, Site, offer_coffee
from tests.browser.walk import walk
from tests.browser.watching import watched
from tests.fakes.json_site import JsonSite

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE = Path(__file__).parents[2] / ".cache" / "browser" / "axe" / "axe.min.js"
NARROW: Any = {"width": 320, "height": 640}
ACTIONS = "all => all.map((one) => one.getAttribute('action'))"
WEIGHTY = {"serious", "critical"}
PARTS = """() => [...new Set([...document.querySelectorAll("body *")].map(
  (one) => one.closest("svg") ? "svg" : `${one.tagName}.${one.className}`))]"""
"""Each kind of element that is on a page, as styles tell them apart."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def full(site: Site) -> AsyncIterator[Site]:
    """Somebody who has things of most kinds."""
    for words in THINGS:
        await site.types(*shlex.split(words))
    await offer_coffee(site.folder)
    async with JsonSite.running() as numbers:
        await site.types("character", "add-number", "Steps", numbers.serve("/steps", 12))
        yield site


async def barriers(page: Page, *, all_rules: bool) -> list[str]:
    """What axe-core calls serious or critical; in other colours only the colours are new."""
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] if all_rules else ["color-contrast"]
    found = await page.evaluate(
        "(runOnly) => axe.run({ resultTypes: ['violations'], preload: false, runOnly })",
        {"type": "tag" if all_rules else "rule", "values": rules},
    )
    return [
        f"{one['id']}: {one['nodes'][0]['html']}" for one in found["violations"] if one["impact"] in WEIGHTY
    ]


async def dark_barriers(page: Page, known: set[str]) -> list[str]:
    """Nothing where each part of the page was looked at before."""
    parts = set(await page.evaluate(PARTS))
    if parts <= known:
        return []
    known |= parts
    await page.emulate_media(color_scheme="dark")
    found = await barriers(page, all_rules=False)
    await page.emulate_media(color_scheme="light")
    return found


async def test_it_fits_a_narrow_phone_and_shuts_nobody_out(browser: Browser, full: Site) -> None:
    """In light and in dark, with no word on the console. All that is wrong is said at once."""
    wrong: list[str] = []
    walked, in_dark = set[str](), set[str]()
    async with watched(browser, viewport=NARROW, reduced_motion="reduce") as (context, trouble):
        page = await full.signed_in(context)
        await context.add_init_script(path=AXE)
        async for kind in walk(page, full.url):
            walked.add(kind)
            wide = await page.evaluate("document.documentElement.scrollWidth")
            faults = [f"{wide} wide"] if wide > NARROW["width"] else []
            faults += await barriers(page, all_rules=True)
            actions = await page.locator("form[method=post]").evaluate_all(ACTIONS)
            faults += [f"{one} is pressed by no tour" for one in actions if kind_of(one) not in FORMS]
            faults += [f"in dark, {one}" for one in await dark_barriers(page, in_dark)]
            wrong += [f"{kind}: {one}" for one in (*faults, *trouble)]
            trouble.clear()
        for path in FILES:
            assert (await context.request.get(f"{full.url}{path}")).ok, path
    assert wrong == []
    assert PAGES - walked == set(), "no link leads there"
