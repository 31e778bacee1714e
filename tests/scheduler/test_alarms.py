"""Who runs this Questlog is told when something needs them: once a day, on a channel that works."""

import pytest

from scheduler.alarms import Alarm, Operators
from scheduler.channels.channel import OpenChannels, StopSender
from scheduler.dispatch import Dispatcher
from scheduler.target_health import PAUSE
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.channels.scripted import Outage, ScriptedChannel
from tests.scheduler.conftest import Lines
from tests.tracker.notify.notes import REACHED, channel, item_of, note, settle
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify import channels, outbox
from tracker.notify.model import DeliveryStatus, MessagePriority, OutboxItem
from tracker.store.entity import change
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

OWNER = 80351110224678912
DAY = 86_400
REFUSED = StopSender("the key was refused (401); see webhook.secret")
BROKEN = Alarm(REACHED, "tea", "The tea is out", "Nobody made any. Make some.")


@pytest.fixture
def table(sqlite_table: SqliteTable) -> FaultyTable:
    return FaultyTable(sqlite_table)


@pytest.fixture
def operators(table: Table, clock: HandClock) -> Operators:
    return Operators(table, clock, [OWNER])


@pytest.fixture
def dispatcher(
    table: Table, clock: HandClock, operators: Operators, webhook: ScriptedChannel, sms: ScriptedChannel
) -> Dispatcher:
    return Dispatcher(table, clock, lambda: 1.0, OpenChannels(webhook, sms), alarm=operators.tell)


async def person(table: Table, clock: HandClock, name: str, *ways: str) -> User:
    """Somebody with channels of these types, the first one first."""
    user = await Accounts(table, clock, ulids(clock)).register(parse_identity(name))
    for way in ways:
        await channels.Channels(table, clock).add(user.id, way, f"{way}-address")
    return user


async def owner(table: Table, clock: HandClock, *ways: str) -> User:
    return await person(table, clock, f"discord:{OWNER}", *ways)


async def told(table: Table, user: User) -> list[OutboxItem]:
    return await outbox.history(table, user.id)


# A channel that is stopped


async def test_an_owner_is_told_on_another_channel_what_happened_and_what_to_do(
    table: Table, clock: HandClock, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel
) -> None:
    await owner(table, clock, "webhook", "sms")
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    webhook.script = [REFUSED]

    await dispatcher.run(hurry=True)
    await dispatcher.run()

    [message] = sms.sent
    [part] = message.parts
    assert (part.title, part.urgent) == ("Questlog stopped sending by webhook", True)
    assert part.text.startswith("The key was refused (401); see webhook.secret. ")
    assert "questlog doctor" in part.text
    assert (
        await item_of(table)
    ).status is DeliveryStatus.PENDING  # of whoever met it: they have no other channel


async def test_one_whose_only_channel_is_stopped_reads_it_when_that_works_again(
    table: Table, clock: HandClock, dispatcher: Dispatcher, webhook: ScriptedChannel
) -> None:
    await owner(table, clock, "webhook")
    await settle(table, channel("webhook"))
    await outbox.enqueue(table, note())
    webhook.script = [REFUSED]

    await dispatcher.run(hurry=True)
    await dispatcher.run()
    assert webhook.sent == []
    clock.advance(3600)
    await dispatcher.run()

    assert ["Questlog stopped sending by webhook"] in webhook.told


async def test_a_channel_that_stays_stopped_is_told_once_a_day(
    table: Table, clock: HandClock, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel
) -> None:
    await owner(table, clock, "webhook", "sms")
    await settle(table, channel("webhook"))
    webhook.script = Outage(REFUSED, clock)
    for day in range(2):
        for hour in range(20):
            await outbox.enqueue(table, note(f"{day}-{hour}", clock()))
            await dispatcher.run(hurry=True)
            clock.advance(3600)
        clock.advance(DAY - 20 * 3600)

    assert sms.told == [["Questlog stopped sending by webhook"]] * 2


async def test_many_who_meet_it_at_once_are_one_alarm_and_one_line_in_the_log(
    table: Table, clock: HandClock, dispatcher: Dispatcher, webhook: ScriptedChannel, lines: Lines
) -> None:
    boss = await owner(table, clock)
    for number in range(10):
        await settle(table, channel("webhook"), person=f"person-{number}")
        await outbox.enqueue(table, note(person=f"person-{number}"))
    webhook.script = Outage(REFUSED, clock, until=PAUSE.total_seconds())

    await dispatcher.run(hurry=True)

    assert len(await told(table, boss)) == 1
    [line] = [line for line in lines if line["event"] == "channel stopped"]
    assert (line["log_level"], line["channel"], line["reason"]) == ("error", "webhook", str(REFUSED))


async def test_a_store_that_fails_for_the_alarm_costs_nobody_their_message(
    table: FaultyTable, dispatcher: Dispatcher, webhook: ScriptedChannel, sms: ScriptedChannel, lines: Lines
) -> None:
    await settle(table, channel("webhook", 1), channel("sms", 2))
    await outbox.enqueue(table, note())

    async def refuse() -> None:
        table.fail()
        raise REFUSED

    webhook.script = [refuse]

    await dispatcher.run(hurry=True)

    assert sms.told == [["Reached goal-1"]]
    assert "operators not told; the next alarm tries again" in [line["event"] for line in lines]


# Who is told


async def test_an_alarm_is_told_once_a_day_by_however_many_processes(
    table: Table, clock: HandClock, operators: Operators
) -> None:
    boss = await owner(table, clock)
    another = Operators(table, clock, [OWNER])

    for tell in (operators.tell, another.tell, operators.tell):
        await tell(BROKEN)
    assert len(await told(table, boss)) == 1
    await operators.tell(BROKEN._replace(entity="coffee"))
    assert len(await told(table, boss)) == 2
    clock.advance(DAY)
    await operators.tell(BROKEN)
    assert len(await told(table, boss)) == 3


async def test_whoever_sits_at_the_machine_is_told_too(
    table: Table, clock: HandClock, operators: Operators
) -> None:
    me = await person(table, clock, "local:me")

    await operators.tell(BROKEN)

    [item] = await told(table, me)
    assert (item.kind, item.entity, item.title, item.text) == tuple(BROKEN)
    assert item.priority is MessagePriority.URGENT


async def test_one_who_is_both_is_told_once(table: Table, clock: HandClock, operators: Operators) -> None:
    me = await person(table, clock, "local:me")
    await Accounts(table, clock, ulids(clock)).claim(me.id, parse_identity(f"discord:{OWNER}"))

    await operators.tell(BROKEN)

    assert len(await told(table, me)) == 1


async def test_nobody_else_is_told(table: Table, clock: HandClock, operators: Operators) -> None:
    other = await person(table, clock, "discord:1234567890")

    await operators.tell(BROKEN)  # no owner has an account

    assert await told(table, other) == []


async def test_one_whose_account_is_being_deleted_is_not_told(
    table: Table, clock: HandClock, operators: Operators
) -> None:
    boss = await owner(table, clock)
    await table.update(change(User, boss.key, {"deleting_since": clock()}))

    await operators.tell(BROKEN)

    assert await told(table, boss) == []


async def test_an_alarm_that_was_not_stored_is_told_by_the_next(
    table: FaultyTable, clock: HandClock, operators: Operators
) -> None:
    boss = await owner(table, clock)
    table.fail()
    await operators.tell(BROKEN)

    await operators.tell(BROKEN)

    assert len(await told(table, boss)) == 1
