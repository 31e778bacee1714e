"""What Amazon posts about messages that came back, in every shape, and what others might post."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from yarl import URL

from bot.email.events import is_amazon
from tests.bot.email.conftest import TOKEN, Site, site_on
from tests.fakes.clock import HandClock
from tests.scheduler.channels.letters import ADA
from tracker.notify.stopped import Why
from tracker.settings import EmailSettings
from tracker.store.sqlite import SqliteTable


def bounce(kind: str = "Permanent", name: str = "notificationType", *addresses: str) -> dict[str, Any]:
    recipients = [
        {"emailAddress": one, "action": "failed", "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1"}
        for one in addresses or (ADA,)
    ]
    told = {"bounceType": kind, "bounceSubType": "General", "bouncedRecipients": recipients}
    return {name: "Bounce", "bounce": told, "mail": {"messageId": "1", "destination": [ADA]}}


def complaint(name: str = "notificationType", kind: str | None = "abuse") -> dict[str, Any]:
    told = {"complainedRecipients": [{"emailAddress": ADA}], "complaintFeedbackType": kind}
    return {name: "Complaint", "complaint": told, "mail": {}}


def notice(event: object) -> dict[str, Any]:
    return {"Type": "Notification", "MessageId": "2", "TopicArn": "arn:x", "Message": json.dumps(event)}


async def posted(site: Site, body: object, token: str = TOKEN) -> int:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "text/plain; charset=UTF-8"}  # as SNS does it
    async with site.client.post(f"{site.url}/email/events/{token}", data=raw, headers=headers) as answer:
        assert TOKEN not in await answer.text()
        return answer.status


@pytest.mark.parametrize("name", ["notificationType", "eventType"])
async def test_what_comes_back_for_good_stops_the_address_and_the_channel(site: Site, name: str) -> None:
    assert await posted(site, notice(bounce("Permanent", name))) == 200
    own = await site.channel()
    assert await site.why() is Why.BOUNCED
    assert (own.is_active, own.off_reason) == (False, "messages to this address came back")
    assert [one.kind.name for one in await site.told()] == ["channel-off"]


@pytest.mark.parametrize("name", ["notificationType", "eventType"])
async def test_so_does_a_complaint(site: Site, name: str) -> None:
    assert await posted(site, notice(complaint(name))) == 200
    assert await site.why() is Why.COMPLAINED
    assert (await site.channel()).off_reason == "a message was reported there as unwanted"


async def test_an_event_may_come_without_its_envelope(site: Site) -> None:
    assert await posted(site, complaint()) == 200
    assert await site.why() is Why.COMPLAINED


@pytest.mark.parametrize(
    "event",
    [
        bounce("Transient"),
        bounce("Undetermined"),
        complaint(kind="not-spam"),
        {"eventType": "Delivery", "delivery": {}, "mail": {}},
        {"notificationType": "AmazonSnsSubscriptionSucceeded", "message": "…"},
    ],
)
async def test_what_is_temporary_or_good_news_changes_nothing(site: Site, event: dict[str, Any]) -> None:
    assert await posted(site, notice(event)) == 200
    assert (await site.why(), (await site.channel()).is_active) == (None, True)


async def test_addresses_of_nobody_are_stopped_too_in_any_spelling(site: Site) -> None:
    event = bounce("Permanent", "eventType", "Bob <Bob@Example.org>", "nonsense")
    assert await posted(site, notice(event)) == 200
    assert await site.why("bob@example.org") is Why.BOUNCED
    assert (await site.channel()).is_active


async def test_twice_is_as_once(site: Site) -> None:
    for _ in range(2):
        assert await posted(site, notice(bounce())) == 200
    assert len(await site.told()) == 1


@pytest.mark.parametrize("token", ["wrong", "é", TOKEN[:-1], f"{TOKEN}x"])
async def test_a_wrong_token_finds_nothing_here(site: Site, token: str) -> None:
    assert await posted(site, notice(bounce()), token) == 404
    assert await site.why() is None


async def test_without_a_token_nothing_is_here(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with site_on(sqlite_table, clock, events_token=None) as site:
        assert await posted(site, notice(bounce())) == 404


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\xff",
        b"null",
        b"[" * 100_000,
        [],
        {},
        {"Type": "Notification"},
        {"Type": "Notification", "Message": "not json"},
        {"Type": "Notification", "Message": "[]"},
        {"Type": "SubscriptionConfirmation"},
        {"Type": "SubscriptionConfirmation", "SubscribeURL": "http://["},
        {"notificationType": "Bounce", "bounce": {"bounceType": 3}},
        {"notificationType": "Bounce", "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{}]}},
    ],
)
async def test_junk_is_refused(site: Site, junk: object) -> None:
    assert await posted(site, junk) == 400
    assert await site.why() is None


async def test_a_farewell_is_taken(site: Site) -> None:
    assert await posted(site, {"Type": "UnsubscribeConfirmation"}) == 200


@asynccontextmanager
async def topic(status: int = 200) -> AsyncGenerator[tuple[str, list[str]]]:
    """A stand-in of SNS, and what it was asked."""
    asked: list[str] = []

    async def confirm(request: web.Request) -> web.Response:
        asked.append(request.query_string)
        return web.Response(status=status, headers={"Location": "/elsewhere"})

    app = web.Application()
    app.router.add_get("/", confirm)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(("status", "answered"), [(200, 200), (500, 502)])
async def test_a_subscription_is_confirmed_where_the_settings_lead(
    sqlite_table: SqliteTable, clock: HandClock, status: int, answered: int
) -> None:
    async with topic(status) as (url, asked), site_on(sqlite_table, clock, endpoint_url=url) as site:
        wanted = {"Type": "SubscriptionConfirmation", "SubscribeURL": f"{url}/?Action=ConfirmSubscription"}
        assert await posted(site, wanted) == answered
    assert asked == ["Action=ConfirmSubscription"]


async def test_nothing_else_is_fetched(site: Site) -> None:
    async with topic() as (url, asked):
        assert await posted(site, {"Type": "SubscriptionConfirmation", "SubscribeURL": url}) == 400
    assert asked == []


@pytest.mark.parametrize(
    ("url", "trusted"),
    [
        ("https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription", True),
        ("https://sns.cn-north-1.amazonaws.com.cn/?x", True),
        ("http://sns.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com:8443/", False),
        ("https://me@sns.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com.example.org/", False),
        ("https://example.org/sns.us-east-1.amazonaws.com", False),
        ("https://sns.a.b.amazonaws.com/", False),
        ("https://bucket.s3.amazonaws.com/", False),
        ("https://127.0.0.1/", False),
        ("/relative", False),
    ],
)
def test_only_amazon_s_own_addresses_are_trusted(url: str, *, trusted: bool) -> None:
    assert is_amazon(URL(url), EmailSettings()) is trusted
