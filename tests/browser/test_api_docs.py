"""The page about the HTTP API in a browser: it fits a phone, and needs no session and no script."""

import pytest
from playwright.async_api import Browser

from tests.browser.site import Site
from tests.browser.test_every_page import AXE, NARROW, barriers
from tests.browser.watching import watched

pytestmark = pytest.mark.asyncio(loop_scope="session")

OPEN = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
FEW = "document.querySelectorAll('section:not(:first-of-type, :last-of-type)').forEach((one) => one.remove())"
"""What a section has, all of them have; axe-core takes long for all."""
PAPER = "getComputedStyle(document.body).backgroundColor"
PAPERS = {"light": "rgb(246, 245, 241)", "dark": "rgb(20, 23, 26)"}


@pytest.mark.parametrize("scheme", PAPERS)
async def test_a_stranger_reads_it_on_a_phone(browser: Browser, site: Site, scheme: str) -> None:
    async with watched(browser, viewport=NARROW, color_scheme=scheme) as (context, _):
        await context.add_init_script(path=AXE)
        page = await context.new_page()
        await page.goto(f"{site.url}/api/docs")
        assert await page.evaluate(PAPER) == PAPERS[scheme]
        assert await page.locator("script").count() == 0
        await page.evaluate(OPEN)
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        await page.evaluate(FEW)
        assert await barriers(page, all_rules=scheme == "light") == []
        assert await context.cookies() == []
