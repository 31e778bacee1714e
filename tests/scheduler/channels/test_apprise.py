"""Any other service by its URL: it takes a message or does not, and nothing of the URL is ever shown."""

import asyncio
import gzip
import logging
import threading
import traceback
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from scheduler.channels.apprise.channel import (
    AT_ONCE_PER_PERSON,
    AppriseChannel,
    checked_apprise_address,
    offered,
    title_and_body,
)
from scheduler.channels.channel import (
    ChannelFailure,
    Hung,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    TargetOff,
)
from scheduler.dispatch import Dispatcher
from tests.fakes.clock import HandClock
from tests.fakes.json_receiver import JsonReceiver
from tests.fakes.loop_time import leap
from tests.patience import PATIENCE
from tests.scheduler.channels.messages import message, part
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.scheduler.conftest import Lines
from tests.tracker.notify.notes import channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.notify.titles import SERVICES
from tracker.settings import AppriseSettings
from tracker.store.sqlite import SqliteTable

SECRETS = ("hunter2", "secret-path", "abc123")
LONG = 60.0
"""As long as can be set: on a busy machine the library alone takes seconds to load."""
AT_HOME = AppriseSettings(services=("json",), allow_private=True, timeout_seconds=LONG)
ABROAD = AppriseSettings(services=("json",), timeout_seconds=LONG)
SERVED = AppriseSettings(timeout_seconds=LONG)


@pytest.fixture
async def receiver() -> AsyncIterator[JsonReceiver]:
    async with JsonReceiver.running() as running:
        yield running


def url_of(receiver: JsonReceiver) -> str:
    return f"json://ada:hunter2@127.0.0.1:{receiver.port}/secret-path?+X-Key=abc123"


def target(address: str) -> MessageTarget:
    return MessageTarget("apprise", address, "anna")


async def failure(apprise: AppriseChannel, address: str) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await apprise.send(target(address), message())
    return raised.value


def shown(error: BaseException) -> str:
    """All that a log could show of it."""
    return f"{error!r} {error} {''.join(traceback.format_exception(error))}"


