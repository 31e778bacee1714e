"""Pulling the plug at every await of a task that is done: one done, one next, one award, one message."""

from collections import Counter
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain, count
from pathlib import Path

import pytest

from tests.crash.lives import KILLED, Nursery
from tests.crash.path import opened, settings_of
from tests.crash.task_path import RENT
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify.channels import Channels
from tracker.projects.service import Projects
from tracker.rewards.boards import GLOBAL
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.store.entity import from_item, from_items
from tracker.store.keys import TaskKey
from tracker.store.opening import open_table
from tracker.tasks.model import Task, TaskBook
from tracker.tasks.recurrence import Recurrence, RepeatUnit
from tracker.tasks.service import NewTask, Tasks

NOON = datetime(2100, 1, 31, 12, tzinfo=UTC)
LATER = timedelta(minutes=10)


@dataclass(frozen=True)
class World:
    hiscores: FakeHiscores
    webhook: WebhookReceiver
    before: Path


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """The rent is due today, a sofa waits for it, a letter is due at noon, and Bob is a little ahead."""
    async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
        database = tmp_path / "before.db"
        await prepare(database, hiscores.url, webhook.url)
        webhook.taken.clear()
        yield World(hiscores, webhook, database)


async def prepare(database: Path, hiscores: str, webhook: str) -> None:
    async with opened(database, hiscores, NOON - timedelta(hours=2)) as (clock, it):
        accounts, channels = Accounts(it.table, clock, ulids(clock)), Channels(it.table, clock)
        ada = await accounts.register(parse_identity("local:me"))
        bob = await accounts.register(parse_identity("discord:1000001"))
        for name, user in (("ada", ada), ("bob", bob)):
            await channels.add(user.id, "webhook", f"{webhook}?{name}")
            await Leaderboard(it.table).join(user.id, GLOBAL, NOON.date(), name=name, overtakes=True)
        names = chain([RENT, "sofa", "letter", "walk"], (f"task{number}" for number in count(1)))
        tasks = Tasks(it.table, clock, lambda: next(names))
        house = await Projects(it.table, clock, lambda: "house").add(ada.id, "House", NOON.date(), {})
        rule = Recurrence(frequency=RepeatUnit.MONTH, start=NOON.date())
        await tasks.add(ada.id, NewTask(title="Rent", recurrence_rule=rule, size=60, project_ids=(house.id,)))
        await tasks.add(ada.id, NewTask(title="Sofa"))
        await tasks.depend(ada.id, "sofa", RENT)
        await tasks.add(ada.id, NewTask(title="Letter", due_date=NOON.date(), due_time=NOON.time()))
        await tasks.add(bob.id, NewTask(title="Walk", size=20))
        await tasks.done(bob.id, "walk")
        clock.advance(600)
        await it.dispatcher.run(hurry=True)


@dataclass(frozen=True)
class Outcome:
    told: Counter[tuple[str, str, str]]
    tasks: dict[str, tuple[str, date | None, int]]
    """By id: status, due date, how many open blockers."""
    ledger: list[tuple[str | None, int]]
    points: int
    book: tuple[int, int]
    progress: object


async def outcome(database: Path, webhook: WebhookReceiver) -> Outcome:
    clock = HandClock(NOON + LATER)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        ada = await Accounts(table, clock, ulids(clock)).find(parse_identity("local:me"))
        assert ada is not None
        mine = TaskKey.prefix(user=ada.id)
        tasks = from_items(Task, [item async for item in table.query_all(mine.pk, prefix=mine.prefix)])
        item = await table.get(TaskBook.key_of(ada.id).key)
        assert item is not None
        book = from_item(TaskBook, item)
        project = await Projects(table, clock, ulids(clock)).get(ada.id, "house")
        return Outcome(
            told=told(webhook),
            tasks={one.id: (one.status.value, one.due_date, one.open_blockers) for one in tasks},
            ledger=[(one.task_id, one.points) for one in await newest_entries(table, ada.id, None)],
            points=(await wallet_of(table, ada.id)).points,
            book=(book.open, book.done),
            progress=project.cached_progress,
        )


def told(webhook: WebhookReceiver) -> Counter[tuple[str, str, str]]:
    parts = [(webhook.asked[key], part) for key in webhook.taken for part in webhook.taken[key]["messages"]]
    assert len(parts) == len({part["id"] for _, part in parts}), "a message came under two keys"
    return Counter((to, part["kind"], part["title"]) for to, part in parts)


async def test_whatever_is_cut_short_there_is_one_done_one_next_one_award_and_each_message_once(
    world: World,
) -> None:
    with Nursery.running("tasks", world.hiscores.url, world.before) as nursery:
        database = nursery.copied()
        assert (await nursery.life(database, NOON))["exit"] == 0
        expected = await outcome(database, world.webhook)
        check(expected)
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


def check(found: Outcome) -> None:
    assert found.tasks == {
        RENT: ("Done", NOON.date(), 0),
        f"{RENT}-21000228": ("NotStarted", date(2100, 2, 28), 0),
        "sofa": ("NotStarted", None, 0),
        "letter": ("NotStarted", NOON.date(), 0),
    }
    assert found.told == {
        ("ada", "task-unblocked", "Sofa: nothing blocks it now"): 1,
        ("ada", "task-due", "Letter is due"): 1,
        ("bob", "overtaken", "ada got ahead of you"): 1,
    }
    assert (found.ledger, found.points, found.book) == ([(RENT, 60)], 60, (3, 1))
    assert found.progress == 50
