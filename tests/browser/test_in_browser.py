"""The button for messages in a browser that allows none: it says so, and nothing is sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.bot.service import service
from tests.browser.site import Site
from tests.browser.watching import watched

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def reachable(tmp_path: Path) -> Iterator[Site]:
    settings = {"QUESTLOG_PUSH__CONTACT": "mailto:ada@example.org"}
    with service(tmp_path, **settings) as running:
        yield Site(running.ready(), tmp_path, settings)


async def test_a_browser_that_allows_none_says_what_to_do(browser: Browser, reachable: Site) -> None:
    async with watched(browser) as (context, _):
        page = await reachable.signed_in(context)
        await page.goto(f"{reachable.url}/channels")
        await page.get_by_role("link", name="This browser").click()
        await expect(page.locator("h1")).to_have_text("Messages in this browser")
        await page.get_by_role("button", name="Tell me things in this browser").click()
        await expect(page.get_by_role("alert")).to_contain_text("does not allow messages")
        assert (await reachable.types("channel", "list"))["channels"][0]["type"] == "console"
