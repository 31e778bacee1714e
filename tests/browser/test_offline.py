"""A phone without a network: what is ticked off waits, is sent once, for its own person and its own day."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date, timedelta

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.site import Site, shows, tap
from tests.browser.test_day import DEAF
from tests.browser.watching import Trouble, watched
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.store.sqlite import SqliteTable

pytestmark = pytest.mark.asyncio(loop_scope="session")

WORKS = "navigator.serviceWorker.ready.then((one) => Boolean(one.active))"
LOADED = "document.readyState === 'complete'"
WAITING = "self.later.every()"


@asynccontextmanager
async def phone(
    browser: Browser, day: Site, *words: str
) -> AsyncGenerator[tuple[BrowserContext, Page, Trouble]]:
    """Somebody with habits, who is signed in on a phone on which the worker works."""
    for one in words:
        await day.types("habit", "add", one)
    async with watched(browser) as (context, trouble):
        await context.add_init_script(DEAF)  # what a browser says of a stream that breaks is not tested here
        page = await day.signed_in(context)
        assert await page.evaluate(WORKS)
        yield context, page, trouble


def forgive(trouble: Trouble) -> None:
    """What a browser says of a network that is not there."""
    trouble[:] = [one for one in trouble if "ERR_INTERNET_DISCONNECTED" not in one]


async def streak(day: Site, habit: str) -> int:
    return (await day.types("habit", "show", habit))["habit"]["streak"]["current"]


async def register_bob(day: Site) -> None:
    table = await SqliteTable.open(day.folder / "questlog.db", system_clock)
    await Accounts(table, system_clock, ulids(system_clock)).register(parse_identity("local:bob"))
    await table.close()


async def sent(page: Page) -> None:
    await page.wait_for_function("self.later.every().then((all) => all.length === 0)")


@pytest.mark.both_engines
async def test_what_is_ticked_off_offline_waits_and_is_sent_once(browser: Browser, day: Site) -> None:
    async with phone(browser, day, "gym every day", "read every day") as (context, page, trouble):
        await context.set_offline(True)
        await tap(page, "Gym")
        await shows(page, "Gym", done=True)
        await expect(page.locator(".waiting")).to_contain_text("Gym")
        await expect(page.locator("#said")).to_contain_text("kept on this device")
        await tap(page, "Read")
        await expect(page.locator(".waiting")).to_have_count(2)
        await tap(page, "Read")  # and taken back
        await expect(page.locator(".waiting")).to_have_count(1)
        assert await streak(day, "gym") == 0

        second = await context.new_page()
        await second.goto(f"{day.url}/", wait_until="commit")
        await expect(second.locator("h1")).to_have_text("You are offline")
        await context.set_offline(False)  # both pages send at once
        await sent(page)
        await expect(page.locator("#said")).to_contain_text("Gym")
        await shows(page, "Gym", done=True)
        await expect(page.locator(".waiting")).to_have_count(0)
        await expect(second.locator("h1")).to_contain_text("Today")
        assert (await streak(day, "gym"), await streak(day, "read")) == (1, 0)
        forgive(trouble)


async def test_an_answer_that_is_lost_is_asked_for_and_nothing_is_done_twice(
    browser: Browser, day: Site
) -> None:
    async with phone(browser, day, "gym every day") as (_, page, trouble):

        async def lose(route: Route) -> None:
            """It arrives, and what is answered does not."""
            await route.fetch(max_redirects=0)
            await route.abort("connectionreset")

        await page.route("**/today/tick", lose)
        await tap(page, "Gym")
        await expect(page.locator(".waiting")).to_contain_text("Gym")
        assert await streak(day, "gym") == 1
        trouble.expect("ERR_CONNECTION_RESET")
        trouble.expect("htmx:")
        await tap(page, "Gym")  # too late for that
        await expect(page.locator("#said")).to_contain_text("may have arrived")

        await day.types("habit", "undo", "gym")  # on another device, before the press comes once more
        await page.unroute("**/today/tick")
        await page.evaluate("window.dispatchEvent(new Event('online'))")
        await sent(page)
        assert await streak(day, "gym") == 0


async def test_a_page_that_is_opened_offline_has_the_day_to_tick_off(browser: Browser, day: Site) -> None:
    async with phone(browser, day, "gym every day", "read every day") as (context, page, trouble):
        await context.set_offline(True)
        await page.goto(f"{day.url}/habits")
        await expect(page.locator("h1")).to_have_text("You are offline")
        await expect(page.locator(".thing")).to_have_count(2)
        await page.get_by_role("button", name="Gym: done").click()
        await expect(page.locator(".waiting")).to_contain_text("Gym")
        await context.set_offline(False)  # it comes back by itself
        await expect(page.locator("h1")).to_have_text("Your habits")
        await sent(page)
        assert (await streak(day, "gym"), await streak(day, "read")) == (1, 0)
        forgive(trouble)


async def test_it_counts_for_the_day_on_which_it_was_pressed(browser: Browser, day: Site) -> None:
    """The day that the page shows: of a habit, each cell is a day of its own."""
    yesterday = date.today() - timedelta(days=1)  # noqa: DTZ011 - the service runs on the same clock, in UTC
    async with phone(browser, day, "gym every day") as (context, page, trouble):
        await page.goto(f"{day.url}/habits")
        await context.set_offline(True)
        cell = page.locator(f"button[id$='{yesterday}']")
        await cell.click()
        await expect(page.locator(".waiting")).to_have_count(1)
        await context.set_offline(False)
        await sent(page)
        await expect(page.locator(f"li.tone-good button[id$='{yesterday}']")).to_be_visible()
        forgive(trouble)


async def test_what_is_refused_is_told_until_it_is_dismissed(browser: Browser, day: Site) -> None:
    async with phone(browser, day, "gym every day") as (context, page, trouble):
        await page.goto(f"{day.url}/habits")
        await context.set_offline(True)
        await page.locator(".week button").last.click()
        await expect(page.locator(".waiting")).to_have_count(1)
        await day.types("habit", "remove", "gym", "--yes")
        await context.set_offline(False)
        await expect(page.locator(".said.tone-bad")).to_contain_text("was not done")
        await page.reload()
        await expect(page.locator(".said.tone-bad")).to_contain_text("was not done")
        await page.get_by_role("button", name="Dismiss").click()
        await sent(page)
        forgive(trouble)
        trouble.expect("404")


async def test_nothing_is_done_for_somebody_else_who_signs_in(browser: Browser, day: Site) -> None:
    await register_bob(day)
    async with phone(browser, day, "gym every day") as (context, page, trouble):
        await context.set_offline(True)
        await tap(page, "Gym")
        await expect(page.locator(".waiting")).to_have_count(1)
        await context.clear_cookies()  # the session is over
        forgive(trouble)
        trouble_before = len(trouble)  # once there is a network, what is sent is refused: at once, or later
        await context.set_offline(False)
        await page.goto(f"{day.url}/")
        await expect(page.locator("#said")).to_contain_text("when the same person signs in")
        assert await page.evaluate("self.later.lastDay()") is None
        link = (await day.types("web", "--identity", "local:bob"))["url"]
        await page.goto(day.url + link[link.index("/login") :])
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.locator("h1")).to_contain_text("today")
        await page.wait_for_function(LOADED)
        told = await page.evaluate("self.later.send()")  # as the worker does, which knows nobody
        assert (told, len(await page.evaluate(WAITING))) == ([], 1)
        trouble.expect("409")
        assert await streak(day, "gym") == 0
        await expect(page.locator("#said")).not_to_contain_text("Gym")

        link = (await day.types("web"))["url"]
        await page.goto(day.url + link[link.index("/login") :])
        await page.get_by_role("button", name="Sign in").click()
        await sent(page)
        assert await streak(day, "gym") == 1
        forgive(trouble)
        del trouble[trouble_before:]


async def test_whoever_signs_out_leaves_nothing_on_the_device(browser: Browser, day: Site) -> None:
    async with phone(browser, day, "gym every day") as (context, page, trouble):
        assert (await page.evaluate("self.later.lastDay()"))["things"][0]["label"] == "Gym"
        await page.goto(f"{day.url}/menu")
        await page.get_by_role("button", name="Sign out on this device").click()
        await expect(page.locator("h1")).to_have_text("Sign in")
        await page.wait_for_function(LOADED)
        assert await page.evaluate("self.later.lastDay()") is None
        assert await page.evaluate("caches.keys()") == []
        await context.set_offline(True)
        forgive(trouble)
