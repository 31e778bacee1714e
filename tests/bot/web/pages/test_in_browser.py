"""Messages in browsers, from the page on which one subscribes: proven, tested, renewed and removed."""

import re
from collections.abc import AsyncIterator

import pytest

from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.fakes.clock import HandClock
from tests.fakes.push_service import Browser as Subscribed
from tests.fakes.push_service import PushService
from tracker.accounts.identity import parse_identity
from tracker.store.sqlite import SqliteTable

PAGE = "/channels/browser"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService.running() as running:
        yield running


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock, service: PushService) -> AsyncIterator[Browser]:
    del service  # it outlives the pages
    push = {"contact": "mailto:ada@example.org", "allow_private": True}
    async with browsing(sqlite_table, clock, push=push) as browser:
        await browser.sign_in()
        yield browser


async def key_of(browser: Browser) -> str:
    found = re.search(r'data-push-key="([\w-]{87})"', (await browser.get(PAGE)).page.html)
    assert found
    return found[1]


async def add(browser: Browser, service: PushService, name: str = "") -> Subscribed:
    """As a person does: by a press, and the code that comes."""
    phone = service.subscribe(await key_of(browser))
    asked = await browser.press(PAGE, "Tell me things in this browser", address=phone.address, name=name)
    assert asked.path == "/channels/verify", asked.page.text
    [said] = phone.came
    assert said["path"] == "/channels/verify"
    done = await browser.press("/channels/verify", "That is it", code=said["title"][:6])
    assert "is yours now" in done.page.text, done.page.text
    return phone


async def channels(browser: Browser) -> dict[str, str]:
    found = await browser.site.services.channels.list(browser.site.ada.id)
    return {one.channel_type: one.identifier for one in found}


async def test_a_browser_is_added_tested_and_removed(ada: Browser, service: PushService) -> None:
    phone = await add(ada, service)
    assert await channels(ada) == {"webpush": phone.address}
    assert "took the test message" in (await ada.press("/channels/webpush", "Send a test")).page.text
    assert [said["title"] for said in phone.came][1:] == ["A test from Questlog"]
    listed = (await ada.get("/channels")).page
    assert "Browser (127.0.0.1)" in listed.text
    assert phone.endpoint not in listed.html
    await ada.press("/channels/webpush/remove", "Yes, remove it")
    assert await channels(ada) == {}


async def test_somebody_has_several_and_each_has_a_name(ada: Browser, service: PushService) -> None:
    for name in ("", "", "phone"):
        await add(ada, service, name)
    assert list(await channels(ada)) == ["webpush", "webpush.2", "webpush.phone"]
    desk = service.subscribe(await key_of(ada))
    got = await ada.press(PAGE, "Tell me things in this browser", address=desk.address, name="phone")
    assert "You have Browser phone" in got.page.text
    assert desk.came == []


async def test_nothing_is_told_where_nobody_typed_the_code(ada: Browser, service: PushService) -> None:
    phone = service.subscribe(await key_of(ada))
    await ada.press(PAGE, "Tell me things in this browser", address=phone.address)
    assert (len(phone.came), await channels(ada)) == (1, {})
    for bad in ("", "x", "https://example.org/ a b", phone.address.replace("http:", "file:")):
        got = await ada.press(PAGE, "Tell me things in this browser", address=bad)
        assert "no subscription" in got.page.text, bad
    assert len(service.requests) == 1


async def test_a_new_address_of_the_same_service_goes_on(ada: Browser, service: PushService) -> None:
    phone = await add(ada, service, "phone")
    now = service.subscribe(phone.server_key)
    service.unsubscribe(phone)
    moved = {"old": phone.endpoint, "address": now.address}
    elsewhere = {**moved, "address": now.address.replace("127.0.0.1", "localhost")}
    assert (await ada.post(f"{PAGE}/renewed", elsewhere)).status == 404
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        assert (await stranger.post(f"{PAGE}/renewed", moved)).status == 404
    assert await channels(ada) == {"webpush.phone": phone.address}
    assert (await ada.post(f"{PAGE}/renewed", moved)).status == 303
    assert await channels(ada) == {"webpush.phone": now.address}
    await ada.press("/channels/webpush.phone", "Send a test")
    assert len(now.came) == 1


async def test_a_page_without_the_setting_says_so(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with browsing(sqlite_table, clock, public_url="http://localhost:8080") as browser:
        await browser.sign_in()
        page = (await browser.get(PAGE)).page
        assert "not set up" in page.text
        assert "data-push-key" not in page.html
