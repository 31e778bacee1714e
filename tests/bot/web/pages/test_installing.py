"""The pages as an app on a phone: what a browser asks for before it puts them on its first screen."""

import json
import re
import struct
from typing import Any

import pytest

from bot.web.site.guard import CONTENT_SECURITY_POLICY
from tests.bot.web.pages.browsing import Browser, browsing
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


async def manifest_of(browser: Browser) -> dict[str, Any]:
    page = (await browser.get(f"{browser.root}/login")).page.html
    path = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert path, page
    async with browser.client.get(browser.url + path[1], cookies={}) as answer:
        assert answer.content_type == "application/manifest+json"
        assert answer.headers["Cache-Control"] == "no-cache"
        return json.loads(await answer.text())


async def worker_of(browser: Browser) -> str:
    async with browser.client.get(f"{browser.url}{browser.root}/worker.js") as answer:
        assert answer.content_type == "text/javascript"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        return await answer.text()


async def sizes(browser: Browser, path: str) -> str:
    async with browser.client.get(browser.url + path) as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        width, height = struct.unpack(">II", (await answer.read())[16:24])
        return f"{width}x{height}"


@pytest.mark.parametrize("root", ["", "/quest"])
async def test_a_phone_can_install_it(sqlite_table: SqliteTable, clock: HandClock, root: str) -> None:
    async with browsing(sqlite_table, clock, public_url=f"https://example.org{root}") as browser:
        browser.root = root
        said = await manifest_of(browser)
        assert (said["start_url"], said["scope"], said["display"]) == (f"{root}/", f"{root}/", "standalone")
        found = {(one["sizes"], one["purpose"]) for one in said["icons"]}
        assert found == {(size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")}
        for icon in said["icons"]:
            assert await sizes(browser, icon["src"]) == icon["sizes"]
        page = (await browser.get(f"{root}/login")).page.html
        touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
        assert touch
        assert await sizes(browser, touch[1]) == "180x180"
        colours = re.findall(r'<meta name="theme-color" content="(#\w+)" media="([^"]+)"', page)
        assert [scheme for _, scheme in colours] == [
            f"(prefers-color-scheme: {one})" for one in ("light", "dark")
        ]


@pytest.mark.parametrize("root", ["", "/quest"])
async def test_the_worker_keeps_the_shell_and_nothing_of_anybody(
    sqlite_table: SqliteTable, clock: HandClock, root: str
) -> None:
    async with browsing(sqlite_table, clock, public_url=f"https://example.org{root}") as browser:
        script = await worker_of(browser)
        shell = json.loads(script.partition("const SHELL = ")[2].partition(";")[0])
        assert shell[0] == f"{root}/offline"
        assert all(re.fullmatch(rf"{root}/static/[\w/]+\.[0-9a-f]{{12}}\.\w+", one) for one in shell[1:])
        offline = await browser.get(shell[0])
        for path in shell:
            assert (await browser.ask("GET", path)).status == 200
        assert "You are offline" in offline.page.text
        assert "data-who" not in offline.page.html


async def test_signing_out_empties_the_browser(ada: Browser) -> None:
    got = await ada.post("/logout")
    assert got.headers["Clear-Site-Data"] == '"cache", "storage"'
