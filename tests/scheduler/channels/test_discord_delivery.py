"""From the outbox to Discord over the wire: told once, told elsewhere where Discord does not take it."""

import asyncio
import io
from collections.abc import AsyncIterator

import discord
import pytest

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.alarms import Operators
from scheduler.channels.channel import OpenChannels
from scheduler.channels.discord.channel import DiscordChannel
from scheduler.context import open_context
from scheduler.dispatch import Dispatcher
from scheduler.lanes import Lanes
from scheduler.pulse import Pulse
from scheduler.target_health import PAUSE
from tests.fakes.clock import HandClock
from tests.fakes.discord import refusals as says
from tests.fakes.discord.faults import hang, refused, reset
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.channels.discord_login import logged_in
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.model import SHARDS, DeliveryStatus, PersonChannel
from tracker.settings import Settings
from tracker.store.keys import ChannelKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

CLAIM = outbox.CLAIM.total_seconds()
HOUR = 3600
SENDS = "POST /channels/"


@pytest.fixture
def table(sqlite_table: SqliteTable) -> FaultyTable:
    return FaultyTable(sqlite_table)


@pytest.fixture
async def dispatcher(
    table: Table, clock: HandClock, client: discord.Client, sms: ScriptedChannel
) -> AsyncIterator[Dispatcher]:
    hers = DiscordChannel(client)
    yield Dispatcher(table, clock, lambda: 1.0, OpenChannels(hers, sms))
    await hers.close()


def direct(user: FakeUser) -> PersonChannel:
    return channel("discord", 0, identifier=f"dm:{user.id}")


async def is_on(table: Table) -> bool:
    stored = await table.get(ChannelKey(ANNA, "discord").key)
    return stored is not None and stored["isActive"] is True


async def test_a_message_that_was_sent_but_not_recorded_is_one_message(
    table: FaultyTable, dispatcher: Dispatcher, anna: FakeUser, fake: FakeDiscord, clock: HandClock
) -> None:
    await settle(table, direct(anna))
    await outbox.enqueue(table, note())
    clock.advance(60)
    # The shards, then the person, the channels, the claim, and the record.
    table.fail(at=SHARDS + 4)
    await dispatcher.run()
    assert (await item_of(table)).status is DeliveryStatus.CLAIMED
    clock.advance(CLAIM)
    await dispatcher.run()
    assert (await item_of(table)).status is DeliveryStatus.DELIVERED
    assert len(fake.asked(SENDS)) == 2
    assert len(anna.dms) == 1


async def test_after_a_crash_another_life_with_another_client_tells_nothing_twice(
    table: FaultyTable, dispatcher: Dispatcher, anna: FakeUser, fake: FakeDiscord, clock: HandClock
) -> None:
    await settle(table, direct(anna))
    await outbox.enqueue(table, note())
    clock.advance(60)
    table.fail(at=SHARDS + 4)
    await dispatcher.run()
    clock.advance(CLAIM)
    async with logged_in(fake) as another:
        await Dispatcher(table, clock, lambda: 1.0, OpenChannels(DiscordChannel(another))).run()
    assert len(fake.asked(SENDS)) == 2
    assert len(anna.dms) == 1


async def test_a_lost_answer_leads_to_one_message(
    table: Table, dispatcher: Dispatcher, anna: FakeUser, fake: FakeDiscord, clock: HandClock
) -> None:
    fake.go_wrong(reset(accepted=True), on=SENDS)
    await settle(table, direct(anna))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    clock.advance(30)
    [result] = await dispatcher.run()
    assert (result.status, result.channel) == (DeliveryStatus.DELIVERED, "discord")
    assert len(anna.dms) == 1


async def test_discord_that_hangs_keeps_the_message_for_later(
    table: Table, dispatcher: Dispatcher, anna: FakeUser, fake: FakeDiscord
) -> None:
    fake.go_wrong(hang(), on=SENDS)
    await settle(table, direct(anna), channel("sms", 1))
    await outbox.enqueue(table, note())
    [result] = await dispatcher.run(hurry=True)
    assert (result.status, result.reason) == (DeliveryStatus.PENDING, "Discord did not answer in time")


async def test_who_takes_no_direct_messages_is_told_on_the_next_channel_and_told_why(
    table: Table, dispatcher: Dispatcher, anna: FakeUser, sms: ScriptedChannel, fake: FakeDiscord
) -> None:
    anna.close_dms()
    await settle(table, direct(anna), channel("sms", 1))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    await dispatcher.run(hurry=True)
    assert sms.told == [["Reached goal-1"], ["Messages on Discord are switched off"]]
    assert "allow direct messages there, and then use any command" in sms.sent[1].parts[0].text
    assert not await is_on(table)
    assert len(fake.asked(SENDS)) == 1  # a refusal counts towards a ban: one is enough


