"""A hundred messages in a room within a minute reach somebody who hears of all of them as one message, and by
SMS as many as the caps allow, however long it goes on."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.crash.path import opened
from tests.fakes.clock import HandClock
from tests.fakes.twilio import FakeTwilio, sms_settings
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify.channels import Channels
from tracker.rooms.model import Tell
from tracker.rooms.saying import Saying
from tracker.rooms.service import Rooms, Who
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

NOON = datetime(2100, 1, 31, 12, tzinfo=UTC)
SPEAKERS, EACH = 20, 5
MINUTES, CAP = 12, 4
PHONE = "+12015550009"


async def test_a_flood_is_one_message(tmp_path: Path) -> None:
    async with (
        WebhookReceiver.running() as webhook,
        opened(tmp_path / "q.db", "http://127.0.0.1:1", NOON) as (clock, it),
    ):
        accounts, new_id = Accounts(it.table, clock, ulids(clock)), ulids(clock)
        rooms, saying = Rooms(it.table, clock, new_id), Saying(it.table, clock, new_id, keep_days=0)
        ada = await accounts.register(parse_identity("local:ada"))
        await Channels(it.table, clock).add(ada.id, "webhook", f"{webhook.url}?ada")
        made = await rooms.create(Who(ada, "Ada"), "Gym")
        assert made.invitation is not None
        await rooms.edit(ada.id, made.room.id, tell=Tell.ALL)
        people = [await accounts.register(parse_identity(f"local:p{one}")) for one in range(SPEAKERS)]
        for number, one in enumerate(people):
            await rooms.join(Who(one, f"Guest {number}"), made.invitation.code)
        await it.dispatcher.run(hurry=True)
        webhook.taken.clear()

        for number in range(EACH):
            for one in people:
                await saying.say(one.id, made.room.id, f"{number}")
            clock.advance(10)
            await it.dispatcher.run()
        clock.advance(timedelta(minutes=2).total_seconds())
        await it.dispatcher.run()

        assert len(webhook.taken) == 1
        assert [len(one["messages"]) for one in webhook.taken.values()] == [SPEAKERS * EACH]


async def test_by_sms_a_flood_is_as_many_messages_as_the_caps_allow(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """A hundred messages in each minute, each of which is sent as soon as it can be."""
    async with FakeTwilio.running(clock) as twilio:
        sms = sms_settings(twilio.url, daily_cap_per_person=CAP)
        async with open_context(
            Settings.model_validate({"sms": sms.model_dump()}),
            sqlite_table,
            out=io.StringIO(),
            pulse=Pulse(lambda: 0.0),
            clock=clock,
            monotonic=lambda: 0.0,
            chance=lambda: 0.5,
            features=rules_of(FEATURES),
        ) as it:
            accounts, new_id = Accounts(it.table, clock, ulids(clock)), ulids(clock)
            rooms, saying = Rooms(it.table, clock, new_id), Saying(it.table, clock, new_id, keep_days=0)
            ada = await accounts.register(parse_identity(f"phone:{PHONE}"))
            await Channels(it.table, clock).add(ada.id, "sms", PHONE)
            made = await rooms.create(Who(ada, "Ada"), "Gym")
            assert made.invitation is not None
            await rooms.edit(ada.id, made.room.id, tell=Tell.ALL)
            people = [await accounts.register(parse_identity(f"local:p{one}")) for one in range(SPEAKERS)]
            for number, one in enumerate(people):
                await rooms.join(Who(one, f"Guest {number}"), made.invitation.code)

            for minute in range(MINUTES):
                for number in range(EACH):
                    for one in people:
                        await saying.say(one.id, made.room.id, f"{minute}.{number}")
                clock.advance(61)
                await it.dispatcher.run()

            assert len(twilio.messages) == CAP
            assert {one["to"] for one in twilio.messages} == {PHONE}
            clock.advance(timedelta(hours=12).total_seconds())
            await it.dispatcher.run()
            assert len(twilio.messages) == CAP
