"""Messages in browsers, against a push service on loopback that checks signatures, and decrypts."""

from collections.abc import AsyncIterator
from datetime import timedelta

import aiohttp
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Hung,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.push.channel import MOST_BYTES, NAME, WebPushChannel, payload
from scheduler.channels.push.keys import public_letters, push_key
from scheduler.channels.push.subscription import checked_subscription, subscription_of
from scheduler.dispatch import Dispatcher
from scheduler.sources.addresses import public_socket
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.push_service import Browser, PushService
from tests.scheduler.channels.messages import message, part
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.model import SHARDS, DeliveryStatus
from tracker.settings import PushSettings
from tracker.store.sqlite import SqliteTable

CONTACT = "mailto:ada@example.org"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService.running() as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


@pytest.fixture
async def key(sqlite_table: SqliteTable) -> ec.EllipticCurvePrivateKey:
    return await push_key(sqlite_table)


@pytest.fixture
def push(session: aiohttp.ClientSession, key: ec.EllipticCurvePrivateKey, clock: HandClock) -> WebPushChannel:
    return WebPushChannel(session, key, CONTACT, clock)


@pytest.fixture
def browser(service: PushService, key: ec.EllipticCurvePrivateKey) -> Browser:
    return service.subscribe(public_letters(key))


def target(browser: Browser) -> MessageTarget:
    return MessageTarget(NAME, browser.address, ANNA)


async def failure(push: WebPushChannel, browser: Browser) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await push.send(target(browser), message())
    assert browser.endpoint not in str(raised.value), "an address is a secret"
    return raised.value


async def test_a_message_is_signed_encrypted_and_read_by_the_browser(
    service: PushService, push: WebPushChannel, browser: Browser
) -> None:
    assert await push.send(target(browser), message(part("a"))) == Receipt("201")
    [said] = browser.came
    assert (said["title"], said["path"], said["id"]) == ("Reached a", "/messages/id-of-a", "id-of-a")
    assert "99 Woodcutting, at last ★" in said["body"]
    assert service.contacts == {CONTACT}
    [request] = service.requests
    assert (request.headers["Urgency"], request.headers["Topic"]) == ("normal", "id-of-a")
    token = request.headers["Authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["aud"] == service.url
    assert claims["exp"] - START.timestamp() <= timedelta(days=1).total_seconds()


async def test_several_are_one_and_what_is_urgent_is_said_so(
    service: PushService, push: WebPushChannel, browser: Browser
) -> None:
    told = message(part("a"), part("b", urgent=True, late="was meant for 08:00"), note="Discord is away.")
    await push.send(target(browser), told)
    [said] = browser.came
    assert said["title"] == "2 messages"
    assert all(words in said["body"] for words in ("Reached a", "Reached b", "was meant for 08:00", "away"))
    assert service.requests[0].headers["Urgency"] == "high"


@pytest.mark.parametrize("letter", ["a", "\N{PILE OF POO}", '"', "\n"])
def test_what_is_too_long_is_cut_to_what_push_services_take(letter: str) -> None:
    told = part("a").__class__(**{**_fields(part("a")), "text": letter * 20_000})
    assert MOST_BYTES - 20 <= len(payload(message(told))) <= MOST_BYTES


def _fields(one: object) -> dict[str, object]:
    return {name: getattr(one, name) for name in one.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (404, TargetGone),
        (410, TargetGone),
        (400, BadMessage),
        (413, BadMessage),
        (429, Retry),
        (500, Retry),
        (503, Retry),
        (301, Retry),
        (403, TargetOff),
    ],
)
async def test_each_answer_means_something(
    service: PushService, push: WebPushChannel, browser: Browser, status: int, expected: type[ChannelFailure]
) -> None:
    service.answers.append((status, {"Retry-After": "7"}))
    failed = await failure(push, browser)
    assert type(failed) is expected
    if isinstance(failed, Retry):
        assert failed.after == 7


async def test_a_hanging_service_is_given_up_and_a_lost_one_asked_again(
    service: PushService, push: WebPushChannel, browser: Browser
) -> None:
    service.answers.append(None)
    assert type(await failure(push, browser)) is Hung
    service.unsubscribe(browser)
    assert type(await failure(push, browser)) is TargetGone
    gone = Browser("http://127.0.0.1:1/push/x", browser.server_key)
    assert type(await failure(push, gone)) is Retry


