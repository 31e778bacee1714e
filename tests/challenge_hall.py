"""Challenges as the service counts them: the real counters, a stand-in for GitHub, and a clock in hand."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import TYPE_CHECKING, Self

from scheduler.challenges import Counters
from scheduler.sources.github.source import GitHub
from scheduler.sources.registry import open_github
from scheduler.sources.timing import Timing
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.github import FakeGitHub, github_settings
from tests.tracker.challenge.recount import check_statistics
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import identity, parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.model import Challenge, WeekRecord
from tracker.challenge.rebuilding import Rebuilt, rebuild
from tracker.challenge.service import Challenges
from tracker.days import local_day
from tracker.feature import farewells
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.store.keys import IdentityKind
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.weeks import week_of

if TYPE_CHECKING:
    from tests.fakes.github_accounts import FakeAccount


class Hall:
    """People are known by their name, which is also their first one on GitHub."""

    def __init__(self, table: Table, clock: HandClock, github: FakeGitHub, source: GitHub) -> None:
        people, numbers = count(1), count(1)
        self.table, self.clock, self.github = table, clock, github
        self.every = timedelta(hours=1)
        self.source = source
        self.accounts = Accounts(table, clock, lambda: f"person-{next(people):04}")
        self.challenges = Challenges(table, clock, lambda: f"challenge-{next(numbers):02}")
        self.users: dict[str, User] = {}
        self.commits: dict[str, FakeAccount] = {}
        self.challenge: Challenge

    @classmethod
    @asynccontextmanager
    async def open(cls, table: Table, clock: HandClock, **settings: object) -> AsyncGenerator[Self]:
        """Waiting moves the clock."""

        async def sleep(seconds: float) -> None:
            clock.advance(seconds)
            await asyncio.sleep(0)

        timing = Timing(clock, lambda: clock().timestamp(), sleep, lambda: 0.5)
        async with FakeGitHub.running(clock) as github:
            chosen = github_settings(github.url, **{"requests_per_second": 100_000, **settings})
            async with open_github(chosen, timing) as source:
                yield cls(table, clock, github, source)

    @property
    def counters(self) -> Counters:
        return Counters(self.table, self.clock, self.accounts, self.source, self.every)

    # What people do

    async def begin(
        self, name: str = "Weekly commits", owner: str = "local:owner", **fields: object
    ) -> Challenge:
        account = await self.accounts.get_or_register(parse_identity(owner))
        self.challenge = await self.challenges.create(account, name, **fields)
        return self.challenge

    async def person(self, name: str, **settings: str) -> User:
        """With an account on GitHub that is proven to be theirs."""
        user = await self.accounts.register(parse_identity(f"local:{name}"))
        self.commits[name] = self.github.account(name)
        shown = identity(IdentityKind.GITHUB, f"{self.commits[name].id} {name}")
        user = await self.accounts.claim(user.id, shown)
        self.users[name] = await self.accounts.change_settings(user.id, settings) if settings else user
        return self.users[name]

    async def join(self, *names: str) -> None:
        for name in names:
            user = self.users.get(name) or await self.person(name)
            await self.challenges.join(user, self.challenge, name.title(), here=self.challenge.owner)

    async def leave(self, name: str) -> None:
        await self.challenges.leave(self.users[name], self.challenge)

    async def delete(self, name: str) -> None:
        """The account here, not that on GitHub."""
        holder = Holder(self.users.pop(name).id)
        await delete_person(
            self.table, holder, self.clock(), first=farewells(tools_at(self.table, self.clock))
        )

    def commit(self, name: str, on: date, times: int = 1) -> None:
        """Around noon by the clocks of the challenge."""
        self.commits[name].commit(datetime.combine(on, time(12), self.challenge.zone), times=times)

    # How time passes

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.challenge.zone)

    def wait_until(self, there: datetime) -> None:
        self.clock.advance((there - self.clock()).total_seconds())

    def go_to(self, on: date, hour: int = 12, minute: int = 0) -> None:
        """By the clocks of the challenge; nobody looks meanwhile."""
        self.wait_until(datetime.combine(on, time(hour, minute), self.challenge.zone))

    async def look(self) -> int:
        """What is due is counted, as the service does it."""
        return await self.counters.run()

    # What comes of it

    async def records(self, name: str) -> dict[Week, WeekRecord]:
        found = await self.challenges.history(self.users[name].id, self.challenge)
        return {one.week: one for one in found}

    async def told(self, name: str, kind: str | None = None) -> list[OutboxItem]:
        """In the order in which it is meant."""
        return await self.told_to(self.users[name].id, kind)

    async def told_to(self, user_id: str, kind: str | None = None) -> list[OutboxItem]:
        found = [one for one in await outbox.history(self.table, user_id) if kind in (None, one.kind.name)]
        return sorted(found, key=lambda one: (one.not_before, one.kind.name))

    async def rebuild(self) -> Rebuilt:
        return await rebuild(self.table, self.challenge, week_of(self.today))

    async def check(self) -> None:
        """Every statistic against the records, and that a rebuild changes nothing."""
        await check_statistics(self.table, self.challenges, self.challenge)
        before = await everything(self.table)
        assert (await self.rebuild()).repaired == 0
        assert await everything(self.table) == before
