"""A message that comes on another channel than usual says why, in one sentence."""

from collections.abc import AsyncIterator
from datetime import timedelta

import discord
import pytest

from scheduler.channels.channel import (
    BadMessage,
    CapReached,
    OpenChannels,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.discord.channel import DiscordChannel
from scheduler.dispatch import Dispatcher
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.server import FakeDiscord
from tests.scheduler.channels.scripted import Outage, ScriptedChannel
from tests.tracker.notify.notes import channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

MINUTE, HOUR = 60, 3600
DOWN = Retry("down for now")


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    return sqlite_table


@pytest.fixture
def email() -> ScriptedChannel:
    return ScriptedChannel("email")


@pytest.fixture
def dispatcher(
    table: Table, clock: HandClock, webhook: ScriptedChannel, sms: ScriptedChannel, email: ScriptedChannel
) -> Dispatcher:
    return Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook, sms, email))


async def pass_time(dispatcher: Dispatcher, clock: HandClock, minutes: int) -> None:
    for _ in range(minutes):
        clock.advance(MINUTE)
        await dispatcher.run()


async def test_what_comes_on_the_usual_channel_says_nothing(
    table: Table, dispatcher: Dispatcher, sms: ScriptedChannel, clock: HandClock
) -> None:
    sms.script = [DOWN]
    await settle(table, channel("sms", 1), channel("email", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 3)
    assert [message.note for message in sms.sent] == [None]


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (Retry("later", after=HOUR), "Your phone could not be reached, so this comes by e-mail."),
        (TargetOff("no"), "Your phone does not let me write to you, so this comes by e-mail."),
        (TargetGone("no"), "Your phone does not let me write to you, so this comes by e-mail."),
        (BadMessage("no"), "Your phone did not take this message, so this comes by e-mail."),
        (StopSender("no"), "Your phone could not be reached, so this comes by e-mail."),
        (CapReached("x", after=HOUR), "Your phone has its daily fill of messages, so this comes by e-mail."),
        (RuntimeError("a bug"), None),
    ],
    ids=lambda it: type(it).__name__,
)
async def test_each_failure_has_its_words(
    dispatcher: Dispatcher,
    sms: ScriptedChannel,
    email: ScriptedChannel,
    failure: Exception,
    said: str | None,
) -> None:
    sms.script = [failure]
    await settle(dispatcher.table, channel("sms", 1), channel("email", 2))
    await outbox.enqueue(dispatcher.table, note())
    await dispatcher.run(hurry=True)
    assert [message.note for message in email.sent] == ([said] if said else [])


async def test_a_channel_that_stays_down_is_named_on_the_next_one(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 35)
    assert sms.sent[0].note == "Your webhook could not be reached, so this comes by SMS."


async def test_the_patience_is_that_of_the_settings(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script, dispatcher.patience = Outage(DOWN, clock), timedelta()
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert sms.told == [["Reached goal-1"]]


async def test_what_failed_alike_shares_a_clause_and_what_did_not_has_its_own(
    table: Table,
    dispatcher: Dispatcher,
    webhook: ScriptedChannel,
    sms: ScriptedChannel,
    email: ScriptedChannel,
    *,
    clock: HandClock,
) -> None:
    webhook.script, sms.script = [Retry("x", after=HOUR)] * 2, [Retry("x", after=HOUR), TargetOff("no")]
    await settle(table, channel("webhook", 1), channel("sms", 2), channel("email", 3))
    await outbox.enqueue(table, note("a"))
    await dispatcher.run(hurry=True)
    clock.advance(HOUR)
    await outbox.enqueue(table, note("b"))
    await dispatcher.run(hurry=True)
    assert [message.note for message in email.sent] == [
        "Your webhook and your phone could not be reached, so this comes by e-mail.",
        (
            "Your webhook could not be reached, and your phone does not let me write to you, "
            "so this comes by e-mail."
        ),
    ]


async def test_a_stopped_channel_is_named_also_for_what_it_never_was_asked_to_take(
    table: Table, dispatcher: Dispatcher, sms: ScriptedChannel, email: ScriptedChannel
) -> None:
    sms.script = [StopSender("the key is refused")]
    await settle(table, channel("sms", 1), channel("email", 2))
    for entity in ("a", "b"):
        await outbox.enqueue(table, note(entity))
        await dispatcher.run(hurry=True)
    said = "Your phone could not be reached, so this comes by e-mail."
    assert [message.note for message in email.sent] == [said, said]
    assert len(sms.tried) == 1


async def test_a_channel_that_this_message_switched_off_is_named_when_the_next_one_takes_it_later(
    table: Table, dispatcher: Dispatcher, sms: ScriptedChannel, email: ScriptedChannel, clock: HandClock
) -> None:
    sms.script, email.script = [TargetOff("no")], [DOWN]
    await settle(table, channel("sms", 1), channel("email", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    clock.advance(30)
    await dispatcher.run()
    told = {message.parts[0].kind.name: message.note for message in email.sent}
    assert told["reached"] == "Your phone does not let me write to you, so this comes by e-mail."


async def test_of_a_channel_that_was_off_before_nothing_is_said(
    table: Table, dispatcher: Dispatcher, email: ScriptedChannel
) -> None:
    await settle(table, channel("sms", 1, is_active=False), channel("email", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert [message.note for message in email.sent] == [None]


async def test_of_a_channel_that_is_not_opened_here_nothing_is_said(
    table: Table, dispatcher: Dispatcher, email: ScriptedChannel
) -> None:
    await settle(table, channel("pigeon", 1), channel("email", 2))
    await outbox.enqueue(table, note(preferred_channel="pigeon"))
    await dispatcher.run(hurry=True)
    assert [message.note for message in email.sent] == [None]


async def test_the_first_channel_says_nothing_of_a_later_one_that_failed(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script, sms.script = [Retry("later", after=HOUR)], Outage(DOWN, clock)
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await pass_time(dispatcher, clock, 62)
    assert [message.note for message in webhook.sent] == [None]


# Discord itself


@pytest.fixture
async def on_discord(
    table: Table, clock: HandClock, client: discord.Client, email: ScriptedChannel
) -> AsyncIterator[Dispatcher]:
    hers = DiscordChannel(client)
    yield Dispatcher(table, clock, lambda: 1.0, OpenChannels(hers, email))
    await hers.close()


async def test_discord_goes_down_and_the_digest_arrives_by_email_saying_so(
    table: Table,
    on_discord: Dispatcher,
    fake: FakeDiscord,
    email: ScriptedChannel,
    clock: HandClock,
) -> None:
    anna = fake.user("anna")
    fake.stay_wrong(server_error(503), on="POST /")
    await settle(table, channel("discord", 0, identifier=f"dm:{anna.id}"), channel("email", 1))
    await outbox.enqueue(table, note(kind="digest", title="Your goals this morning"))
    for _ in range(7):
        clock.advance(6 * MINUTE)
        await on_discord.run()
    assert email.told == [["Your goals this morning"]]
    assert email.sent[0].note == "Discord could not be reached, so this comes by e-mail."
    item = await item_of(table)
    assert (item.status, item.channel, anna.dms) == (DeliveryStatus.DELIVERED, "email", [])
