"""From the outbox to the channels: nothing is lost, and nothing is told twice."""

import asyncio
from datetime import timedelta
from typing import Literal

import pytest

from scheduler.channels.channel import BadMessage, OpenChannels, Retry
from scheduler.dispatch import MAX_ATTEMPTS, Dispatcher
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.channels.scripted import Killed, ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.accounts.model import User
from tracker.analysis.thresholds import AlertEvent, Side
from tracker.happenings.reading import beginning, watch
from tracker.metrics.alerts import MetricAlert
from tracker.metrics.messages import alert_message
from tracker.metrics.model import Metric
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus, MessagePriority, Notification, StillTrueCheck
from tracker.store.entity import from_item
from tracker.store.keys import UserKey
from tracker.store.segments import timestamp
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Delete, Table, Update

MINUTE, HOUR = 60, 3600
CLAIM = outbox.CLAIM.total_seconds()


@pytest.fixture
def table(table: Table) -> FaultyTable:
    """An empty table, whose calls can be made to fail."""
    return FaultyTable(table)


async def crash(dispatcher: Dispatcher) -> None:
    with pytest.raises(BaseExceptionGroup) as died:
        await dispatcher.run(hurry=True)
    assert died.group_contains(Killed)


# The usual way


async def test_a_message_is_sent_when_it_is_due_and_not_before_or_again(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    assert await dispatcher.run() == []
    clock.advance(MINUTE)
    [result] = await dispatcher.run()
    assert (result.status, result.channel, result.kind.name) == (
        DeliveryStatus.DELIVERED,
        "webhook",
        "reached",
    )
    clock.advance(HOUR)
    assert await dispatcher.run() == []
    assert webhook.told == [["Reached goal-1"]]


async def test_whoever_watches_hears_that_a_message_was_delivered(
    table: Table, dispatcher: Dispatcher
) -> None:
    await settle(table, channel("webhook"))
    await watch(table, User(id=ANNA, created_at=START))
    await outbox.enqueue(table, note("a"))
    await dispatcher.run(hurry=True)

    [heard] = await beginning(START).fresh(table, ANNA)

    assert (heard.kind, heard.what, heard.name) == ("message", "delivered", "Reached a")


async def test_in_a_hurry_nothing_waits_for_company_but_what_is_for_later_does(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await outbox.enqueue(table, note("later", not_before=START + timedelta(seconds=30)))
    await dispatcher.run(hurry=True)
    assert webhook.told == [["Reached goal-1"]]


async def test_messages_of_one_minute_are_one_in_order_and_each_is_recorded(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    for entity in ("a", "b", "c"):
        await outbox.enqueue(table, note(entity, clock()))
        clock.advance(20)
    await dispatcher.run()  # the minute of the first is over
    assert webhook.told == [["Reached a", "Reached b", "Reached c"]]
    items = await outbox.history(table, ANNA)
    assert {one.status for one in items} == {DeliveryStatus.DELIVERED}
    assert {part.id for part in webhook.sent[0].parts} == {one.id for one in items}


async def test_the_trail_tells_why_a_message_came(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Retry("busy")]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    clock.advance(HOUR)
    await dispatcher.run()
    trail = (await item_of(table)).trail
    assert [(step.channel, step.what) for step in trail] == [
        ("webhook", "Retry: busy"),
        ("webhook", "delivered"),
    ]


async def test_everybody_who_has_something_due_is_told(
    sqlite_table: SqliteTable, clock: HandClock, webhook: ScriptedChannel
) -> None:
    for number in range(40):
        await settle(sqlite_table, channel("webhook"), person=f"person-{number}")
        await outbox.enqueue(sqlite_table, note(person=f"person-{number}"))
    results = await Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook)).run(hurry=True)
    assert {one.person for one in results} == {f"person-{number}" for number in range(40)}
    assert len(webhook.sent) == 40


async def test_one_persons_trouble_does_not_keep_others_waiting(
    sqlite_table: SqliteTable, clock: HandClock, webhook: ScriptedChannel
) -> None:
    for person in (ANNA, "ben"):
        await settle(sqlite_table, channel("webhook"), person=person)
        await outbox.enqueue(sqlite_table, note(person=person))
    await sqlite_table.update(Update(UserKey(ANNA).key, set={"timezone": "Nowhere/Land"}))
    results = await Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook)).run(hurry=True)
    assert [one.person for one in results] == ["ben"]


