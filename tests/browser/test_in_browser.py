"""Messages in a browser: allowed by a press, proven by a code, renewed by the worker; or not allowed."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.bot.service import service
from tests.browser.site import Site
from tests.browser.watching import watched
from tests.fakes.push_service import PushService

pytestmark = pytest.mark.asyncio(loop_scope="session")

ALLOWING = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const [endpoint, p256dh, auth] = (await pushService(applicationServerKey)).split(" ");
  return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
};
"""
"""Where there is no push service, the stand-in is asked. Chromium for tests has none."""
RENEWED = """async ([before, address]) => {
  const [endpoint, p256dh, auth] = address.split(" ");
  const event = new Event("pushsubscriptionchange");
  event.oldSubscription = { endpoint: before };
  event.newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  const ends = new Promise((end) => { event.waitUntil = end; });
  self.dispatchEvent(event);
  await ends;
}"""
"""What the browser tells its worker, when the push service has given it another address."""


@pytest.fixture
def reachable(tmp_path: Path) -> Iterator[Site]:
    settings = {
        "QUESTLOG_PUSH__CONTACT": "mailto:ada@example.org",
        "QUESTLOG_PUSH__ALLOW_PRIVATE": "true",
    }
    with service(tmp_path, **settings) as running:
        yield Site(running.ready(), tmp_path, settings)


@pytest_asyncio.fixture(loop_scope="session")
async def push() -> AsyncIterator[PushService]:
    async with PushService.running() as running:
        yield running


async def asks(page: Page, url: str) -> None:
    await page.goto(f"{url}/channels")
    await page.get_by_role("link", name="This browser").click()
    await expect(page.locator("h1")).to_have_text("Messages in this browser")
    await page.get_by_role("button", name="Tell me things in this browser").click()


async def test_a_browser_that_allows_none_says_what_to_do(browser: Browser, reachable: Site) -> None:
    async with watched(browser) as (context, _):
        page = await reachable.signed_in(context)
        await asks(page, reachable.url)
        await expect(page.get_by_role("alert")).to_contain_text("does not allow messages")
        assert (await reachable.types("channel", "list"))["channels"][0]["type"] == "console"


async def test_messages_come_to_a_browser_also_when_its_address_changes(
    browser: Browser, reachable: Site, push: PushService
) -> None:
    def subscribe(key: str) -> str:
        return push.subscribe(key).address

    async with watched(browser) as (context, _):
        await context.add_init_script(ALLOWING)
        await context.expose_function("pushService", subscribe)
        page = await reachable.signed_in(context)
        await asks(page, reachable.url)
        await expect(page.locator("h1")).to_have_text("Type the code")
        [phone] = push.browsers
        await page.get_by_label("code").fill(phone.came[0]["title"][:6])
        await page.get_by_role("button", name="That is it").click()
        await expect(page.locator("#said")).to_contain_text("is yours now")

        now = push.subscribe(phone.server_key)
        [worker] = context.service_workers
        await worker.evaluate(RENEWED, [phone.endpoint, now.address])
        await page.goto(f"{reachable.url}/channels/webpush")
        await page.get_by_role("button", name="Send a test").click()
        await expect(page.locator("#said")).to_contain_text("took the test message")
        assert [said["title"] for said in now.came] == ["A test from Questlog"]
