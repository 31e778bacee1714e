"""A link to sign in, sent to an address: to its owner alone, and whoever asks learns nothing."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from scheduler.link_mail import (
    FROM_SOURCE,
    FROM_SOURCE_DAILY,
    LINKS,
    OF_ALL,
    TO_ADDRESS,
    TO_ADDRESS_FROM_SOURCE,
)
from tests.bot.web.pages.browsing import Browser, Got, another, browsing
from tests.fakes.clock import HandClock
from tests.fakes.mail_server import MailServer
from tests.patience import PATIENCE
from tracker.accounts.identity import parse_identity
from tracker.limits import Limit, Limits
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.store.sqlite import SqliteTable

ADA, NOBODY = "ada@example.org", "nobody@example.org"
MAIL = "/login/link"


@pytest.fixture
async def post() -> AsyncIterator[MailServer]:
    async with MailServer.running() as server:
        yield server


@pytest.fixture
async def browser(sqlite_table: SqliteTable, clock: HandClock, post: MailServer) -> AsyncIterator[Browser]:
    async with browsing(sqlite_table, clock, email=post.settings()) as opened:
        await opened.site.services.accounts.change(opened.site.ada.id, parse_identity(f"email:{ADA}"))
        yield opened


async def asks(browser: Browser, address: str, source: str = "198.51.100.7") -> Got:
    """From somewhere on the internet, as a proxy says; and what is under way for it has ended."""
    got = await browser.post(MAIL, {"address": address}, **{"X-Forwarded-For": source})
    await settled(browser)
    return got


async def settled(browser: Browser) -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*browser.site.running.under_way._tasks)


def link_in(post: MailServer) -> str:
    body = post.mails[-1].get_body(("plain",))
    assert body is not None
    [path] = re.findall(r"http://[^/]+(/login\?link=\S+)", body.get_content())
    return path


async def test_the_link_that_comes_signs_in_by_a_press(browser: Browser, post: MailServer) -> None:
    form = (await browser.get("/login")).page.form("Send me a link")
    said = await browser.send(form, address=" Ada@Example.org ")
    assert "on its way" in said.page.text
    await settled(browser)

    assert (post.mails[0]["To"], post.mails[0]["Subject"]) == (ADA, "Your link to sign in")
    link = link_in(post)
    stored = [item async for item in browser.site.services.table.scan()]
    assert link.partition("=")[2] not in json.dumps(stored, default=str)
    assert "Today" in (await browser.send((await browser.get(link)).page.form("Sign in"))).page.title
    assert "by e-mail" in (await browser.get("/sessions")).page.text
    assert (await browser.post("/login", {"link": link.partition("=")[2]})).status == 409


async def test_whether_somebody_has_the_address_stands_in_no_answer(
    browser: Browser, post: MailServer
) -> None:
    stopped = StoppedAddresses(browser.site.services.table, browser.site.clock)
    known, unknown = await asks(browser, ADA), await asks(browser, NOBODY)
    await stopped.stop("email", ADA, Why.ASKED)
    silent = await asks(browser, ADA)

    assert {got.status for got in (known, unknown, silent)} == {200}
    assert known.page.html == unknown.page.html == silent.page.html
    assert [mail["To"] for mail in post.mails] == [ADA], "who said stop is not written to"
    for many in range(TO_ADDRESS_FROM_SOURCE.most):
        last = [await asks(browser, one, f"203.0.113.{many}") for one in (ADA, NOBODY)]
        assert {got.status for got in last} == {200}


async def test_the_answer_waits_for_no_mail_server(browser: Browser, post: MailServer) -> None:
    """One that says nothing for long: nobody reads from the time that there was something to send."""
    post.answers["MAIL"] = [None]
    got = await browser.post(MAIL, {"address": ADA})
    assert got.status == 200
    assert len(browser.site.running.under_way) == 1
    assert not post.taken
    await browser.site.running.under_way.close()


async def test_what_fails_is_in_the_log_without_the_address_and_in_no_answer(
    browser: Browser, post: MailServer
) -> None:
    post.answers["RCPT"] = ["550 no such mailbox"]
    with capture_logs() as lines:
        got = await asks(browser, ADA)
    assert got.status == 200
    assert [one["event"] for one in lines] == ["login link not sent"]
    assert ADA not in str(lines)


async def test_nobody_floods_an_address_and_nobody_asks_for_many(browser: Browser, post: MailServer) -> None:
    for address in (ADA, NOBODY):
        tries = [(await asks(browser, address)).status for _ in range(TO_ADDRESS_FROM_SOURCE.most + 1)]
        assert tries == [200] * TO_ADDRESS_FROM_SOURCE.most + [429]
    for number in range(TO_ADDRESS.most - TO_ADDRESS_FROM_SOURCE.most):
        assert (await asks(browser, "Ada+tag@example.org", f"203.0.113.{number}")).status == 200
    assert (await asks(browser, ADA, "203.0.113.99")).status == 429, "from wherever it is asked for"
    assert len(post.taken) == TO_ADDRESS_FROM_SOURCE.most, "a tag counts, and is no account"

    source = "2001:db8:1:2::"
    many = [
        (await asks(browser, f"a{number}@example.org", f"{source}{number}")).status
        for number in range(FROM_SOURCE.most + 1)
    ]
    assert many == [200] * FROM_SOURCE.most + [429], "whoever has one address of version 6 has its network"


async def test_others_who_ask_use_up_nothing_of_whom_they_name(browser: Browser, post: MailServer) -> None:
    sessions = browser.site.services.sessions
    for number in range(LINKS.most):
        await asks(browser, ADA, f"203.0.113.{number}")
    assert len(post.taken) == LINKS.most
    for _ in range(20):
        await sessions.new_link(browser.site.ada.id, "discord")
    limits = Limits(browser.site.services.table, browser.site.clock)
    assert await limits.full_until(Limit("daily-email", 1, timedelta(days=1)), browser.site.ada.id) is None


async def test_of_all_that_is_sent_there_is_an_end_that_nobody_sees(
    browser: Browser, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scheduler.link_mail.OF_ALL", type(OF_ALL)(OF_ALL.what, 1, OF_ALL.within))
    first, second = await asks(browser, ADA), await asks(browser, ADA)
    assert (first.status, first.page.html) == (second.status, second.page.html)
    assert len(post.taken) == 1


async def test_one_place_uses_up_no_more_than_a_part_of_what_goes_to_all(browser: Browser) -> None:
    for number in range(FROM_SOURCE_DAILY.most):
        if number and number % FROM_SOURCE.most == 0:
            browser.site.clock.advance(FROM_SOURCE.within.total_seconds())
        assert (await asks(browser, f"a{number}@example.org")).status == 200
    browser.site.clock.advance(FROM_SOURCE.within.total_seconds())
    assert (await asks(browser, ADA)).status == 429
    assert (await asks(browser, ADA, "203.0.113.1")).status == 200
    assert FROM_SOURCE_DAILY.most * 5 <= OF_ALL.most


async def test_what_could_not_be_sent_takes_nothing_from_others(
    browser: Browser, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scheduler.link_mail.OF_ALL", type(OF_ALL)(OF_ALL.what, 1, OF_ALL.within))
    post.answers["RCPT"] = ["451 try again later"]
    for _ in range(3):
        assert (await asks(browser, ADA)).status == 200
    assert len(post.taken) == 1, "the first did not go, the second did, and for the third there is no room"


@pytest.mark.parametrize("address", ["", "ada", "ada@", "a b@example.org", "ada@example.org\r\nBcc: x@y.org"])
async def test_what_is_no_address_stays_in_the_form(browser: Browser, post: MailServer, address: str) -> None:
    got = await asks(browser, address)
    assert got.status == 422
    assert got.page.form("Send me a link").fields["address"] == address.replace("\r", "")
    assert not post.taken


async def test_a_page_elsewhere_asks_for_no_link(browser: Browser, post: MailServer) -> None:
    async with another(browser) as other:
        headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        assert (await other.post(MAIL, {"address": ADA}, **headers)).status == 403
    assert not post.taken


async def test_without_e_mail_there_is_no_such_way(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with browsing(sqlite_table, clock) as browser:
        assert "e-mail" not in (await browser.get("/login")).page.text
        assert (await browser.post(MAIL, {"address": ADA})).status == 404
