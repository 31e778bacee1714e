"""E-mail by Amazon SES, against moto's server, and against one that refuses as Amazon does."""

import uuid
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.parser import Parser
from email.policy import default
from typing import Any

import aiohttp
import boto3
import pytest
from aiohttp import web

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
)
from scheduler.channels.email.channel import EmailChannel, open_email, open_transport
from tests.conftest import REGION
from tests.fakes.clock import HandClock
from tests.scheduler.channels.letters import ADA, URL
from tests.scheduler.channels.messages import message
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

TARGET = MessageTarget("email", ADA, "anna")


def settings(endpoint: str, sender: str = "questlog@example.org", **other: object) -> Settings:
    email = {"transport": "ses", "from_address": sender, "endpoint_url": endpoint, "region": REGION, **other}
    return Settings.model_validate({"email": email, "web": {"public_url": URL}})


@pytest.fixture
def moto(server_url: Callable[[str], str]) -> str:
    return server_url("moto")


@pytest.fixture
def sender(moto: str) -> str:
    """An address that nobody else has, verified."""
    address = f"{uuid.uuid4().hex}@example.org"
    client = boto3.client("ses", region_name=REGION, endpoint_url=moto)
    client.verify_email_identity(EmailAddress=address)
    return address


async def sent_from(moto: str, sender: str) -> list[dict[str, Any]]:
    """What moto keeps of what was sent."""
    async with aiohttp.ClientSession() as session, session.get(f"{moto}/moto-api/data.json") as answer:
        kept = (await answer.json(content_type=None))["ses"]["RawMessage"]
    return [one for one in kept if one["source"] == sender]


async def failure(email: EmailChannel) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await email.send(TARGET, message())
    return raised.value


async def test_a_message_arrives_whole(
    moto: str, sender: str, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with open_email(settings(moto, sender), sqlite_table, clock) as email:
        receipt = await email.send(TARGET, message())
    [kept] = await sent_from(moto, sender)
    mail = Parser(EmailMessage, policy=default).parsestr(kept["raw_data"])
    assert receipt == Receipt(kept["id"])
    assert ADA in kept["destinations"]
    assert (mail["to"], mail["subject"]) == (ADA, "Reached a")
    assert mail["list-unsubscribe"].startswith(f"<{URL}unsubscribe?token=")
    found = mail.get_body(("html",))
    assert isinstance(found, EmailMessage)
    assert "99 Woodcutting, at last ★" in found.get_content()


async def test_a_sender_that_is_not_verified_stops_the_channel(
    moto: str, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with open_email(settings(moto, "nobody@example.org"), sqlite_table, clock) as email:
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert "not verified" in str(found)


async def test_the_probe_says_how_many_may_be_sent(moto: str, sender: str) -> None:
    async with open_transport(settings(moto).email, sender) as transport:
        assert (await transport.probe()).endswith(" of 200 messages sent in 24 hours")


@asynccontextmanager
async def refusing(status: int, code: str, words: str = "no") -> AsyncGenerator[str]:
    async def refuse(_: web.Request) -> web.Response:
        error = f"<Error><Type>Sender</Type><Code>{code}</Code><Message>{words}</Message></Error>"
        text = f"<ErrorResponse>{error}<RequestId>1</RequestId></ErrorResponse>"
        return web.Response(status=status, text=text, content_type="text/xml")

    app = web.Application()
    app.router.add_post("/", refuse)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "Throttling", Retry),
        (503, "ServiceUnavailable", Retry),
        (500, "SomethingNew", Retry),
        (429, "SomethingNew", Retry),
        (400, "MessageRejected", BadMessage),
        (400, "InvalidParameterValue", BadMessage),
        (400, "SomethingNew", BadMessage),
        (400, "MailFromDomainNotVerified", StopSender),
        (400, "AccountSendingPausedException", StopSender),
        (403, "SignatureDoesNotMatch", StopSender),
        (403, "InvalidClientTokenId", StopSender),
        (403, "SomethingNew", StopSender),
        (400, "AccessDenied", StopSender),
    ],
)
async def test_each_refusal_has_its_meaning(
    sqlite_table: SqliteTable, clock: HandClock, status: int, code: str, kind: type[ChannelFailure]
) -> None:
    async with (
        refusing(status, code) as url,
        open_email(settings(url), sqlite_table, clock) as email,
    ):
        found = await failure(email)
    assert type(found) is kind
    assert code in str(found)


async def test_a_reader_who_is_not_verified_costs_the_message_and_is_not_shown(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    words = f"Email address is not verified. The following identities failed the check: {ADA}"
    async with (
        refusing(400, "MessageRejected", words) as url,
        open_email(settings(url), sqlite_table, clock) as email,
    ):
        found = await failure(email)
    assert isinstance(found, BadMessage)
    assert ADA not in f"{found!r} {found.__cause__!r}"


async def test_an_address_where_nobody_answers_is_tried_again(
    sqlite_table: SqliteTable, clock: HandClock, unused_tcp_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}"
    async with open_email(settings(url), sqlite_table, clock) as email:
        assert isinstance(await failure(email), Retry)


async def test_without_credentials_the_channel_is_stopped(
    sqlite_table: SqliteTable, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    async with open_email(settings("http://127.0.0.1:9"), sqlite_table, clock) as email:
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert "credentials" in str(found)
