"""What a browser gets of Today: the bytes on the wire, and how soon a slow phone on a slow network shows it.

The phone is what Lighthouse means by one: 4G as it is far from a mast, and a processor that takes four times
as long as this machine's. Bytes are those that Chromium has received, with the heads of answers.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from benchmarks.measure import Limit, Measured
from benchmarks.page_site import FullSite
from tests.rendering.chromium import NoChromium, environment_of, find_chromium

MOST_FIRST, MOST_TICK, MOST_SECONDS, MOST_KB_BYTES = 100.0, 15.0, 1.0, 1000
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 768_000 / 8,
}
SLOWER = 4
TRIES = 5
FLAGS = ("--no-sandbox", "--no-zygote", "--disable-gpu")
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""
"""When what is largest on the screen stood there: of a day, its things. In milliseconds from the tap."""


class Wire:
    """Counts what comes."""

    def __init__(self) -> None:
        self.bytes = 0.0

    def hear(self, said: dict[str, Any]) -> None:
        self.bytes += said["encodedDataLength"]


async def first_look(full: FullSite) -> list[Measured]:
    try:
        path = find_chromium()
    except NoChromium as missing:
        print(f"left out: {missing}", flush=True)
        return []
    async with _chromium(path) as browser:
        found = [*await _over_the_wire(browser, full), await _painted(browser, full)]
    print(*found, sep="\n", flush=True)
    return [*found]


@asynccontextmanager
async def _chromium(path: str) -> AsyncGenerator[Browser]:
    with TemporaryDirectory() as home:
        async with async_playwright() as playwright:
            environment: dict[str, str | float | bool] = {**environment_of(path), "HOME": home}
            browser = await playwright.chromium.launch(executable_path=path, env=environment, args=FLAGS)
            try:
                yield browser
            finally:
                await browser.close()


@asynccontextmanager
async def _somebody(browser: Browser, full: FullSite) -> AsyncGenerator[tuple[BrowserContext, Page]]:
    """With nothing in the cache of their browser."""
    name, value = (await full.cookie()).split("=", 1)
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    context = await browser.new_context(**phone)
    await context.add_cookies([{"name": name, "value": value, "url": full.site.url}])
    try:
        yield context, await context.new_page()
    finally:
        await context.close()


async def _over_the_wire(browser: Browser, full: FullSite) -> list[Limit]:
    async with _somebody(browser, full) as (context, page):
        wire, session = Wire(), await context.new_cdp_session(page)
        session.on("Network.loadingFinished", wire.hear)
        await session.send("Network.enable")
        await page.goto(full.site.url, wait_until="networkidle")
        first, wire.bytes = wire.bytes, 0.0
        async with page.expect_response(lambda one: one.request.method == "GET"):
            await page.locator(".tick[aria-pressed=false]").first.click()
        await page.locator("#said .said").wait_for()
        await page.wait_for_load_state("networkidle")
        tick = wire.bytes
    return [
        Limit("Today for the first time, with all that it loads", first / MOST_KB_BYTES, MOST_FIRST, "KB"),
        Limit("a tick", tick / MOST_KB_BYTES, MOST_TICK, "KB"),
    ]


async def _painted(browser: Browser, full: FullSite) -> Limit:
    """The slowest of a few."""
    taken = [await _painted_once(browser, full) for _ in range(TRIES)]
    phone = f"a phone ({SLOWER}x slower, 1.6 Mbit/s, 150 ms)"
    what = f"until Today stands on {phone}, the slowest of {TRIES}"
    return Limit(what, max(taken), MOST_SECONDS, "s")


async def _painted_once(browser: Browser, full: FullSite) -> float:
    async with _somebody(browser, full) as (context, page):
        session = await context.new_cdp_session(page)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", SLOW_4G)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        await page.goto(full.site.url, wait_until="load")
        return float(await page.evaluate(PAINTED)) / 1000
