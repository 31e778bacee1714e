"""Challenges with many people: one changed record beside counting all anew, and what GitHub is asked."""

import statistics
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.challenge_past import BEGIN, Club
from benchmarks.measure import Limit, Measured
from bot.memory import set_aside
from scheduler.challenges import Counters
from scheduler.sources.github.batches import POINTS_PER_HOUR, cost_with_token
from scheduler.sources.registry import open_github
from scheduler.sources.timing import Timing
from tests.fakes.clock import HandClock
from tests.fakes.github import FakeGitHub, github_settings
from tests.fakes.github_accounts import FakeAccount
from tests.world import at_once
from tracker.challenge.rebuilding import rebuild
from tracker.challenge.recording import DailyCounts, record, stats_of
from tracker.store.sqlite import SqliteTable
from tracker.weeks import days_of, week_of

PEOPLE, WEEKS = 10_000, 52
CHANGES = 300
WANTED = 100.0


@dataclass(frozen=True)
class Cheaper:
    """How many times less one way takes than another."""

    name: str
    ours: float
    """In seconds, as the other."""
    other: float
    wanted: float

    @property
    def ratio(self) -> float:
        return self.other / self.ours

    @property
    def missed(self) -> bool:
        return self.ratio < self.wanted

    def __str__(self) -> str:
        verdict = "BELOW" if self.missed else "ok"
        return (
            f"{self.name}  {self.ours * 1000:,.2f} ms against {self.other:,.2f} s  "
            f"{self.ratio:,.0f} times less  wanted >= {self.wanted:,.0f}  {verdict}"
        )


async def challenge() -> list[Measured]:
    found = [*await aggregation(), *await polling()]
    for one in found:
        print(one, flush=True)
    return found


async def aggregation() -> list[Measured]:
    print(f"{PEOPLE:,} people with {WEEKS} weeks each; they are written first", flush=True)
    async with opened() as club:
        await club.move_in(PEOPLE)
        await club.live(WEEKS)
        with set_aside():
            changes = [await changed(club, number) for number in range(CHANGES)]
            begun = time.perf_counter()
            rebuilt = await rebuild(club.table, club.challenge, week_of(club.clock().date()))
            anew = time.perf_counter() - begun
    if (rebuilt.people, rebuilt.weeks, rebuilt.repaired) != (PEOPLE, WEEKS, 0):
        raise AssertionError(f"the statistics were not as the records say: {rebuilt}")
    return [Cheaper("one changed record, against a rebuild", statistics.median(changes), anew, WANTED)]


async def changed(club: Club, number: int) -> float:
    """How long it takes that one person's week has one commit more, with all that follows from it."""
    who = club.people[number * 31 % PEOPLE]
    monday = days_of(week_of(club.clock().date())).first
    begun = time.perf_counter()
    known = await stats_of(club.table, club.challenge.id, [who.user])
    tally = DailyCounts(who, monday, {monday: 100 + number})
    [_] = await record(club.table, club.challenge, [tally], known, club.clock())
    return time.perf_counter() - begun


class QuickGitHub(FakeGitHub):
    """Finds one of many accounts at once."""

    names: dict[str, FakeAccount]

    def called(self, login: str) -> FakeAccount | None:
        return self.names.get(login.lower())


async def polling() -> list[Measured]:
    """What one poll of everybody takes, as it is reckoned, and as a stand-in for GitHub was really asked."""
    cost = cost_with_token(PEOPLE)
    print(
        f"one poll of {PEOPLE:,} people, reckoned: {cost.requests:,} requests, {cost.points:,} points of the "
        f"{POINTS_PER_HOUR:,} an hour, {cost.seconds / 60:.1f} minutes at one request a second",
        flush=True,
    )
    async with opened() as club, QuickGitHub.running(club.clock) as github:
        github.names = {f"p{number}": github.account(f"p{number}") for number in range(PEOPLE)}
        await club.move_in(PEOPLE, first_account=github.names["p0"].id)
        for number, account in enumerate(github.names.values()):
            account.commit(BEGIN, times=number % 3)
        seconds = await poll(club, github)
    print(
        f"one poll of {PEOPLE:,} people, as asked: {len(github.asked):,} requests, {github.points:,} points; "
        f"counting and recording took {seconds:.1f} s",
        flush=True,
    )
    return [
        Limit("requests of a poll, against what was reckoned", len(github.asked), cost.requests),
        Limit("points of a poll, against those of an hour", github.points, POINTS_PER_HOUR),
    ]


async def poll(club: Club, github: FakeGitHub) -> float:
    timing = Timing(club.clock, lambda: club.clock().timestamp(), sleep=at_once, chance=lambda: 0.5)
    settings = github_settings(github.url, requests_per_second=100_000)
    async with open_github(settings, timing) as source:
        begun = time.perf_counter()
        await Counters(club.table, club.clock, club.accounts, source, timedelta(hours=1)).run()
        seconds = time.perf_counter() - begun
    known = await stats_of(club.table, club.challenge.id, (one.user for one in club.people))
    if sum(one.open[name].count for one in known.values() for name in one.open) != sum(
        number % 3 for number in range(PEOPLE)
    ):
        raise AssertionError("not everybody was counted")
    return seconds


@asynccontextmanager
async def opened() -> AsyncGenerator[Club]:
    with TemporaryDirectory() as folder:
        clock = HandClock(BEGIN)
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        club = Club(table, clock)
        await club.begin()
        try:
            yield club
        finally:
            await table.close()
