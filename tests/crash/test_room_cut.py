"""Pulling the plug at every await of what is said in a room: it is there once, and each is told once."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.crash.lives import KILLED, Nursery
from tests.crash.path import opened, settings_of
from tests.crash.room_path import SAID
from tests.crash.test_metric_cut import told
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify.channels import Channels
from tracker.rooms.history import History
from tracker.rooms.model import Tell
from tracker.rooms.saying import A_DAY
from tracker.rooms.service import Rooms, Who
from tracker.store.opening import open_table

NOON = datetime(2100, 1, 31, 12, tzinfo=UTC)
LATER = timedelta(minutes=10)
NAMES = ("ada", "bob", "cem", "dan")


@dataclass(frozen=True)
class World:
    hiscores: FakeHiscores
    webhook: WebhookReceiver
    before: Path


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """Four people in a room; Bob and Cem hear of all that is said, Dan in his digest."""
    async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
        database = tmp_path / "before.db"
        async with opened(database, hiscores.url, NOON - timedelta(hours=2)) as (clock, it):
            rooms, accounts = Rooms(it.table, clock, ulids(clock)), Accounts(it.table, clock, ulids(clock))
            code = ""
            for name in NAMES:
                user = await accounts.register(parse_identity(f"local:{name}"))
                await Channels(it.table, clock).add(user.id, "webhook", f"{webhook.url}?{name}")
                made = await (
                    rooms.join(Who(user, name), code) if code else rooms.create(Who(user, name), "Gym")
                )
                code = code or (made.invitation.code if made.invitation else "")
                if name in {"bob", "cem"}:
                    await rooms.edit(user.id, made.room.id, tell=Tell.ALL)
            clock.advance(600)
            await it.dispatcher.run(hurry=True)
        webhook.taken.clear()
        yield World(hiscores, webhook, database)


async def outcome(database: Path, webhook: WebhookReceiver) -> tuple[object, ...]:
    """What everybody reads, who was told, and how much of the day's limit is used up."""
    clock = HandClock(NOON + LATER)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        accounts, rooms, history = (
            Accounts(table, clock, ulids(clock)),
            Rooms(table, clock, str),
            History(table, clock),
        )
        read: list[list[str | None]] = []
        count = 0
        for name in NAMES:
            user = await accounts.find(parse_identity(f"local:{name}"))
            assert user is not None
            [mine] = await rooms.list(user.id)
            read.append([one.text for one in (await history.page(user.id, mine.room.id)).messages])
            counted = await table.get(A_DAY.key(user.id).key)
            count += int(str(counted["count"])) if counted else 0
        return read, told(webhook), count


@pytest.mark.timeout(300)
async def test_whatever_is_cut_short_it_is_said_once_and_each_is_told_once(world: World) -> None:
    with Nursery.running("rooms", world.hiscores.url, world.before) as nursery:
        database = nursery.copied()
        assert (await nursery.life(database, NOON))["exit"] == 0
        expected = await outcome(database, world.webhook)
        assert expected == ([[SAID]] * 4, {("room-said", "Gym"): 2}, 1)
        kill, ended = 0, KILLED
        while ended == KILLED:
            kill += 1
            database = nursery.copied()
            world.webhook.taken.clear()
            ended = await nursery.life(database, NOON, kill)
            assert (await nursery.life(database, NOON + LATER))["exit"] == 0, f"cut at step {kill}"
            assert (await outcome(database, world.webhook)) == expected, f"cut at step {kill}"
    assert ended["exit"] == 0
    assert kill > 20
