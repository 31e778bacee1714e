"""What jobs work with: built from the settings, and closed so that nothing is left behind."""

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.channels.channel import Part
from scheduler.channels.picture import Picture
from scheduler.context import Context, open_context, worker_name
from scheduler.leases import Lease
from scheduler.pulse import Pulse
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.mail_server import MailServer
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver
from tests.scheduler.conftest import Lines
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.settings import Settings, StoreSettings
from tracker.shards import SHARDS
from tracker.store.entity import from_item
from tracker.store.keys import LeaseKey, UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

RULES = rules_of(FEATURES)


@asynccontextmanager
async def opened(
    table: Table, clock: HandClock, out: io.StringIO | None = None, **webhook: object
) -> AsyncIterator[Context]:
    async with open_context(
        Settings.model_validate({"webhook": webhook}),
        table,
        features=RULES,
        out=out or io.StringIO(),
        pulse=Pulse(lambda: 0.0),
        clock=clock,
        monotonic=lambda: clock().timestamp(),
        chance=lambda: 0.5,
    ) as context:
        yield context


async def owners(table: Table) -> set[str | None]:
    found = await table.get_many(LeaseKey(shard).key for shard in range(SHARDS))
    return {from_item(Lease, item).owner for item in found.values()}


def test_on_an_embedded_store_the_worker_has_the_name_of_the_one_before_it() -> None:
    assert worker_name(StoreSettings()) == worker_name(StoreSettings())


def test_where_many_share_a_table_no_two_have_the_same_name() -> None:
    names = {worker_name(StoreSettings(engine="dynamodb")) for _ in range(100)}
    assert len(names) == 100


async def test_its_leases_are_given_back_at_the_end(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with opened(sqlite_table, clock) as context:
        await context.poller.tend()
        assert await owners(sqlite_table) == {"embedded"}
    assert await owners(sqlite_table) == {None}


async def test_a_store_that_fails_at_the_end_is_logged_and_stops_nothing(
    sqlite_table: SqliteTable, clock: HandClock, said: Callable[[str], Lines]
) -> None:
    table = FaultyTable(sqlite_table)
    async with opened(table, clock) as context:
        await context.poller.tend()
        table.fail()
    assert [line["log_level"] for line in said("polling not ended cleanly")] == ["error"]


async def test_a_new_life_takes_the_leases_that_a_killed_one_left(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    table = FaultyTable(sqlite_table)
    async with opened(table, clock) as killed:
        await killed.poller.tend()
        table.fail()
    async with opened(sqlite_table, clock) as context:
        await context.poller.tend()
        assert len(context.leases.held()) == SHARDS


async def test_the_local_person_reads_messages_at_the_terminal(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    out = io.StringIO()
    await settle(sqlite_table)
    await outbox.enqueue(sqlite_table, note())
    async with opened(sqlite_table, clock, out) as context:
        [result] = await context.dispatcher.run(hurry=True)
    assert (result.status, result.channel) == (DeliveryStatus.DELIVERED, "console")
    assert "99 Woodcutting, at last." in out.getvalue()


async def test_the_messages_of_others_are_not_shown_at_the_terminal(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    out = io.StringIO()
    await settle(sqlite_table)
    await sqlite_table.update(Update(UserKey(ANNA).key, set={"discord": "123"}, remove=["local"]))
    await outbox.enqueue(sqlite_table, note())
    async with opened(sqlite_table, clock, out) as context:
        await context.dispatcher.run(hurry=True)
    assert out.getvalue() == ""
    assert (await item_of(sqlite_table)).status is DeliveryStatus.PENDING


@pytest.mark.parametrize(
    ("webhook", "used"),
    [
        ({"secret": SECRET, "allow_private": True}, "webhook"),
        ({"secret": SECRET}, "console"),
        ({"allow_private": True}, "console"),
    ],
)
async def test_a_webhook_needs_a_secret_and_a_public_address_unless_the_operator_says_otherwise(
    sqlite_table: SqliteTable, clock: HandClock, webhook: dict[str, object], used: str
) -> None:
    async with WebhookReceiver.running() as receiver:
        await settle(sqlite_table, channel("webhook", identifier=receiver.url))
        await outbox.enqueue(sqlite_table, note())
        async with opened(sqlite_table, clock, **webhook) as context:
            [result] = await context.dispatcher.run(hurry=True)
    assert result.channel == used
    assert len(receiver.requests) == (used == "webhook")


async def test_what_is_no_longer_true_is_asked_of_the_goals(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with opened(sqlite_table, clock) as context:
        assert {"goal", "outage"} <= set(context.dispatcher.checks)


async def test_e_mail_is_there_once_it_has_an_address_and_shows_the_pictures_that_it_is_given(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async def drawn(person: str, _: Part, *, dark: bool = False) -> Picture | None:
        return None if dark else Picture(person.encode(), "a chart")

    async with MailServer.running() as server:
        settings = Settings.model_validate({"email": server.settings()})
        options = {"out": io.StringIO(), "pulse": Pulse(lambda: 0.0), "clock": clock}
        async with open_context(settings, sqlite_table, features=RULES, **options, pictures=drawn) as context:
            await settle(sqlite_table, channel("email", identifier="ada@example.org"))
            await outbox.enqueue(sqlite_table, note())
            await context.dispatcher.run(hurry=True)
        async with opened(sqlite_table, clock) as context:
            assert "email" not in context.channels
    [mail] = server.mails
    assert [one.get_content() for one in mail.walk() if one.get_content_type() == "image/png"] == [b"anna"]
