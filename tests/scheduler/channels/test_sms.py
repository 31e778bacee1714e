"""SMS: the real Twilio client against a stand-in, with everything that can go wrong on the way."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Literal

import pytest
import structlog

from scheduler.channels.channel import (
    BadMessage,
    CapReached,
    ChannelFailure,
    MayHaveGone,
    Message,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    StopSender,
    TargetOff,
)
from scheduler.channels.sms.channel import MORE, SmsChannel
from scheduler.channels.sms.codes import MEANINGS
from scheduler.channels.sms.twilio_client import TwilioClient
from scheduler.dispatch import Dispatcher
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.twilio import SENDER, SERVICE, TOKEN, FakeTwilio, refusal, sms_settings
from tests.fakes.web_faults import Fault, page, reset, server_error, slow_headers
from tests.scheduler.channels.messages import message, part
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.sms.segments import segments
from tracker.sms.sent import SentBook
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

NUMBER = "+12015550009"
TARGET = MessageTarget("sms", NUMBER, ANNA)
TRIED_OUT = MessageTarget("sms", NUMBER)
CALLBACK = "https://questlog.example.org/sms/status"
MINUTE = 60


@pytest.fixture
async def twilio(clock: HandClock) -> AsyncIterator[FakeTwilio]:
    async with FakeTwilio.running(clock) as running:
        yield running


@pytest.fixture
async def table(sqlite_table: SqliteTable) -> Table:
    await settle(sqlite_table, channel("sms", identifier=NUMBER))
    return sqlite_table


class Senders:
    """Opens channels, as many as a test has processes, and closes their clients."""

    def __init__(self, twilio: FakeTwilio, clock: HandClock) -> None:
        self._twilio, self._clock = twilio, clock
        self.clients: list[TwilioClient] = []

    def open(self, table: Table, **settings: object) -> SmsChannel:
        chosen = sms_settings(self._twilio.url, **settings)
        self.clients.append(TwilioClient(chosen))
        return SmsChannel(
            self.clients[-1], chosen, table, self._clock, status_callback=CALLBACK, closing=MORE
        )


@pytest.fixture
async def senders(twilio: FakeTwilio, clock: HandClock) -> AsyncIterator[Senders]:
    opened = Senders(twilio, clock)
    yield opened
    for client in opened.clients:
        await client.close()


@pytest.fixture
async def sms(senders: Senders, table: Table) -> SmsChannel:
    return senders.open(table)


@pytest.fixture
def book(table: Table, clock: HandClock) -> SentBook:
    return SentBook(table, clock)


async def failure(
    sms: SmsChannel, told: Message | None = None, target: MessageTarget = TARGET
) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await sms.send(target, told or message())
    return raised.value


async def test_a_message_arrives_as_plain_text_and_is_noted(
    sms: SmsChannel, twilio: FakeTwilio, book: SentBook
) -> None:
    receipt = await sms.send(TARGET, message(part("a", text="99 Woodcutting"), part("b", text="50 Fishing")))
    assert twilio.posts == [
        {
            "To": NUMBER,
            "From": SENDER,
            "Body": "Reached a\n99 Woodcutting\n\nReached b\n50 Fishing",
            "StatusCallback": CALLBACK,
        }
    ]
    assert receipt == Receipt(twilio.messages[0]["sid"])
    sent = await book.find(ANNA, "id-of-a")
    assert sent
    assert (sent.sid, sent.status, sent.parts) == (receipt.reference, "queued", ("id-of-a", "id-of-b"))
    assert sent == await book.by_sid(sent.sid or "")


async def test_a_messaging_service_chooses_the_sender(
    senders: Senders, table: Table, twilio: FakeTwilio
) -> None:
    sms = senders.open(table, from_number=None, messaging_service_sid=SERVICE)
    await sms.send(TARGET, message())
    assert twilio.posts[0]["MessagingServiceSid"] == SERVICE
    assert "From" not in twilio.posts[0]


async def test_a_long_message_is_cut_and_the_rest_is_a_reply_away(
    sms: SmsChannel, twilio: FakeTwilio, book: SentBook
) -> None:
    await sms.send(TARGET, message(part(text="word " * 300)))
    assert twilio.bodies[0].endswith(f"word...\n{MORE}")
    assert segments(twilio.bodies[0]) == 3
    sent = await book.find(ANNA, "id-of-a")
    assert sent
    assert (
        f"{sent.text.removesuffix(f'...{chr(10)}{MORE}')} {sent.rest}".split()
        == ("Reached a " + "word " * 300).split()
    )


async def test_a_message_that_went_is_not_sent_again_and_twilio_is_not_even_asked(
    sms: SmsChannel, twilio: FakeTwilio
) -> None:
    first = await sms.send(TARGET, message())
    assert await sms.send(TARGET, message()) == first
    assert [method for method, _ in twilio.requests] == ["POST"]


@pytest.mark.parametrize(
    "fault",
    [reset(), server_error(502), page("not json", 201), page("{", 503, "application/json")],
    ids=["reset", "502", "no answer", "503"],
)
async def test_what_was_taken_though_the_answer_was_lost_is_found_and_not_sent_twice(
    sms: SmsChannel, twilio: FakeTwilio, fault: Fault, clock: HandClock
) -> None:
    twilio.after_taking = [fault]
    assert isinstance(await failure(sms), Retry)
    clock.advance(30)
    assert await sms.send(TARGET, message()) == Receipt(twilio.messages[0]["sid"])
    assert [method for method, _ in twilio.requests] == ["POST", "GET"]


@pytest.mark.parametrize("fault", [reset(), server_error(502)], ids=["reset", "502"])
async def test_what_was_not_taken_is_sent_again_after_asking(
    sms: SmsChannel, twilio: FakeTwilio, fault: Fault
) -> None:
    twilio.instead = [fault]
    assert isinstance(await failure(sms), Retry)
    await sms.send(TARGET, message())
    assert [method for method, _ in twilio.requests] == ["POST", "GET", "POST"]
    assert len(twilio.messages) == 1


async def test_a_slow_twilio_is_left_after_the_time_that_is_set(
    senders: Senders, table: Table, twilio: FakeTwilio
) -> None:
    hasty = senders.open(table, timeout_seconds=29)
    twilio.after_taking = [slow_headers(30)]
    found = await failure(hasty)
    assert (type(found), str(found)) == (MayHaveGone, "Twilio did not answer in time")
    assert await hasty.send(TARGET, message()) == Receipt(twilio.messages[0]["sid"])
    assert len(twilio.messages) == 1


async def test_a_twilio_that_is_down_costs_an_attempt_and_no_question_later(
    sms: SmsChannel, table: Table, senders: Senders, twilio: FakeTwilio, unused_tcp_port: int
) -> None:
    nowhere = senders.open(table, api_url=f"http://127.0.0.1:{unused_tcp_port}")
    found = await failure(nowhere)
    assert isinstance(found, Retry)
    assert "could not be reached" in str(found)
    await sms.send(TARGET, message())
    assert [method for method, _ in twilio.requests] == ["POST"]


async def test_nothing_is_sent_while_twilio_cannot_say_whether_it_has_the_message(
    sms: SmsChannel, twilio: FakeTwilio
) -> None:
    twilio.after_taking = [reset()]
    await failure(sms)
    # aiohttp itself asks once more where a connection that was used before is reset, but never posts twice.
    twilio.to_lists = [server_error(503), reset(), reset(), refusal(20429, 429, Retry_After="7")]
    found = [await failure(sms) for _ in range(3)]
    assert all(isinstance(one, Retry) and "not known yet" in str(one) for one in found)
    assert [one.after for one in found if isinstance(one, Retry)] == [None, None, 7.0]
    await sms.send(TARGET, message())
    assert len(twilio.messages) == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", [1, 2, 3, 4], ids=["stopped?", "sent before?", "the note", "the sid"])
async def test_wherever_a_process_is_cut_off_the_next_one_leads_to_one_message(
    senders: Senders,
    table: Table,
    twilio: FakeTwilio,
    clock: HandClock,
    *,
    call: int,
    when: Literal["before", "after"],
) -> None:
    faulty = FaultyTable(table)
    doomed = senders.open(faulty)
    faulty.fail(at=call, when=when)
    with pytest.raises(Throttled):
        await doomed.send(TARGET, message())
    clock.advance(120)
    receipt = await senders.open(table).send(TARGET, message())
    assert [one["sid"] for one in twilio.messages] == [receipt.reference]


async def test_another_message_with_the_same_words_is_not_taken_for_it(
    sms: SmsChannel, twilio: FakeTwilio
) -> None:
    await sms.send(TARGET, Message("yesterday", (part(),)))
    twilio.instead = [reset()]
    today = Message("today", (part(),))
    await failure(sms, today)
    await sms.send(TARGET, today)
    assert len(twilio.messages) == 2


@pytest.mark.parametrize("status", ["failed", "undelivered"])
async def test_a_message_that_twilio_has_and_could_not_deliver_does_not_count(
    sms: SmsChannel, twilio: FakeTwilio, status: str
) -> None:
    twilio.after_taking = [reset()]
    await failure(sms)
    twilio.settle(twilio.messages[0]["sid"], status, 30003)
    await sms.send(TARGET, message())
    assert len(twilio.messages) == 2


async def test_the_words_of_a_trial_account_and_an_older_message_do_not_confuse(
    sms: SmsChannel, twilio: FakeTwilio, clock: HandClock
) -> None:
    twilio.trial = True
    await sms.send(TRIED_OUT, message())
    clock.advance(10 * MINUTE)
    twilio.after_taking = [reset()]
    await failure(sms)
    assert await sms.send(TARGET, message()) == Receipt(twilio.messages[1]["sid"])


async def test_the_first_words_are_looked_for_even_where_the_message_says_by_now_that_it_is_late(
    sms: SmsChannel, twilio: FakeTwilio
) -> None:
    twilio.after_taking = [reset()]
    await failure(sms)
    late = message(part(late="was meant for 08:00"))
    assert await sms.send(TARGET, late) == Receipt(twilio.messages[0]["sid"])
    assert len(twilio.messages) == 1


async def test_a_new_number_gets_the_message_that_the_old_one_may_have(
    sms: SmsChannel, twilio: FakeTwilio
) -> None:
    twilio.after_taking = [reset()]
    await failure(sms)
    await sms.send(MessageTarget("sms", "+12015550008", ANNA), message())
    assert [one["to"] for one in twilio.messages] == [NUMBER, "+12015550008"]


async def test_an_address_that_is_tried_out_leaves_no_note(
    sms: SmsChannel, twilio: FakeTwilio, table: Table
) -> None:
    assert await sms.send(TRIED_OUT, message()) == Receipt(twilio.messages[0]["sid"])
    assert not [item async for item in table.scan() if item["type"] == "sentSms"]


@pytest.mark.parametrize("code", sorted(MEANINGS))
async def test_each_code_has_its_meaning(sms: SmsChannel, twilio: FakeTwilio, code: int) -> None:
    twilio.instead = [refusal(code)]
    found = await failure(sms)
    assert type(found) is MEANINGS[code].failure
    assert not str(found).endswith(".")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (refusal(99999), BadMessage),
        (refusal(99999, 401), StopSender),
        (refusal(20404, 404), StopSender),
        (refusal(99999, 500), MayHaveGone),
        (page("slow down", 429), Retry),
        (page("too slow", 408), MayHaveGone),
        (page("elsewhere", 302, Location="/maintenance"), MayHaveGone),
        (page("<html>Back soon</html>", 503), MayHaveGone),
        (
            page(
                '{"type": "https://t", "title": "No", "status": 400, "code": 21211}',
                400,
                "application/problem+json",
            ),
            TargetOff,
        ),
    ],
)
async def test_a_code_that_is_not_known_costs_this_message_and_no_number(
    sms: SmsChannel, twilio: FakeTwilio, fault: Fault, kind: type[ChannelFailure]
) -> None:
    twilio.instead = [fault]
    assert type(await failure(sms)) is kind


@pytest.mark.parametrize("status", [429, 503])
async def test_the_time_to_wait_is_taken_from_the_answer(
    sms: SmsChannel, twilio: FakeTwilio, status: int
) -> None:
    twilio.instead = [refusal(20429, status, Retry_After="120")]
    found = await failure(sms)
    assert isinstance(found, Retry)
    assert found.after == 120


async def test_a_wrong_token_stops_the_channel(senders: Senders, table: Table) -> None:
    found = await failure(senders.open(table, auth_token="another"))  # noqa: S106 - of a test
    assert isinstance(found, StopSender)
    assert "sms.auth_token" in str(found)


async def test_who_sent_stop_is_not_written_to_and_twilio_is_not_asked(
    sms: SmsChannel, twilio: FakeTwilio, table: Table, clock: HandClock
) -> None:
    await StoppedAddresses(table, clock).stop("sms", NUMBER, Why.ASKED)
    found = await failure(sms)
    assert isinstance(found, TargetOff)
    assert str(found) == f"you sent STOP; text START to {SENDER} to get messages again"
    assert twilio.requests == []


async def test_where_twilio_knows_of_a_stop_first_it_is_remembered(
    sms: SmsChannel, twilio: FakeTwilio, table: Table, clock: HandClock
) -> None:
    twilio.opted_out = {NUMBER}
    assert isinstance(await failure(sms), TargetOff)
    assert isinstance(await failure(sms), TargetOff)
    assert len(twilio.requests) == 1
    found = await StoppedAddresses(table, clock).find("sms", NUMBER)
    assert found
    assert found.why is Why.ASKED


@pytest.mark.parametrize(
    "fault", [server_error(503), refusal(20500, 500), reset()], ids=["503", "20500", "reset"]
)
async def test_a_code_that_twilio_took_though_it_said_otherwise_may_have_arrived(
    sms: SmsChannel, twilio: FakeTwilio, fault: Fault
) -> None:
    twilio.after_taking = [fault]
    assert isinstance(await failure(sms, target=TRIED_OUT), MayHaveGone)
    assert len(twilio.messages) == 1


@pytest.mark.parametrize("number", ["+19005550123", "+881612345678", "+33612345678"])
async def test_a_number_that_is_not_texted_goes_off_and_twilio_is_not_asked(
    sms: SmsChannel, twilio: FakeTwilio, number: str
) -> None:
    """Also one that was linked when the list was longer."""
    for target in (MessageTarget("sms", number, ANNA), MessageTarget("sms", number)):
        found = await failure(sms, target=target)
        assert isinstance(found, TargetOff)
        assert not str(found).endswith(".")
    assert twilio.requests == []


async def test_the_budget_of_a_month_is_counted_in_segments_and_begins_anew(
    senders: Senders, table: Table, twilio: FakeTwilio, clock: HandClock
) -> None:
    sms = senders.open(table, monthly_budget=3)
    await sms.send(TARGET, Message("two", (part(text="a" * 200),)))
    found = await failure(sms, Message("again two", (part(text="a" * 200),)))
    assert isinstance(found, StopSender)
    assert str(found) == "the monthly budget of 3 segments is used up; raise sms.monthly_budget"
    await sms.send(TARGET, Message("one", (part(text="a"),)))
    assert isinstance(await failure(sms, Message("none", (part(text="a"),))), StopSender)
    assert len(twilio.posts) == 2
    clock.advance(timedelta(days=31).total_seconds())
    await sms.send(TARGET, Message("next month", (part(text="a"),)))


async def test_one_number_leaves_a_quarter_of_a_month_to_others(
    senders: Senders, table: Table, twilio: FakeTwilio
) -> None:
    sms = senders.open(table, monthly_budget=4)
    await sms.send(TARGET, Message("three", (part(text="a" * 400),)))
    found = await failure(sms, Message("fourth", (part(text="a"),)))
    assert (type(found), str(found)) == (
        CapReached,
        "this number's part of the monthly budget is used up",
    )
    await sms.send(MessageTarget("sms", "+12015550008", ANNA), Message("to another", (part(text="a"),)))
    assert len(twilio.posts) == 2


async def test_what_surely_did_not_go_costs_nothing_and_what_is_unclear_is_paid_once(
    senders: Senders, table: Table, twilio: FakeTwilio
) -> None:
    sms = senders.open(table, monthly_budget=1)
    twilio.instead = [refusal(21617), refusal(20429, 429), server_error(502), server_error(502)]
    for _ in range(4):
        await failure(sms)
    await sms.send(TARGET, message())
    assert isinstance(await failure(sms, Message("next", (part(),))), StopSender)


async def test_neither_the_token_nor_the_number_shows(
    senders: Senders, table: Table, twilio: FakeTwilio, unused_tcp_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    sms, nowhere = senders.open(table), senders.open(table, api_url=f"http://127.0.0.1:{unused_tcp_port}")
    twilio.instead = [refusal(21211), reset()]
    twilio.to_lists = [server_error()]
    with structlog.testing.capture_logs() as lines:
        found = [await failure(one) for one in (nowhere, sms, sms, sms, nowhere)]
        await sms.send(TARGET, message())
    shown = f"{sms!r} {vars(sms)!r} {found!r} {lines!r} {caplog.text}"
    assert TOKEN not in shown
    assert NUMBER[1:] not in shown
    assert all(one.__suppress_context__ and one.__cause__ is None for one in found)


async def dispatched(dispatcher: Dispatcher, clock: HandClock, minutes: int) -> None:
    for _ in range(minutes):
        clock.advance(MINUTE)
        await dispatcher.run()


async def test_through_the_dispatcher_a_lost_answer_leads_to_one_message(
    sms: SmsChannel, twilio: FakeTwilio, table: Table, clock: HandClock
) -> None:
    dispatcher = Dispatcher(table, clock, lambda: 1.0, OpenChannels(sms))
    twilio.after_taking = [reset()]
    await outbox.enqueue(table, note())
    await dispatched(dispatcher, clock, 5)
    item = await item_of(table)
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, "sms")
    assert twilio.bodies == ["Reached goal-1\n99 Woodcutting, at last."]
    assert item.trail[-1].what == f"delivered ({twilio.messages[0]['sid']})"


async def test_a_number_that_sent_stop_is_switched_off_and_the_next_channel_tells_why(
    sms: SmsChannel, twilio: FakeTwilio, table: Table, clock: HandClock
) -> None:
    webhook = ScriptedChannel("webhook")
    await settle(table, channel("webhook", 2))
    twilio.opted_out = {NUMBER}
    await outbox.enqueue(table, note())
    await dispatched(Dispatcher(table, clock, lambda: 1.0, OpenChannels(sms, webhook)), clock, 5)
    assert [title for titles in webhook.told for title in titles] == [
        "Reached goal-1",
        "Messages by SMS are switched off",
    ]
    assert len(twilio.requests) == 1


async def test_messages_that_are_too_old_by_the_time_twilio_answers_are_dropped(
    sms: SmsChannel, twilio: FakeTwilio, table: Table, clock: HandClock
) -> None:
    twilio.instead = [server_error(503)] * 100
    twilio.to_lists = []
    await outbox.enqueue(table, note(expires_at=START + timedelta(minutes=30)))
    await dispatched(Dispatcher(table, clock, lambda: 1.0, OpenChannels(sms)), clock, 60)
    assert (await item_of(table)).status is DeliveryStatus.DROPPED
    assert twilio.messages == []