async def test_a_channel_where_it_may_not_write_stays_on_and_is_tried_every_hour(
    table: Table, dispatcher: Dispatcher, fake: FakeDiscord, clock: HandClock
) -> None:
    place = fake.guild("clan").channel
    place.forbid("send_messages")
    await settle(table, channel("discord", identifier=f"channel:{place.id}"))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    clock.advance(HOUR - 1)
    assert await dispatcher.run() == []
    place.allow_all()
    clock.advance(1)
    await dispatcher.run()
    assert len(place.messages) == 1
    assert await is_on(table)


async def test_a_message_that_discord_does_not_take_goes_on_the_next_channel(
    table: Table, dispatcher: Dispatcher, anna: FakeUser, sms: ScriptedChannel, fake: FakeDiscord
) -> None:
    fake.go_wrong(refused(says.TOO_LARGE), on=SENDS)
    await settle(table, direct(anna), channel("sms", 1))
    await outbox.enqueue(table, note())
    await dispatcher.run(hurry=True)
    assert sms.told == [["Reached goal-1"]]
    assert await is_on(table)


async def test_a_bot_that_is_blocked_leaves_discord_alone_for_a_while(
    table: Table,
    dispatcher: Dispatcher,
    anna: FakeUser,
    sms: ScriptedChannel,
    *,
    fake: FakeDiscord,
    clock: HandClock,
) -> None:
    fake.go_wrong(refused(says.QUARANTINED), on=SENDS)
    await settle(table, direct(anna), channel("sms", 1))
    for entity in ("a", "b"):
        await outbox.enqueue(table, note(entity))
        await dispatcher.run(hurry=True)
    assert (len(sms.sent), len(fake.asked(SENDS))) == (2, 1)
    clock.advance(PAUSE.total_seconds())
    await outbox.enqueue(table, note("c", clock()))
    await dispatcher.run(hurry=True)
    assert len(anna.dms) == 1


async def test_one_refused_token_costs_everybody_a_minute_and_the_operator_hears_of_it_elsewhere(
    table: Table, client: discord.Client, sms: ScriptedChannel, fake: FakeDiscord, clock: HandClock
) -> None:
    owner, people = fake.user("owner"), [fake.user(name) for name in ("anna", "ben", "cleo")]
    boss = await Accounts(table, clock, ulids(clock)).register(parse_identity(f"discord:{owner.id}"))
    await Channels(table, clock).add(boss.id, "discord", f"dm:{owner.id}")
    await Channels(table, clock).add(boss.id, "sms", "+4915112345678")
    for user in people:
        await settle(table, direct(user), person=user.name)
        await outbox.enqueue(table, note(person=user.name))
    fake.go_wrong(refused(says.UNAUTHORIZED), on=SENDS)
    channels, tell = OpenChannels(DiscordChannel(client), sms), Operators(table, clock, [owner.id]).tell
    dispatcher = Dispatcher(table, clock, lambda: 1.0, channels, alarm=tell, lanes=Lanes(at_once=1))

    await dispatcher.run(hurry=True)
    await dispatcher.run(hurry=True)
    assert sms.told == [["Questlog stopped sending by discord"]]
    assert len(fake.asked(SENDS)) == 1
    clock.advance(PAUSE.total_seconds())
    await dispatcher.run()
    assert [len(user.dms) for user in people] == [1, 1, 1]


async def test_two_dispatchers_at_once_tell_it_once(
    table: Table, client: discord.Client, anna: FakeUser, clock: HandClock
) -> None:
    await settle(table, direct(anna))
    await outbox.enqueue(table, note())
    both = [Dispatcher(table, clock, lambda: 1.0, OpenChannels(DiscordChannel(client))) for _ in range(2)]
    await asyncio.gather(*(one.run(hurry=True) for one in both))
    assert len(anna.dms) == 1


async def test_a_context_with_a_client_sends_by_discord(
    sqlite_table: SqliteTable, client: discord.Client, anna: FakeUser, clock: HandClock
) -> None:
    await settle(sqlite_table, direct(anna))
    await outbox.enqueue(sqlite_table, note())
    async with open_context(
        Settings(),
        sqlite_table,
        out=io.StringIO(),
        pulse=Pulse(lambda: 0.0),
        clock=clock,
        discord=client,
        features=rules_of(FEATURES),
    ) as context:
        [result] = await context.dispatcher.run(hurry=True)
    assert (result.status, result.channel) == (DeliveryStatus.DELIVERED, "discord")
    assert len(anna.dms) == 1


async def test_without_a_client_discord_is_no_channel(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with open_context(
        Settings(),
        sqlite_table,
        out=io.StringIO(),
        pulse=Pulse(lambda: 0.0),
        clock=clock,
        features=rules_of(FEATURES),
    ) as context:
        assert "discord" not in context.dispatcher.channels