def leaks(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


# Sending


async def test_a_message_arrives_with_its_title_and_text(receiver: JsonReceiver) -> None:
    assert await AppriseChannel(AT_HOME).send(target(url_of(receiver)), message()) == Receipt()
    [taken] = receiver.taken
    assert (taken["title"], taken["message"]) == ("Reached a", "99 Woodcutting, at last ★")


def test_several_parts_stand_one_below_the_other_with_what_is_to_be_said() -> None:
    told = message(part("a", late="was meant for 08:00"), part("b"), note="Discord could not be reached.")
    assert title_and_body(told) == (
        "Questlog: 2 messages",
        (
            "Reached a\n99 Woodcutting, at last ★\n(was meant for 08:00)\n\n"
            "Reached b\n99 Woodcutting, at last ★\n\n"
            "Discord could not be reached."
        ),
    )


def test_a_message_without_words_has_some() -> None:
    assert title_and_body(message(part(title="", text=""))) == ("Questlog", "Questlog")


async def test_what_the_service_does_not_take_goes_again_later(receiver: JsonReceiver) -> None:
    receiver.answers = [500]
    error = await failure(AppriseChannel(AT_HOME), url_of(receiver))
    assert isinstance(error, Retry)
    assert str(error) == "json did not take it"


async def test_a_redirect_is_not_followed(receiver: JsonReceiver) -> None:
    receiver.answers = [f"http://127.0.0.1:{receiver.port}/elsewhere"]
    await failure(AppriseChannel(AT_HOME), f"{url_of(receiver)}&redirect=yes")
    assert receiver.paths == ["/secret-path"]


async def test_one_that_does_not_answer_keeps_neither_the_loop_nor_others_waiting(
    receiver: JsonReceiver,
) -> None:
    """The receiver lives in the same loop: it is asked only as the loop goes on."""
    apprise = AppriseChannel(AT_HOME)
    receiver.answers = [None]
    slow = asyncio.create_task(failure(apprise, url_of(receiver)))
    while not receiver.paths:  # noqa: ASYNC110 - a list sets no event
        await asyncio.sleep(0.005)
    assert all(one.daemon for one in threading.enumerate() if one.name == "apprise")
    assert await apprise.send(target(url_of(receiver)), message(part("b"))) == Receipt()
    assert not slow.done()
    await leap(LONG)
    assert isinstance(await slow, Retry)
    assert str(slow.result()) == "json did not answer in time"


async def send_impatiently(receiver: JsonReceiver) -> Receipt:
    """Nobody ever waits for the service, until it has answered meanwhile."""
    apprise = AppriseChannel(AT_HOME.model_copy(update={"timeout_seconds": 0.0001}))
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await apprise.send(target(url_of(receiver)), message())
            except Retry:
                await asyncio.sleep(0.01)


async def test_what_arrives_after_all_is_not_sent_again(receiver: JsonReceiver) -> None:
    assert await send_impatiently(receiver) == Receipt()
    assert (len(receiver.paths), len(receiver.taken)) == (1, 1)


async def test_what_failed_when_nobody_waited_any_more_is_sent_anew(receiver: JsonReceiver) -> None:
    receiver.answers = [500]
    assert await send_impatiently(receiver) == Receipt()
    assert (len(receiver.paths), len(receiver.taken)) == (2, 1)


async def test_an_answer_that_never_ends_is_cut_off_and_its_thread_is_free_for_others(
    receiver: JsonReceiver,
) -> None:
    brief = AT_HOME.model_copy(update={"timeout_seconds": 0.5})
    apprise = AppriseChannel(brief, at_once=1, total_seconds=0.5)
    receiver.answers = [0.01]
    assert isinstance(await failure(apprise, url_of(receiver)), Hung)
    async with asyncio.timeout(PATIENCE):
        while not receiver.taken:  # until the thread is back
            with suppress(Retry):
                await apprise.send(target(url_of(receiver)), message(part("b")))


async def test_of_an_answer_that_unpacks_to_very_much_only_the_beginning_is_read(
    receiver: JsonReceiver,
) -> None:
    apprise, packed = AppriseChannel(AT_HOME), gzip.compress(bytes(64 * 2**20))
    await apprise.send(target(url_of(receiver)), message())  # the library is loaded
    receiver.answers = [packed]
    tracemalloc.start()
    try:
        assert await apprise.send(target(url_of(receiver)), message(part("b"))) == Receipt()
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


async def test_one_person_takes_few_threads_and_others_have_theirs(receiver: JsonReceiver) -> None:
    apprise, to_anna = AppriseChannel(AT_HOME), target(url_of(receiver))
    receiver.answers = [None] * AT_ONCE_PER_PERSON
    waiting = [
        asyncio.create_task(apprise.send(to_anna, message(part(f"{number}"))))
        for number in range(AT_ONCE_PER_PERSON)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Hung):
        await apprise.send(to_anna, message(part("one more")))
    async with JsonReceiver.running() as other:
        assert await apprise.send(MessageTarget("apprise", url_of(other), "ben"), message()) == Receipt()
    for one in waiting:
        one.cancel()


@pytest.mark.parametrize("address", ["json://", "tgram://123", "nonsense", "", "json", "file:///etc/passwd"])
async def test_an_address_that_leads_nowhere_is_switched_off(address: str) -> None:
    assert isinstance(await failure(AppriseChannel(AT_HOME), address), TargetOff)


# Where it may not go


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
async def test_a_private_address_is_switched_off_and_not_reached(receiver: JsonReceiver, host: str) -> None:
    error = await failure(AppriseChannel(ABROAD), f"json://{host}:{receiver.port}/secret-path")
    assert isinstance(error, TargetOff)
    assert "private network" in str(error)
    assert receiver.paths == []


async def test_what_is_allowed_at_home_is_reached_also_after_others_were_kept_away(
    receiver: JsonReceiver,
) -> None:
    await failure(AppriseChannel(ABROAD), url_of(receiver))
    assert await AppriseChannel(AT_HOME).send(target(url_of(receiver)), message()) == Receipt()


# What may be added


@pytest.mark.parametrize(
    "address",
    [
        "tgram://123456789:abcdefg_hijklmnop/12315544/",
        "ntfys://my-topic",
        "ntfy://my-topic",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/%23general",
        "pover://ugykmgs6ou8xtmeqavoxa6buyrpfun@azgngdhqcmq8ztwcyu7ke35rcmtazx",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    ],
)
async def test_what_is_well_known_and_complete_may_be_added(address: str) -> None:
    assert await checked_apprise_address(f" {address} ", SERVED) == address


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "no address of Apprise"),
        ("hunter2", "no address of Apprise"),
        ("hun-ter2://x", "no address of Apprise"),
        ("json://example.org/hunter2", "not offered here. There are Bark"),
        ("mailto://hunter2@example.org", "not offered here"),
        ("syslog://", "not offered here"),
        ("dbus://", "not offered here"),
        ("tgram://hunter2", "no complete address for Telegram"),
        ("pover://hunter2", "no complete address for Pushover"),
        ("ntfy://ada:hunter2@127.0.0.1/topic", "private network"),
        ("gotify://localhost/hunter2", "private network"),
        ("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?template=/etc/hunter2", "no complete address"),
        (f"tgram://{'hunter2' * 400}", "at most"),
        ("tgram://hunter2\n", None),
        ("tgram://hun\nter2", "line breaks"),
    ],
)
async def test_what_is_not_offered_not_complete_or_private_is_refused_without_repeating_it(
    address: str, said: str | None
) -> None:
    with pytest.raises(ValueError, match=said or "no complete address for Telegram") as raised:
        await checked_apprise_address(address, SERVED)
    assert leaks(shown(raised.value)) == []


