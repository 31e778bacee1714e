"""The icons of the installed app are what the symbol looks like."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Browser

from tools.make_icons import ICONS, SYMBOL, WANTED, page_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAME = 2.0
"""Of 255: what another edition of Chromium draws otherwise at edges."""


@pytest.mark.parametrize("name", WANTED)
async def test_each_is_drawn_from_the_symbol(browser: Browser, name: str) -> None:
    side, share = WANTED[name]
    page = await browser.new_page(viewport={"width": side, "height": side})
    await page.set_content(page_of(SYMBOL.read_text(), side, share))
    drawn = Image.open(io.BytesIO(await page.screenshot(omit_background=True))).convert("RGBA")
    await page.close()
    kept = Image.open(ICONS / name).convert("RGBA")
    assert drawn.size == kept.size == (side, side)
    assert max(ImageStat.Stat(ImageChops.difference(drawn, kept)).mean) < SAME
