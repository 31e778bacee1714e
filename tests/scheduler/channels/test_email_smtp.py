"""E-mail by SMTP, against a real mail server on loopback."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.email.channel import EmailChannel, open_email, open_transport
from scheduler.channels.email.message import plain_address
from scheduler.channels.picture import Picture
from scheduler.dispatch import Dispatcher
from tests.fakes.clock import START, HandClock
from tests.fakes.mail_server import PASSWORD, USER, MailServer, Security
from tests.scheduler.channels.letters import ADA, opened, settings_for
from tests.scheduler.channels.messages import message, part
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.channels import Channels as PersonChannels
from tracker.notify.model import DeliveryStatus
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.store.sqlite import SqliteTable

TARGET = MessageTarget("email", ADA, ANNA)
LOGIN = {"username": USER, "password": PASSWORD}


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with MailServer.running() as running:
        yield running


@pytest.fixture
async def email(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> AsyncIterator[EmailChannel]:
    async with opened(server, sqlite_table, clock, tmp_path) as channel:
        yield channel


async def failure(email: EmailChannel, target: MessageTarget = TARGET) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await email.send(target, message())
    return raised.value


@pytest.mark.parametrize("security", ["starttls", "tls", "none"])
async def test_a_message_arrives_encrypted_and_logged_in(
    security: Security, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async with (
        MailServer.running(security) as server,
        opened(server, sqlite_table, clock, tmp_path, **LOGIN) as email,
    ):
        assert await email.send(TARGET, message()) == Receipt("2.0.0 Ok")
    [mail], [envelope] = server.mails, server.envelopes
    assert server.logins == [USER]
    assert (envelope.mail_from, envelope.rcpt_tos) == (USER, [ADA])
    assert (mail["to"], mail["subject"]) == (ADA, "Reached a")


async def test_without_a_login_it_is_sent_without_one(server: MailServer, email: EmailChannel) -> None:
    await email.send(TARGET, message())
    assert (len(server.taken), server.logins) == (1, [])


@pytest.mark.parametrize(
    ("command", "answer", "kind"),
    [
        ("RCPT", "550 5.1.1 ada@example.org: no such mailbox", TargetGone),
        ("RCPT", "550 5.1.10 the domain takes no mail", TargetGone),
        ("RCPT", "550 5.2.1 disabled", TargetGone),
        ("RCPT", "550 Unrouteable address", TargetGone),
        ("RCPT", "550 relay not permitted", BadMessage),
        ("RCPT", "550 5.7.1 relay access denied for an unknown user", BadMessage),
        ("RCPT", "450 4.2.0 greylisted, come back", Retry),
        ("RCPT", "452 4.2.2 full", Retry),
        ("RCPT", "552 5.2.2 full", Retry),
        ("RCPT", "552 no room", Retry),
        ("MAIL", "550 5.1.8 no such domain", StopSender),
        ("MAIL", "553 5.7.1 not yours", StopSender),
        ("MAIL", "451 4.3.0 later", Retry),
        ("MAIL", "530 5.7.0 log in first", StopSender),
        ("DATA", "554 5.7.1 looks like spam", BadMessage),
        ("DATA", "552 5.3.4 too big", BadMessage),
        ("DATA", "421 4.3.2 closing", Retry),
        ("DATA", "554 no", BadMessage),
    ],
)
async def test_each_answer_has_its_meaning(
    server: MailServer, email: EmailChannel, command: str, answer: str, kind: type[ChannelFailure]
) -> None:
    server.answers[command] = [answer]
    found = await failure(email)
    assert type(found) is kind
    assert answer[:3] in str(found)
    assert server.taken == []


async def test_an_unknown_mailbox_is_not_written_to_again(
    server: MailServer, email: EmailChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    server.answers["RCPT"] = ["550 5.1.1 unknown"]
    await failure(email)
    stopped = await StoppedAddresses(sqlite_table, clock).find("email", ADA)
    assert stopped is not None
    assert stopped.why is Why.BOUNCED
    again = await failure(email)
    assert isinstance(again, TargetOff)
    assert "came back" in str(again)
    assert server.envelopes == []


@pytest.mark.parametrize(
    "said",
    [
        (Why.ASKED, "you unsubscribed; add it"),
        (Why.BOUNCED, "messages to it came back; when"),
        (Why.COMPLAINED, "it was reported as unwanted; ask"),
    ],
)
async def test_an_address_that_is_stopped_gets_nothing_and_says_what_to_do(
    server: MailServer,
    email: EmailChannel,
    sqlite_table: SqliteTable,
    clock: HandClock,
    said: tuple[Why, str],
) -> None:
    why, words = said
    await StoppedAddresses(sqlite_table, clock).stop("email", ADA.upper(), why)
    found = await failure(email)
    assert isinstance(found, TargetOff)
    assert f"because {words}" in str(found)
    assert server.taken == []


@pytest.mark.parametrize(
    "address", ["", "ada", "ada@", "a b@example.org", "a\r\nBcc: b@example.org", "\u00e4@x.org"]
)
async def test_an_address_that_is_none_is_switched_off(email: EmailChannel, address: str) -> None:
    found = await failure(email, MessageTarget("email", address))
    assert isinstance(found, TargetOff)


def test_a_domain_in_any_letters_is_written_in_plain_ones() -> None:
    assert plain_address("ada@b\u00fccher.example") == "ada@xn--bcher-kva.example"


async def test_a_wrong_password_stops_the_channel_and_is_not_shown(
    sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    login = {"username": USER, "password": "wrong-word"}
    async with (
        MailServer.running("starttls") as server,
        opened(server, sqlite_table, clock, tmp_path, **login) as email,
    ):
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert "535" in str(found)
    assert "wrong-word" not in f"{found!r} {found.__cause__!r} {email!r}"


async def test_a_server_without_starttls_is_told_nothing(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async with opened(server, sqlite_table, clock, tmp_path, security="starttls", **LOGIN) as email:
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert "email.security" in str(found)
    assert server.logins == []


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_a_server_that_nobody_vouches_for_is_told_nothing(
    security: Security, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async with (
        MailServer.running(security) as server,
        opened(server, sqlite_table, clock, tmp_path, ca_file=None, **LOGIN) as email,
    ):
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert "email.ca_file" in str(found)
    assert (server.logins, server.taken) == ([], [])


async def test_authorities_that_cannot_be_read_are_named(
    sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async with (
        MailServer.running("tls") as server,
        opened(server, sqlite_table, clock, tmp_path, ca_file=tmp_path / "none.pem") as email,
    ):
        found = await failure(email)
    assert isinstance(found, StopSender)
    assert str(found) == "email.ca_file cannot be read (No such file or directory)"


async def test_a_server_that_does_not_answer_is_asked_again_later(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    server.answers["RCPT"] = [None]
    async with opened(server, sqlite_table, clock, tmp_path) as email:
        found = await failure(email)
    assert isinstance(found, Retry)
    assert "in time" in str(found)


async def test_the_channel_waits_less_than_a_dispatcher_whatever_the_settings_say(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    server.answers["DATA"] = [None]
    async with opened(server, sqlite_table, clock, tmp_path, timeout_seconds=60) as email:
        assert isinstance(await failure(email), Retry)


async def test_a_server_that_is_down_is_asked_again_later(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path, unused_tcp_port: int
) -> None:
    async with opened(server, sqlite_table, clock, tmp_path, port=unused_tcp_port) as email:
        assert isinstance(await failure(email), Retry)


async def test_what_is_taken_before_the_line_is_cut_comes_again_as_the_same_message(
    server: MailServer, email: EmailChannel
) -> None:
    server.hangs_up = 1
    assert isinstance(await failure(email), Retry)
    await email.send(TARGET, message())
    first, second = server.mails
    assert first["message-id"] == second["message-id"]


async def test_no_address_shows(server: MailServer, email: EmailChannel) -> None:
    server.answers["RCPT"] = [f"550 5.1.1 <{ADA}> unknown"]
    found = await failure(email)
    assert ADA not in f"{email!r} {TARGET!r} {found} {found!r} {found.__cause__!r}"
    assert "ada" not in str(found)


async def test_a_picture_that_fails_costs_the_picture_only(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async def broken(_: str, __: object, **___: bool) -> Picture | None:
        raise RuntimeError("no more ink")

    async with open_email(settings_for(server, tmp_path), sqlite_table, clock, broken) as email:
        await email.send(TARGET, message())
    assert [one.get_content_type() for one in server.mails[0].walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


async def test_one_picture_stands_once_and_there_are_three_at_most(
    server: MailServer, sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path
) -> None:
    async def drawn(person: str, of: object, **_: bool) -> Picture | None:
        return Picture(f"{person} {getattr(of, 'group', '')}".encode(), "a chart")

    parts = [part(str(number), group=str(number // 2)) for number in range(9)]
    async with open_email(settings_for(server, tmp_path), sqlite_table, clock, drawn) as email:
        await email.send(TARGET, message(*parts))
    found = [one.get_content() for one in server.mails[0].walk() if one.get_content_type() == "image/png"]
    assert found == [b"anna 0", b"anna 1", b"anna 2"]


async def test_the_probe_logs_in_and_sends_nothing(tmp_path: Path) -> None:
    async with MailServer.running("starttls") as server:
        settings = settings_for(server, tmp_path, **LOGIN).email
        async with open_transport(settings, USER) as transport:
            assert await transport.probe() == f"127.0.0.1 port {server.port}, logged in as {USER}"
    assert (server.logins, server.taken) == ([USER], [])


async def test_through_a_dispatcher_a_message_arrives_after_a_busy_server_said_later(
    server: MailServer, email: EmailChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    server.answers["DATA"] = ["451 4.3.0 later"]
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(email))
    await settle(sqlite_table, channel("email", identifier=ADA))
    await outbox.enqueue(sqlite_table, note(expires_at=START + timedelta(days=9)))
    for _ in range(2):
        clock.advance(3600)
        await dispatcher.run()
    assert (await item_of(sqlite_table)).status is DeliveryStatus.DELIVERED
    assert [mail["message-id"] for mail in server.mails] == [f"<{note().outbox_id}@example.org>"]


async def test_through_a_dispatcher_an_unknown_mailbox_is_switched_off(
    server: MailServer, email: EmailChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    server.answers["RCPT"] = ["550 5.1.1 unknown"]
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(email))
    await settle(sqlite_table, channel("email", identifier=ADA))
    await outbox.enqueue(sqlite_table, note())
    await dispatcher.run(hurry=True)
    [own] = await PersonChannels(sqlite_table, clock).list(ANNA)
    assert (own.is_active, own.off_reason) == (
        False,
        "there is no such mailbox (550 5.1.1); check the address",
    )
