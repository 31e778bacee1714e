"""The webhook, against a real receiver on loopback."""

from collections.abc import AsyncIterator
from datetime import timedelta

import aiohttp
import pytest
from pydantic import SecretStr

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    TargetGone,
    TargetOff,
)
from scheduler.channels.webhook import WebhookChannel, own_secret, recipient_of, signature
from scheduler.dispatch import Dispatcher
from scheduler.sources.addresses import public_socket
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver, is_signed_with
from tests.scheduler.channels.messages import message, part
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.model import SHARDS, DeliveryStatus
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def receiver() -> AsyncIterator[WebhookReceiver]:
    async with WebhookReceiver.running() as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


@pytest.fixture
def webhook(session: aiohttp.ClientSession, clock: HandClock) -> WebhookChannel:
    return WebhookChannel(session, SecretStr(SECRET), clock)


def target(url: str) -> MessageTarget:
    return MessageTarget("webhook", url)


async def failure(webhook: WebhookChannel, url: str) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await webhook.send(target(url), message())
    return raised.value


async def test_a_message_arrives_signed_and_whole(receiver: WebhookReceiver, webhook: WebhookChannel) -> None:
    note = "Discord could not be reached, so this comes by webhook."
    told = message(part("a"), part("b", urgent=True, late="was meant for 08:00", group="wc"), note=note)
    assert await webhook.send(target(receiver.url), told) == Receipt("204")
    assert receiver.taken["id-of-a"] == {
        "version": 1,
        "id": "id-of-a",
        "sentAt": "2100-01-01T00:00:00Z",
        "note": "Discord could not be reached, so this comes by webhook.",
        "messages": [
            {
                "id": "id-of-a",
                "kind": "reached",
                "title": "Reached a",
                "text": "99 Woodcutting, at last ★",
                "facts": {"xp": 13034431},
                "priority": "normal",
                "meantFor": "2100-01-01T00:00:00Z",
                "late": None,
                "group": None,
            },
            {
                "id": "id-of-b",
                "kind": "reached",
                "title": "Reached b",
                "text": "99 Woodcutting, at last ★",
                "facts": {"xp": 13034431},
                "priority": "urgent",
                "meantFor": "2100-01-01T00:00:00Z",
                "late": "was meant for 08:00",
                "group": "wc",
            },
        ],
    }
    assert receiver.requests[0].content_type == "application/json"


def test_the_signature_is_of_the_time_the_recipient_and_the_body() -> None:
    # own=qlw_$(printf 'webhook\\0ada' | openssl dgst -sha256 -hmac key -r | cut -d' ' -f1)
    # echo -n '1735718400.ada.{}' | openssl dgst -sha256 -hmac $own
    assert signature(SecretStr("key"), "ada", b"{}", 1735718400) == {
        "Questlog-Timestamp": "1735718400",
        "Questlog-Recipient": "ada",
        "Questlog-Signature": "v2=af4ef7efeb78ad298b29a996842be860d5fb1569ab9bb4960a8da164360a2c2e",
    }


async def test_what_one_receiver_can_check_no_other_can(
    receiver: WebhookReceiver, webhook: WebhookChannel
) -> None:
    """Each person and each address has a secret of its own."""
    targets = [
        MessageTarget("webhook", f"{receiver.url}{query}", person)
        for person in ("anna", "bert")
        for query in ("", "?2")
    ]
    for number, one in enumerate(targets):
        await webhook.send(one, message(part(f"{number}")))
    secrets = [own_secret(SecretStr(SECRET), recipient_of(one)) for one in targets]
    assert len(set(secrets)) == len(targets)
    for request, secret in zip(receiver.requests, secrets, strict=True):
        body = await request.read()
        assert [one for one in secrets if is_signed_with(one, request, body)] == [secret]


def test_a_code_is_signed_for_whoever_asked_for_it() -> None:
    """Their receiver may refuse what it cannot check, before the address is theirs."""
    asked = MessageTarget("webhook", "https://example.org/", asker="anna")
    linked = MessageTarget("webhook", "https://example.org/", "anna")
    assert recipient_of(asked) == recipient_of(linked)


async def test_a_receiver_with_another_secret_refuses(
    receiver: WebhookReceiver, session: aiohttp.ClientSession, clock: HandClock
) -> None:
    stranger = WebhookChannel(session, SecretStr("another"), clock)
    assert isinstance(await failure(stranger, receiver.url), BadMessage)
    assert receiver.taken == {}


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (410, TargetGone),
        (400, BadMessage),
        (404, BadMessage),
        (422, BadMessage),
        (408, Retry),
        (429, Retry),
        (500, Retry),
        (503, Retry),
        (301, Retry),
        (302, Retry),
    ],
)
async def test_each_answer_has_its_meaning(
    receiver: WebhookReceiver, webhook: WebhookChannel, status: int, kind: type[ChannelFailure]
) -> None:
    receiver.answers = [(status, {"Location": "/elsewhere"})]
    found = await failure(webhook, receiver.url)
    assert type(found) is kind
    assert str(status) in str(found)


