"""Pulling the plug at every await of a number that is logged: one log, one award, each message once."""

from collections import Counter
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.crash.lives import KILLED, Nursery
from tests.crash.metric_path import FAR, PAGES
from tests.crash.path import opened, settings_of
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.goals.characters.watching import latest_reading
from tracker.ids import ulids
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.service import Metrics
from tracker.metrics.subject import KIND
from tracker.notify.channels import Channels
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.store.keys import DueKey
from tracker.store.opening import open_table

NOON = datetime(2100, 1, 31, 12, tzinfo=UTC)
LATER = timedelta(minutes=10)


@dataclass(frozen=True)
class World:
    hiscores: FakeHiscores
    webhook: WebhookReceiver
    before: Path


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """Six good days, of which the last one was beyond the limit: one more is an alert and a milestone."""
    async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
        database = tmp_path / "before.db"
        async with opened(database, hiscores.url, NOON - timedelta(hours=2)) as (clock, it):
            ada = await Accounts(it.table, clock, ulids(clock)).register(parse_identity("local:me"))
            await Channels(it.table, clock).add(ada.id, "webhook", f"{webhook.url}?ada")
            metrics = Metrics(it.table, clock, lambda: PAGES, record=it.tools.record)
            pages = await metrics.add(ada, NewMetric(name="Pages", threshold_high=50))
            for ago, value in zip(range(6, 0, -1), (10, 40, 20, 30, 15, 55), strict=True):
                at = clock() - timedelta(days=ago)
                await metrics.log(ada, pages, LogWords(value, None, None, at, at.date()))
            clock.advance(600)
            await it.dispatcher.run(hurry=True)
        webhook.taken.clear()
        yield World(hiscores, webhook, database)


@dataclass(frozen=True)
class Outcome:
    told: Counter[tuple[str, str]]
    logs: list[object]
    counted: tuple[int, int, object]
    """How many logs, how many days, and how many good ones in a row."""
    milestones: tuple[str, ...]
    ledger: list[tuple[str | None, int]]
    points: int
    number: object
    """What goals and habits stand on."""
    is_due: bool


async def outcome(database: Path, webhook: WebhookReceiver) -> Outcome:
    clock = HandClock(NOON + LATER)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        ada = await Accounts(table, clock, ulids(clock)).find(parse_identity("local:me"))
        assert ada is not None
        metrics = Metrics(table, clock, ulids(clock))
        pages = await metrics.get(ada.id, PAGES)
        reading = await latest_reading(table, pages.subject)
        assert reading is not None
        return Outcome(
            told=told(webhook),
            logs=[one.value for one in await metrics.logs(pages, limit=10)],
            counted=(pages.logs, pages.logged_days, pages.cached_streak and pages.cached_streak.current),
            milestones=pages.milestones,
            ledger=[(one.metric_id, one.points) for one in await newest_entries(table, ada.id, None)],
            points=(await wallet_of(table, ada.id)).points,
            number=sorted(one for each in reading.values.values() for one in each.values()),
            is_due=await table.get(DueKey(ada.id, KIND, PAGES).key) is not None,
        )


def told(webhook: WebhookReceiver) -> Counter[tuple[str, str]]:
    parts = [part for key in webhook.taken for part in webhook.taken[key]["messages"]]
    assert len(parts) == len({part["id"] for part in parts}), "a message came under two keys"
    return Counter((part["kind"], part["title"]) for part in parts)


@pytest.mark.timeout(300)
async def test_whatever_is_cut_short_there_is_one_log_one_award_and_each_message_once(world: World) -> None:
    with Nursery.running("metrics", world.hiscores.url, world.before) as nursery:
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
    assert found.told == {
        ("metric-alert", "Pages is above 50"): 1,
        ("metric-milestone", "Pages: 7 good days in a row"): 1,
    }
    assert found.logs == [FAR, 55, 15, 30, 20, 40, 10]
    assert (found.counted, found.milestones) == ((7, 7, 7), ("streak-7",))
    assert (found.ledger, found.points) == ([(PAGES, 10)], 10)
    assert (found.number, found.is_due) == ([7, FAR], False)
