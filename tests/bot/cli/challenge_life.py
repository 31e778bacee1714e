"""Weeks of a challenge at a terminal: people on the stand-in for GitHub commit, and everybody is counted."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from scheduler.challenges import Counters
from scheduler.sources.registry import open_github
from scheduler.sources.timing import Timing
from tests.bot.cli.shell import DAY, Diary, Shell, shell_in
from tests.fakes.github import FakeGitHub, github_settings
from tests.world import at_once
from tracker.accounts.identity import parse_identity

ADA = ("--identity", "email:ada@example.org")


@dataclass
class Life:
    shell: Shell
    github: FakeGitHub

    async def prove(self, login: str, *whom: str) -> None:
        """The person joins the only challenge with this account, which shows the code."""
        account = self.github.called(login) or self.github.account(login)
        asked = await self.shell.answer("challenge", "join", "weekly", "--github", login, *whom)
        account.gist(asked["code"])
        await self.shell.answer("challenge", "join", "weekly", "--github", login, "--check", *whom)

    def commit(self, login: str, times: int = 1) -> None:
        account = self.github.called(login)
        assert account
        account.commit(self.shell.clock(), times=times)

    async def count(self, days: float = 0) -> None:
        """After so many days; every day everybody is counted, as the service does it."""
        async with self.shell.diary() as diary:
            for _ in range(int(days)):
                self.shell.clock.advance(DAY)
                await self.look(diary)
            if not days:
                self.shell.clock.advance(60)
                await self.look(diary)

    async def look(self, diary: Diary) -> None:
        clock = self.shell.clock
        timing = Timing(clock, lambda: clock().timestamp(), sleep=at_once, chance=lambda: 0.5)
        settings = github_settings(self.github.url, requests_per_second=100_000)
        async with open_github(settings, timing) as github:
            every = timedelta(minutes=1)
            await Counters(diary.desk.table, clock, diary.desk.accounts, github, every).run()


@asynccontextmanager
async def life_in(folder: Path) -> AsyncGenerator[Life]:
    """The local person is at the terminal, and Ada is known here. It is a Monday at noon."""
    async with shell_in(folder) as shell, FakeGitHub.running(shell.clock) as github:
        shell.variables["QUESTLOG_SOURCES__GITHUB__API_URL"] = github.url
        shell.variables["QUESTLOG_SOURCES__GITHUB__REQUESTS_PER_SECOND"] = "1000"
        async with shell.diary() as diary:
            await diary.desk.accounts.register(parse_identity("email:ada@example.org"))
        yield Life(shell, github)
