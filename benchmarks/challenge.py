"""Challenges with many people: what one changed record costs beside counting everything anew, and what GitHub is
asked for when everybody is counted once."""

import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Comparison, Limit, Measured
from bot.memory import set_aside
from scheduler.challenges import Counters, account_of
from scheduler.sources.github_accounts import Account
from scheduler.sources.github_cost import POINTS_PER_HOUR, cost_with_token
from scheduler.sources.registry import open_github
from scheduler.sources.timing import Timing
from tests.fakes.clock import HandClock
from tests.fakes.github import FakeGitHub, github_settings
from tests.fakes.github_accounts import FakeAccount
from tests.world import at_once
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.model import Challenge, Participation, WeekRecord
from tracker.challenge.rebuilding import rebuild
from tracker.challenge.recording import Tally, record, stats_of
from tracker.challenge.service import Challenges
from tracker.ids import ulids
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Item
from tracker.weeks import days_of, week_of, weeks_from

PEOPLE, WEEKS = 10_000, 52
CHANGES = 200
WANTED = 100.0
BEGIN = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""A Monday."""
A_WEEK = 7 * 86_400


class Club:
    """A challenge with many people, whose past is written in bulk."""

    def __init__(self, table: SqliteTable, clock: HandClock) -> None:
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, ulids(clock))
        self.challenge: Challenge
        self.people: list[Participation] = []

    async def begin(self) -> None:
        owner = await self.accounts.get_or_register(parse_identity("local:owner"))
        challenges = Challenges(self.table, self.clock, ulids(self.clock))
        self.challenge = await challenges.create(owner, "Weekly commits", starts=BEGIN.date())

    async def move_in(self, first_account: int = 1) -> None:
        """Everybody joins in the first week."""
        items: list[Item] = []
        for number in range(PEOPLE):
            user = User(
                id=f"person{number:06}",
                created_at=BEGIN,
                local=f"p{number}",
                github=f"{first_account + number} p{number}",
            )
            who = Participation(
                user=user.id,
                challenge=self.challenge.id,
                owner=self.challenge.owner,
                name=f"P{number}",
                joined_at=BEGIN,
                since=week_of(BEGIN.date()),
            )
            self.people.append(who)
            items += [to_item(user, user.key, *user.places()), to_item(who, who.key, who.place)]
        await self.table.write_many(puts=items)

    async def live(self) -> None:
        """A year of weeks, of which all but the last are settled; the statistics come from a rebuild."""
        for _ in range(WEEKS - 1):
            self.clock.advance(A_WEEK)
        for one in weeks_from(week_of(BEGIN.date()), week_of(self.clock().date())):
            await self.table.write_many(puts=self._items(one, settled=one < week_of(self.clock().date())))

    def _items(self, week, *, settled: bool) -> Iterator[Item]: ...
