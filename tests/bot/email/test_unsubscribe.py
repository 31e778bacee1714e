"""The way out of e-mail, as browsers, mail clients and mail scanners take it."""

from dataclasses import replace

import pytest
from aiohttp import ClientSession, FormData
from prometheus_client import CollectorRegistry

from bot.email import unsubscribe
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.running import RunningServices
from bot.web.server import listening
from bot.web.site.assets import own_assets
from bot.web.site.guard import WITHOUT_SCRIPTS
from bot.web.site.place import Place
from scheduler.pulse import Pulse
from tests.bot.email.conftest import Site
from tests.bot.web.pages.page import Page
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.channels.letters import ADA
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.settings import WebSettings
from tracker.store.errors import StoreUnavailable
from tracker.store.sqlite import SqliteTable

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


async def test_opening_the_link_changes_nothing_and_asks(site: Site) -> None:
    async with site.client.get(await site.link()) as answer:
        text = await answer.text()
    assert answer.status == 200
    assert "a***@example.org" in text
    assert ADA not in text
    [form] = Page(text).forms
    assert (form.action, form.method, form.button, form.fields) == ("", "post", "Unsubscribe", {})
    assert (await site.why(), (await site.channel()).is_active) == (None, True)


@pytest.mark.parametrize("form", [{}, ONE_CLICK])
async def test_a_post_stops_the_address_and_the_channel(site: Site, form: dict[str, str]) -> None:
    async with site.client.post(await site.link(), data=form) as answer:
        assert answer.status == 200
        assert "You are unsubscribed" in await answer.text()
    own = await site.channel()
    assert await site.why() is Why.ASKED
    assert (own.is_active, own.off_reason) == (False, "you unsubscribed")
    assert [one.kind.name for one in await site.told()] == ["channel-off"]


async def test_one_click_may_come_in_many_parts(site: Site) -> None:
    form = FormData(ONE_CLICK, default_to_multipart=True)
    async with site.client.post(await site.link(), data=form) as answer:
        assert answer.status == 200
    assert await site.why() is Why.ASKED


async def test_twice_is_as_once(site: Site) -> None:
    for _ in range(2):
        async with site.client.post(await site.link(), data=ONE_CLICK) as answer:
            assert answer.status == 200
    assert len(await site.told()) == 1
    async with site.client.get(await site.link()) as answer:
        assert "Undo" in await answer.text()


async def test_undo_leads_back(site: Site) -> None:
    async with site.client.post(await site.link()) as answer:
        [form] = Page(await answer.text()).forms
    assert (form.action, form.button, form.fields) == ("", "Undo", {"undo": "1"})
    async with site.client.post(await site.link(), data=form.fields) as answer:
        assert "Welcome back" in await answer.text()
    assert (await site.why(), (await site.channel()).is_active) == (None, True)


@pytest.mark.parametrize("why", [Why.BOUNCED, Why.COMPLAINED])
async def test_what_came_back_is_not_undone_by_a_link(site: Site, why: Why) -> None:
    await StoppedAddresses(site.services.table, site.services.clock).stop("email", ADA, why)
    async with site.client.post(await site.link(), data={"undo": "1"}) as answer:
        assert "not possible" in await answer.text()
    assert await site.why() is why


@pytest.mark.parametrize("why", [Why.BOUNCED, Why.COMPLAINED])
async def test_nor_by_asking_to_stop_first(site: Site, why: Why) -> None:
    await StoppedAddresses(site.services.table, site.services.clock).stop("email", ADA, why)
    async with site.client.post(await site.link(), data=ONE_CLICK) as answer:
        assert answer.status == 200
    async with site.client.post(await site.link(), data={"undo": "1"}) as answer:
        assert "not possible" in await answer.text()
    assert await site.why() is why


async def test_a_channel_that_leads_elsewhere_by_now_stays_on(site: Site) -> None:
    await site.services.channels.add(site.ada.id, "email", "new@example.org")
    async with site.client.post(await site.link()) as answer:
        assert answer.status == 200
    assert await site.why() is Why.ASKED
    assert (await site.channel()).is_active


async def test_an_address_without_an_account_can_say_stop(site: Site) -> None:
    link = await site.link(person="", address="bob@example.org")
    for form in ({}, {"undo": "1"}, {}):
        async with site.client.post(link, data=form) as answer:
            assert answer.status == 200
    assert await site.why("bob@example.org") is Why.ASKED


@pytest.mark.parametrize("token", ["", "x", "x.y", "YQ.YQ", "é", "a" * 5000])
async def test_a_link_that_is_not_ours_reveals_nothing(site: Site, token: str) -> None:
    for method in ("GET", "POST"):
        async with site.client.request(method, f"{site.url}/unsubscribe", params={"token": token}) as answer:
            text = await answer.text()
        assert answer.status == 400
        assert "This link cannot be used" in text
        assert "example.org" not in text
    assert (await site.why(), (await site.channel()).is_active) == (None, True)


async def test_a_link_for_something_else_is_none_for_this(site: Site) -> None:
    good = await site.link()
    async with site.client.post(f"{good}x") as answer:
        assert answer.status == 400
    async with site.client.post(
        good, data=b"\xff\x00", headers={"Content-Type": "multipart/form-data"}
    ) as answer:
        assert answer.status == 200  # what a client posts beside the link does not matter
    lines = (
        "--x",
        'Content-Disposition: form-data; name="a"',
        "Content-Transfer-Encoding: rot13",
        "",
        "b",
        "--x--",
    )
    async with site.client.post(
        good, data="\r\n".join(lines), headers={"Content-Type": "multipart/form-data; boundary=x"}
    ) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("cut", [0, 1])
async def test_the_page_is_kept_by_nobody_runs_nothing_and_looks_as_the_others(site: Site, cut: int) -> None:
    link = await site.link()
    async with site.client.get(link[: len(link) - cut]) as answer:
        headers, text = answer.headers, await answer.text()
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Content-Security-Policy"] == WITHOUT_SCRIPTS
    assert "script" not in WITHOUT_SCRIPTS
    page = Page(text)
    assert page.forbidden == []
    assert "<script" not in text
    assert own_assets().path("site.css") in text


async def test_a_store_that_is_down_is_said_so_that_the_client_comes_back(
    sqlite_table: SqliteTable, site: Site
) -> None:
    link, faulty = await site.link(), FaultyTable(sqlite_table)
    faulty.fail(error=StoreUnavailable("no disk"))
    running = RunningServices()
    app = new_app(
        Readiness(faulty, Pulse(lambda: 0.0)), CollectorRegistry(), unsubscribe.routes(running, Place())
    )
    async with listening(app, WebSettings(port=0)) as url, ClientSession() as client:
        for is_open in (False, True):
            if is_open:
                running.open(replace(site.services, table=faulty))
            async with client.post(link.replace(site.url, url)) as answer:
                assert answer.status == 503
                assert answer.headers["Retry-After"]
                assert "disk" not in await answer.text()
                if is_open:
                    assert answer.headers["Referrer-Policy"] == "no-referrer"
