"""What strangers open in a browser of their own: it fits a phone, shuts nobody out, and needs no script."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.site import Site
from tests.browser.test_every_page import AXE, NARROW, barriers
from tests.browser.watching import watched

pytestmark = pytest.mark.asyncio(loop_scope="session")

NASTY = "<b onmouseover=x>Read"
THINGS = (
    ("habit", "add", f"{NASTY} 20 pages daily"),
    ("habit", "done", NASTY),
    ("goal", "add", "--title", "Get fit", "--by", "in 6 weeks"),
    ("goal", "link", "get fit", "--criterion", "Run 5 km"),
    ("goal", "tick", "get fit", "1"),
    ("metric", "add", "weight", "--unit", "kg"),
    ("metric", "log", "weight", "82.4"),
    ("goal", "add", "weight 80 in 8 weeks"),
    ("challenge", "create", "Go out", "--counts", "habits"),
    ("challenge", "join", "Go out", "--as", "Ada"),
)
SHARED = (("habit", NASTY), ("goal", "get fit"), ("goal", "weight"), ("challenge", "go out"))
LOADED = "[...document.images].every((one) => one.complete && one.naturalWidth > 0)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


async def faults(page: Page, *, all_rules: bool) -> list[str]:
    wide = await page.evaluate("document.documentElement.scrollWidth")
    found = [f"{wide} wide"] if wide > NARROW["width"] else []
    return [*found, *await barriers(page, all_rules=all_rules)]


async def test_a_stranger_sees_it_on_a_phone_in_light_and_in_dark(browser: Browser, site: Site) -> None:
    """With no cookie, no word on the console and no report of the policy, which `watched` would tell."""
    for words in THINGS:
        await site.types(*words)
    for kind, thing in SHARED:
        url = (await site.types("share", kind, thing, "--yes"))["url"]
        path = url[url.index("/s/") :]
        for scheme in ("light", "dark"):
            options: Any = {"viewport": NARROW, "color_scheme": scheme, "reduced_motion": "reduce"}
            async with watched(browser, **options) as (context, _):
                await context.add_init_script(path=AXE)
                page = await context.new_page()
                await page.goto(site.url + path)
                await page.wait_for_function(LOADED)
                assert await page.locator("h1").inner_text()
                assert await page.locator("script").count() == 0
                assert await faults(page, all_rules=scheme == "light") == []
                assert await context.cookies() == []
        async with watched(browser) as (context, _):
            badge = await context.new_page()
            await badge.goto(f"{site.url}{path}/badge.svg")
            assert await badge.locator("svg > title").text_content()
            for words in await badge.locator("text").all():
                box = await words.bounding_box()
                assert box is not None
                assert abs(box["width"] - int(await words.get_attribute("textLength") or "0")) <= 1


async def test_what_was_ended_says_so_and_nothing_more(browser: Browser, site: Site) -> None:
    await site.types("habit", "add", "swim daily")
    made = await site.types("share", "habit", "swim", "--yes")
    await site.types("share", "end", made["id"])
    async with watched(browser) as (context, trouble):
        page = await context.new_page()
        await page.goto(site.url + made["url"][made["url"].index("/s/") :])
        assert "Swim" not in await page.content()
        assert "not any more" in await page.locator("main").inner_text()
        trouble.expect("404")
