"""Pulling the plug at every await from poll to delivered message: nothing is lost, nothing is told twice."""

from collections import Counter
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scheduler.character_lookup import link_character
from scheduler.sources.registry import open_sources
from scheduler.sources.timing import Timing
from tests.crash.lives import KILLED, Nursery
from tests.crash.path import settings_of
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.goals.characters.service import Characters
from tracker.goals.model import Frequency
from tracker.goals.pace.history import ends, points
from tracker.goals.service import Goals
from tracker.ids import ulids
from tracker.listeners import character_listeners
from tracker.notify.channels import Channels
from tracker.servers.model import Announces, News
from tracker.servers.service import Servers
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table

MONDAY = datetime(2100, 1, 4, 12, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)
LATER = timedelta(minutes=10)


@dataclass(frozen=True)
class World:
    hiscores: FakeHiscores
    webhook: WebhookReceiver
    before: Path
    """The database as it was before the life that is cut."""


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """Zezima has four goals, has just trained a lot, and it is past the time of the daily digests.

    One of them is that of a server, on which Zezima is announced.
    """
    async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
        zezima = hiscores.osrs("Zezima").train("Woodcutting", 1_000_000).train("Attack", 6_000_000)
        zezima.score("Zulrah", 100)
        database = tmp_path / "before.db"
        await prepare(database, hiscores.url, webhook.url)
        zezima.train("Woodcutting", 13_100_000).train("Attack", 9_000_000).score("Zulrah", 110)
        yield World(hiscores, webhook, database)


async def prepare(database: Path, hiscores: str, webhook: str) -> None:
    clock = HandClock(MONDAY)
    settings = settings_of(database, hiscores)
    async with (
        open_table(settings.store, clock=clock) as table,
        open_sources(settings.sources, timing=Timing(clock)) as sources,
    ):
        accounts, channels = Accounts(table, clock, ulids(clock)), Channels(table, clock)
        user = await accounts.register(identity(IdentityKind.LOCAL, "me"))
        await channels.add(user.id, "webhook", webhook)
        servers = Servers(table, clock, accounts)
        server = await servers.announce(await servers.set_up(1, "The Clan"), Announces.MILESTONES)
        await channels.add(server.account, "webhook", webhook)
        await servers.change_settings(server, {"digest": "daily"})
        for news in News:
            await servers.join(user, server, news)
        character = await link_character(
            sources, Characters(table, clock, character_listeners(table)), user.id, "Zezima"
        )
        numbers = iter(range(100))
        goals = Goals(table, clock, lambda: f"goal{next(numbers)}")
        await goals.add(user, character, "99 wc then 200m wc")
        await goals.add(user, character, "10m attack", by="2100-02-01")
        await goals.add(user, character, "500 zulrah kc", frequency=Frequency.EVERY_CHANGE)
        await goals.add(user, character, "99 attack", frequency=Frequency.MILESTONES)


@pytest.fixture
def nursery(world: World) -> Generator[Nursery]:
    with Nursery.running("goals", world.hiscores.url, world.before) as nursery:
        yield nursery


@dataclass(frozen=True)
class Outcome:
    told: Counter[str]
    """How often each kind of message was told, repetitions under one key counted once."""
    progress: dict[str, tuple[list[Any], Any, Any, str]]


async def outcome(database: Path, webhook: WebhookReceiver) -> Outcome:
    parts = [part for document in webhook.taken.values() for part in document["messages"]]
    assert len(parts) == len({part["id"] for part in parts}), "a message came under two keys"
    clock = HandClock(TUESDAY)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        user = await Accounts(table, clock, ulids(clock)).find(identity(IdentityKind.LOCAL, "me"))
        assert user is not None
        progress = {}
        for goal in await Goals(table, clock, ulids(clock)).list(user.id, archived=True):
            first, last = await ends(table, goal)
            values = [point.value for point in await points(table, goal)]
            progress[goal.id] = (values, first and first.value, last and last.value, goal.status.value)
    return Outcome(Counter(part["kind"] for part in parts), progress)


async def test_a_process_killed_at_any_await_loses_nothing_and_repeats_nothing(
    world: World, nursery: Nursery
) -> None:
    expected = await uncut(world, nursery)
    assert expected.told["goal-reached"] == expected.told["announce-reached"] == 1
    assert expected.told["goal-milestone"] == expected.told["announce-milestone"] == 2
    assert expected.told["digest"] == 2
    assert expected.told["goal-change"] == 1
    kill, ended = 0, KILLED
    while ended == KILLED:
        kill += 1
        database = nursery.copied()
        world.webhook.taken.clear()
        ended = await nursery.life(database, TUESDAY, kill)
        assert (await nursery.life(database, TUESDAY + LATER))["exit"] == 0, f"cut at step {kill}"
        assert (await outcome(database, world.webhook)) == expected, f"cut at step {kill}"
    assert ended["exit"] == 0
    assert kill > 100


async def uncut(world: World, nursery: Nursery) -> Outcome:
    database = nursery.copied()
    assert (await nursery.life(database, TUESDAY))["exit"] == 0
    return await outcome(database, world.webhook)