# What the rules say


async def test_what_comes_in_quiet_hours_is_held_and_flushed_as_one(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"})
    for entity in ("a", "b", "c"):
        await outbox.enqueue(table, note(entity, clock()))
        clock.advance(HOUR)
        await dispatcher.run()
    assert webhook.tried == []
    clock.advance(4 * HOUR - 1)
    await dispatcher.run()
    assert webhook.tried == []
    clock.advance(1)
    await dispatcher.run()
    assert webhook.told == [["Reached a", "Reached b", "Reached c"]]
    assert webhook.sent[0].parts[0].late == "was meant for 00:00"
    assert "quiet hours" in (await item_of(table, "a")).trail[0].what


async def test_an_urgent_message_passes_quiet_hours_if_the_person_allows(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"}, urgentPasses=True)
    await outbox.enqueue(table, note("calm"))
    await outbox.enqueue(table, note("fire", priority=MessagePriority.URGENT))
    await dispatcher.run()
    assert webhook.told == [["Reached fire"]]


async def test_an_answer_to_what_the_person_asked_comes_at_once_whatever_they_wish(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    muted = timestamp(START + timedelta(days=1))
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"}, mutedUntil=muted)
    await outbox.enqueue(table, note("fire", priority=MessagePriority.URGENT))
    await outbox.enqueue(table, note("asked", priority=MessagePriority.ANSWER))
    await dispatcher.run()
    assert webhook.told == [["Reached asked"]]


async def test_what_is_too_old_is_dropped_with_the_reason(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    clock.advance(48 * HOUR)
    [result] = await dispatcher.run()
    assert (result.status, result.reason) == (DeliveryStatus.DROPPED, "too old to be useful")
    assert webhook.tried == []
    assert (await item_of(table)).status is DeliveryStatus.DROPPED


@pytest.mark.parametrize(("answer", "sent"), [(True, 1), (False, 0)])
async def test_what_is_no_longer_true_is_not_told(
    table: Table,
    dispatcher: Dispatcher,
    webhook: ScriptedChannel,
    answer: bool,  # noqa: FBT001 - a parameter of the test
    sent: int,
) -> None:
    asked: list[tuple[str, str]] = []

    async def still_open(person: str, reference: str) -> bool:
        asked.append((person, reference))
        return answer

    dispatcher.checks = {"habit-open": still_open}
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note(check=StillTrueCheck(name="habit-open", reference="gym")))
    await dispatcher.run(hurry=True)
    assert asked == [(ANNA, "gym")]
    assert len(webhook.sent) == sent


async def test_a_message_is_worded_when_it_goes_and_its_history_says_what_it_said(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    pages = 0

    async def reminded(message: Notification) -> Notification | None:
        if pages >= 10:
            return None
        words = {"text": f"{pages} of 10 pages so far.", "facts": {"pages": pages}}
        return message.model_copy(update=words)

    dispatcher.wordings = {"reached": reminded}
    await settle(table, channel("webhook"), quietHours={"from": "22:00", "to": "07:00"})
    for entity in ("read", "write"):
        await outbox.enqueue(table, note(entity, clock(), text="0 of 10 pages so far.", facts={"pages": 0}))
    await dispatcher.run(hurry=True)
    pages, webhook.script = 4, [Retry("busy")]
    clock.advance(7 * HOUR)
    await dispatcher.run()
    pages = 5  # while it waits once more
    clock.advance(MINUTE)
    await dispatcher.run()
    [sent] = webhook.sent
    assert [(part.text, part.facts) for part in sent.parts] == [("5 of 10 pages so far.", {"pages": 5})] * 2
    item = await item_of(table, "read")
    assert (item.text, item.facts) == ("5 of 10 pages so far.", {"pages": 5})

    await outbox.enqueue(table, note("sing", clock()))
    pages = 10
    [result] = await dispatcher.run(hurry=True)
    assert (result.status, result.reason) == (DeliveryStatus.DROPPED, "no longer true")


async def test_a_check_that_breaks_keeps_only_its_own_message_waiting(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    async def broken(person: str, reference: str) -> bool:
        raise RuntimeError(person + reference)

    dispatcher.checks = {"broken": broken}
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note("a", check=StillTrueCheck(name="broken", reference="x")))
    await outbox.enqueue(table, note("b"))
    await dispatcher.run(hurry=True)
    assert webhook.told == [["Reached b"]]
    assert (await item_of(table, "a")).status is DeliveryStatus.PENDING


async def test_a_check_that_nobody_knows_loses_no_message(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note(check=StillTrueCheck(name="of-a-newer-version", reference="x")))
    await dispatcher.run(hurry=True)
    assert len(webhook.sent) == 1


async def test_messages_to_a_person_who_is_gone_are_dropped(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await table.transact([Delete(UserKey(ANNA).key)])
    [result] = await dispatcher.run(hurry=True)
    assert (result.status, result.reason) == (DeliveryStatus.DROPPED, "the person is gone")
    assert webhook.tried == []


# Crashes, rivals, lag


async def test_a_crash_between_claim_and_sending_loses_nothing(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Killed()]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await crash(dispatcher)
    clock.advance(CLAIM - 1)
    assert await dispatcher.run(hurry=True) == []
    clock.advance(1)
    await dispatcher.run()
    assert webhook.told == [["Reached goal-1"]]


async def test_a_message_that_was_sent_but_not_recorded_goes_again_under_the_same_id_with_the_same_parts(
    table: FaultyTable, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    async def break_the_record() -> None:
        table.fail()

    webhook.script = [break_the_record]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note("a"))
    await outbox.enqueue(table, note("b"))
    assert await dispatcher.run(hurry=True) == []
    await outbox.enqueue(table, note("new", clock()))
    clock.advance(CLAIM)
    await dispatcher.run()
    first, *others = webhook.sent
    [again] = [message for message in others if message.id == first.id]
    assert [part.id for part in again.parts] == [part.id for part in first.parts]
    assert [[part.title for part in one.parts] for one in others if one.id != first.id] == [["Reached new"]]
    assert {one.status for one in await outbox.history(table, ANNA)} == {DeliveryStatus.DELIVERED}


@pytest.mark.parametrize("old", ["a", "b"])
async def test_where_a_part_became_too_old_meanwhile_the_others_go_under_the_same_id(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock, old: str
) -> None:
    webhook.script = [Killed()]
    await settle(table, channel("webhook"))
    for number, entity in enumerate(("a", "b")):
        life = timedelta(minutes=1) if entity == old else timedelta(days=1)
        at = START - timedelta(seconds=10 - number)
        await outbox.enqueue(table, note(entity, at, expires_at=START + life))
    await crash(dispatcher)
    clock.advance(CLAIM)
    await dispatcher.run()
    first, again = webhook.tried
    assert (len(first.parts), len(again.parts)) == (2, 1)
    assert again.id == first.id


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", range(1, 9))
async def test_whichever_call_of_the_store_fails_the_receiver_sees_one_message(
    sqlite_table: SqliteTable,
    clock: HandClock,
    webhook: ScriptedChannel,
    call: int,
    when: Literal["before", "after"],
) -> None:
    table = FaultyTable(sqlite_table)
    dispatcher = Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook))
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    clock.advance(MINUTE)
    table.fail(at=call, when=when)
    for _ in range(4):
        # A store that cannot say what is due fails the whole run; the next tick asks again.
        await asyncio.gather(dispatcher.run(), return_exceptions=True)
        clock.advance(CLAIM)
    assert len({message.id for message in webhook.sent}) == 1
    assert (await item_of(table)).status is DeliveryStatus.DELIVERED


async def test_while_one_dispatcher_sends_another_leaves_the_message_alone(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    rival = Dispatcher(table, clock, lambda: 1.0, dispatcher.channels)
    answers: list[object] = []

    async def meanwhile() -> None:
        clock.advance(MINUTE)
        answers.append(await rival.run(hurry=True))

    webhook.script = [meanwhile]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    await rival.run(hurry=True)
    assert answers == [[]]
    assert len(webhook.tried) == 1


@pytest.mark.both_engines
async def test_two_dispatchers_at_once_deliver_once(
    sqlite_table: SqliteTable, clock: HandClock, webhook: ScriptedChannel
) -> None:
    await settle(sqlite_table, channel("webhook"))
    await outbox.enqueue(sqlite_table, note())
    rivals = [Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook)) for _ in range(5)]
    results = await asyncio.gather(*(one.run(hurry=True) for one in rivals))
    assert [result.status for found in results for result in found] == [DeliveryStatus.DELIVERED]
    assert len(webhook.tried) == 1


async def test_a_dispatcher_that_slept_since_its_claim_does_not_go_on_sending(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, clock: HandClock
) -> None:
    async def sleep() -> None:
        clock.advance(CLAIM)
        raise BadMessage("too long")

    webhook.script = [sleep]
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert sms.tried == []
    await dispatcher.run()
    assert len(webhook.sent) == 1


async def test_an_index_that_lags_makes_nobody_hear_a_thing_twice(
    table: FaultyTable, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    await table.freeze_indexes()
    for _ in range(3):
        clock.advance(HOUR)
        await dispatcher.run(hurry=True)
    assert len(webhook.tried) == 1


async def test_an_index_that_lags_does_not_break_a_claim(
    table: FaultyTable, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Killed()]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    clock.advance(MINUTE)
    await table.freeze_indexes()
    await crash(dispatcher)
    clock.advance(CLAIM - 1)
    assert await dispatcher.run() == []
    clock.advance(1)
    await dispatcher.run()
    assert len(webhook.sent) == 1


async def test_what_an_index_does_not_show_yet_is_told_when_it_does(
    table: FaultyTable, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await settle(table, channel("webhook"))
    await table.freeze_indexes()
    await outbox.enqueue(table, note())
    assert await dispatcher.run(hurry=True) == []
    table.release_indexes()
    await dispatcher.run(hurry=True)
    assert len(webhook.sent) == 1


async def test_a_message_whose_attempts_never_come_to_an_end_is_given_up(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    webhook.script = [Killed() for _ in range(MAX_ATTEMPTS)]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    for _ in range(MAX_ATTEMPTS):
        await crash(dispatcher)
        clock.advance(CLAIM)
    [result] = await dispatcher.run()
    assert (result.status, result.reason) == (DeliveryStatus.FAILED, "given up: no attempt came to an end")
    assert len(webhook.tried) == MAX_ATTEMPTS


async def test_a_message_whose_attempt_came_to_an_end_gets_all_attempts_again(
    table: Table, dispatcher: Dispatcher, webhook: ScriptedChannel, clock: HandClock
) -> None:
    deaths = [Killed() for _ in range(MAX_ATTEMPTS - 1)]
    webhook.script = [*deaths, Retry("busy"), *deaths]
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    for _ in deaths:
        await crash(dispatcher)
        clock.advance(CLAIM)
    await dispatcher.run()
    for _ in deaths:
        clock.advance(CLAIM)
        await crash(dispatcher)
    clock.advance(CLAIM)
    await dispatcher.run()
    assert webhook.told == [["Reached goal-1"]]


# In each one's own writing


async def test_two_people_get_the_same_message_as_each_of_them_writes(
    table: Table, clock: HandClock, webhook: ScriptedChannel, dispatcher: Dispatcher
) -> None:
    """What it says, and what is said because it is late; whoever's message goes at the same time."""
    for person, wishes in (("german", {"country": "DE", "language": "de"}), ("american", {"country": "US"})):
        await settle(table, channel("webhook"), person=person, **wishes)
        user = from_item(User, (await table.get_many([UserKey(person).key]))[UserKey(person).key])
        metric = Metric(id="steps", user=person, name=person, threshold_high=12345, created_at=START)
        alert = MetricAlert(side=Side.HIGH, since=START.date())
        await outbox.enqueue(table, alert_message(user, metric, alert, AlertEvent.FIRED, START))
    clock.advance(4 * HOUR)
    await dispatcher.run(hurry=True)

    assert {part.title: part.late for one in webhook.sent for part in one.parts} == {
        "German is above 12.345": f"was meant for {START:%H:%M}",
        "American is above 12,345": f"was meant for {START:%-I:%M %p}",
    }