@pytest.mark.parametrize(
    ("header", "after"), [("120", 120.0), ("soon", None), ("-1", None), ("\u00b2", None)]
)
async def test_the_time_to_wait_is_taken_from_the_answer(
    receiver: WebhookReceiver, webhook: WebhookChannel, header: str, after: float | None
) -> None:
    receiver.answers = [(429, {"Retry-After": header})]
    found = await failure(webhook, receiver.url)
    assert isinstance(found, Retry)
    assert found.after == after


async def test_a_receiver_that_does_not_answer_is_asked_again_later(
    receiver: WebhookReceiver, session: aiohttp.ClientSession, clock: HandClock
) -> None:
    receiver.answers = [None]
    hasty = WebhookChannel(session, SecretStr(SECRET), clock)
    assert isinstance(await failure(hasty, receiver.url), Retry)


async def test_a_receiver_that_is_down_is_asked_again_later(
    webhook: WebhookChannel, unused_tcp_port: int
) -> None:
    assert isinstance(await failure(webhook, f"http://127.0.0.1:{unused_tcp_port}/hook"), Retry)


@pytest.mark.parametrize("url", ["", "nonsense", "ftp://example.org/x", "http://", "http://[bad"])
async def test_an_address_that_is_none_is_switched_off(webhook: WebhookChannel, url: str) -> None:
    assert isinstance(await failure(webhook, url), TargetOff)


async def test_where_the_session_keeps_to_the_internet_a_private_address_is_switched_off(
    receiver: WebhookReceiver, clock: HandClock
) -> None:
    connector = aiohttp.TCPConnector(socket_factory=public_socket)
    async with aiohttp.ClientSession(connector=connector) as careful:
        found = await failure(WebhookChannel(careful, SecretStr(SECRET), clock), receiver.url)
    assert isinstance(found, TargetOff)
    assert receiver.requests == []


async def test_neither_the_secret_nor_the_address_shows(
    webhook: WebhookChannel, unused_tcp_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}/private-path"
    found = await failure(webhook, url)
    shown = f"{webhook!r} {vars(webhook)!r} {target(url)!r} {found!r} {found.__cause__!r}"
    assert SECRET not in shown
    assert "private-path" not in shown
    assert found.__suppress_context__


async def test_after_a_lost_record_the_receiver_sees_the_same_key_and_takes_the_message_once(
    receiver: WebhookReceiver, webhook: WebhookChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    table = FaultyTable(sqlite_table)
    dispatcher = Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook))
    await settle(table, channel("webhook", identifier=receiver.url))
    await outbox.enqueue(table, note())
    clock.advance(60)
    # The shards, then the person, the channels, the claim, and the record.
    table.fail(at=SHARDS + 4)
    await dispatcher.run()
    clock.advance(outbox.CLAIM.total_seconds())
    await dispatcher.run()
    assert receiver.keys == [note().outbox_id] * 2
    assert list(receiver.taken) == [note().outbox_id]


async def test_an_answer_that_is_lost_leads_to_the_same_key_again(
    receiver: WebhookReceiver, session: aiohttp.ClientSession, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    receiver.answers = [None, (503, {})]
    hasty = WebhookChannel(session, SecretStr(SECRET), clock)
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(hasty))
    await settle(sqlite_table, channel("webhook", identifier=receiver.url))
    await outbox.enqueue(sqlite_table, note(expires_at=START + timedelta(days=9)))
    for _ in range(3):
        clock.advance(3600)
        await dispatcher.run()
    assert receiver.keys == [note().outbox_id] * 3
    assert len(receiver.taken) == 1


async def test_a_receiver_that_leads_elsewhere_for_a_while_stays_on(
    receiver: WebhookReceiver, webhook: WebhookChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    receiver.answers = [(302, {"Location": "/maintenance"})]
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook))
    await settle(sqlite_table, channel("webhook", identifier=receiver.url))
    await outbox.enqueue(sqlite_table, note())
    await dispatcher.run(hurry=True)
    clock.advance(30)
    await dispatcher.run()
    assert (await item_of(sqlite_table)).status is DeliveryStatus.DELIVERED
    assert list(receiver.taken) == [note().outbox_id]


async def test_each_of_several_webhooks_is_sent_to_by_its_name_and_the_next_takes_what_one_does_not(
    receiver: WebhookReceiver, webhook: WebhookChannel, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook))
    await settle(
        sqlite_table,
        channel("webhook", identifier=receiver.url),
        channel("webhook.home", 1, identifier=f"{receiver.url}?home"),
    )
    await outbox.enqueue(sqlite_table, note("a", preferred_channel="webhook.home"))
    await dispatcher.run(hurry=True)
    receiver.answers = [(410, {})]
    await outbox.enqueue(sqlite_table, note("b"))
    await dispatcher.run(hurry=True)

    assert [one.query_string for one in receiver.requests][:3] == ["home", "", "home"]
    assert [(await item_of(sqlite_table, one)).channel for one in "ab"] == ["webhook.home"] * 2
    on = {one.channel_type: one.is_active for one in await Channels(sqlite_table, clock).list(ANNA)}
    assert on == {"webhook": False, "webhook.home": True}