async def test_the_operator_may_offer_others_and_private_ones(receiver: JsonReceiver) -> None:
    assert await checked_apprise_address(url_of(receiver), AT_HOME) == url_of(receiver)
    with pytest.raises(ValueError, match="private network"):
        await checked_apprise_address(url_of(receiver), ABROAD)
    with pytest.raises(ValueError, match=r"not offered here. There are json\."):
        await checked_apprise_address("tgram://123456789:abcdefg_hijklmnop/1/", AT_HOME)


async def test_every_service_that_is_offered_is_known_to_the_library() -> None:
    from apprise.manager_plugins import NotificationManager  # noqa: PLC0415 - it takes its time

    known = NotificationManager()
    await asyncio.to_thread(known.load_modules)
    assert not {scheme for scheme in SERVICES if scheme not in known}
    assert len(offered(SERVED)) > 20


# Secrets


async def test_nothing_of_an_address_but_its_service_reaches_a_log_an_error_or_the_trail(
    receiver: JsonReceiver, sqlite_table: SqliteTable, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    apprise, email = AppriseChannel(AT_HOME), ScriptedChannel("email")
    receiver.answers = [500] * 3
    await settle(sqlite_table, channel("apprise", 1, identifier=url_of(receiver)), channel("email", 2))
    await outbox.enqueue(sqlite_table, note())
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(apprise, email))
    for _ in range(40):
        clock.advance(60)
        await dispatcher.run()
    item = await item_of(sqlite_table)
    assert item.status is DeliveryStatus.DELIVERED
    private = await failure(AppriseChannel(ABROAD), url_of(receiver))
    broken = await failure(apprise, url_of(receiver).replace("127.0.0.1", "host.invalid"))
    seen = [
        shown(private),
        shown(broken),
        item.model_dump_json(),
        repr(target(url_of(receiver))),
        caplog.text,
    ]
    assert [leaks(text) for text in seen] == [[]] * len(seen)
    assert "POST" not in caplog.text


async def test_our_own_log_lines_name_the_scheme_alone(
    receiver: JsonReceiver, monkeypatch: pytest.MonkeyPatch, lines: Lines
) -> None:
    def broken(*_: object, **__: object) -> bool:
        raise RuntimeError(f"cannot post to {url_of(receiver)}")

    monkeypatch.setattr("apprise.plugins.custom_json.NotifyJSON.send", broken)
    error = await failure(AppriseChannel(AT_HOME), url_of(receiver))
    assert str(error) == "json could not be reached (RuntimeError)"
    assert leaks(shown(error)) == []
    [line] = [one for one in lines if one["event"] == "apprise broke"]
    assert (line["scheme"], line["kind"], leaks(str(line))) == ("json", "RuntimeError", [])


async def test_a_detour_names_the_service(
    receiver: JsonReceiver, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    sms = ScriptedChannel("sms", [Retry("later", after=3600)])
    await settle(sqlite_table, channel("sms", 1), channel("apprise", 2, identifier=url_of(receiver)))
    await outbox.enqueue(sqlite_table, note())
    await Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(sms, AppriseChannel(AT_HOME))).run(
        hurry=True
    )
    assert receiver.taken[0]["message"].endswith("Your phone could not be reached, so this comes by json.")
