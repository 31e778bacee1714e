"""The watch itself: it hears what goes wrong in a page, and nothing where nothing does."""

import pytest
from aiohttp import web
from playwright.async_api import Browser

from bot.web.connections import ConnectionLimits
from bot.web.server import listening
from tests.browser.watching import watched
from tracker.settings import WebSettings

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE = "<!doctype html><title>t</title><link rel=icon href=data:,><p id=p>naïve ✓</p>{more}"
STRICT = {"Content-Security-Policy": "default-src 'none'; script-src 'self'; img-src data:"}


def app() -> web.Application:
    def page(more: str) -> web.Response:
        return web.Response(text=PAGE.format(more=more), content_type="text/html", headers=STRICT)

    async def good(_: web.Request) -> web.Response:
        return page("<script src=/script.js></script>")

    async def script(_: web.Request) -> web.Response:
        text = "document.getElementById('p').textContent += ' and its script'"
        return web.Response(text=text, content_type="text/javascript")

    async def bad(_: web.Request) -> web.Response:
        return page("<p style='color: red'>x</p><script src=/none.js></script>")

    made = web.Application()
    made.add_routes([web.get("/", good), web.get("/script.js", script), web.get("/bad", bad)])
    return made


async def test_a_page_shows_what_it_has_and_what_goes_wrong_in_it_is_heard(browser: Browser) -> None:
    async with (
        listening(app(), WebSettings(port=0), ConnectionLimits()) as url,
        watched(browser) as (context, trouble),
    ):
        page = await context.new_page()
        await page.goto(url)
        assert await page.inner_text("#p") == "naïve ✓ and its script"
        assert trouble == []

        await page.goto(f"{url}/bad")
        trouble.expect("forbidden by style-src")
        trouble.expect("/none.js: 404")
        trouble.expect("Content Security Policy")
        trouble.expect("Failed to load resource")