async def test_only_a_known_service_that_refuses_the_signature_stops_everybody(
    session: aiohttp.ClientSession, clock: HandClock, browser: Browser
) -> None:
    """Somebody's own server may refuse whatever it likes."""
    stranger = ec.generate_private_key(ec.SECP256R1())
    theirs = WebPushChannel(session, stranger, CONTACT, clock)
    assert type(await failure(theirs, browser)) is TargetOff
    known = WebPushChannel(session, stranger, CONTACT, clock, services=("127.0.0.1",))
    assert type(await failure(known, browser)) is StopSender


async def test_nothing_goes_into_private_networks(
    key: ec.EllipticCurvePrivateKey, clock: HandClock, service: PushService, browser: Browser
) -> None:
    connector = aiohttp.TCPConnector(socket_factory=public_socket)
    async with aiohttp.ClientSession(connector=connector) as guarded:
        assert type(await failure(WebPushChannel(guarded, key, CONTACT, clock), browser)) is TargetOff
    assert service.requests == []


def test_an_address_is_https_and_whole(browser: Browser) -> None:
    private = PushSettings(allow_private=True)
    assert checked_subscription(f" {browser.address} ", private) == browser.address
    _, point, auth = browser.address.split()
    https = "https://push.example.org/x"
    assert checked_subscription(f"{https} {point} {auth}", PushSettings()) == f"{https} {point} {auth}"
    for bad in (
        browser.address,  # without https
        f"{https} {point}",
        f"{https} {point[:-4]} {auth}",
        f"{https} {'B' * 87} {auth}",
        f"{https} {point} {auth[:-2]}",
        f"{https}{'x' * 2000} {point} {auth}",
        f"https://a:b@push.example.org/ {point} {auth}",
        f"ftp://push.example.org/ {point} {auth}",
    ):
        with pytest.raises(ValueError, match="no subscription") as refused:
            checked_subscription(bad, PushSettings())
        assert point not in str(refused.value)


def test_nothing_that_leads_to_a_browser_is_written_where_it_is_shown(browser: Browser) -> None:
    shown = repr(subscription_of(browser.address))
    assert [one for one in browser.address.split() if one in shown] == []
    assert "http" not in shown
    assert "=b" not in shown


async def test_the_key_is_made_once(sqlite_table: SqliteTable, key: ec.EllipticCurvePrivateKey) -> None:
    assert public_letters(await push_key(sqlite_table)) == public_letters(key)
    assert len(public_letters(key)) == 87


async def test_a_crash_before_the_record_shows_one_message(
    sqlite_table: SqliteTable, clock: HandClock, push: WebPushChannel, browser: Browser
) -> None:
    """It goes again with the same topic and the same id, so that the second takes the place of the first."""
    table = FaultyTable(sqlite_table)
    dispatcher = Dispatcher(table, clock, lambda: 1.0, OpenChannels(push))
    await settle(table, channel(NAME, identifier=browser.address))
    await outbox.enqueue(table, note())
    clock.advance(60)
    # The shards, then the person, the channels, the claim, and the record.
    table.fail(at=SHARDS + 4)
    await dispatcher.run()
    clock.advance(outbox.CLAIM.total_seconds())
    await dispatcher.run()
    assert (len(browser.came), len(browser.shown)) == (2, 1)
    assert len({said["id"] for said in browser.came}) == 1
    assert (await item_of(table)).status is DeliveryStatus.DELIVERED


async def test_a_browser_that_is_gone_is_switched_off(
    sqlite_table: SqliteTable,
    clock: HandClock,
    service: PushService,
    push: WebPushChannel,
    browser: Browser,
) -> None:
    await settle(sqlite_table, channel(NAME, identifier=browser.address))
    await outbox.enqueue(sqlite_table, note())
    service.unsubscribe(browser)
    clock.advance(60)
    await Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(push)).run()
    [off] = await Channels(sqlite_table, clock).list(ANNA)
    assert (off.is_active, off.off_reason) == (False, "the browser takes no more messages from Questlog")
