"""What a test says of counted commits."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import TypeVar

from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.batches import Counted
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import SourceFailure
from tests.fakes.github import FakeGitHub

FIRST, LAST = date(2026, 10, 19), date(2026, 11, 1)
"""Two weeks. Europe puts its clocks back in the middle, and California at the end."""

_Failure = TypeVar("_Failure", bound=SourceFailure)


def noon(day: int, month: int = 10) -> datetime:
    return datetime(2026, month, day, 12, tzinfo=UTC)


def crowd(github: FakeGitHub, size: int) -> list[GitHubAccount]:
    """Accounts u0, u1, …, each with as many commits as its number, on the 20th."""
    for number in range(size):
        github.account(f"u{number}").commit(noon(20), times=number)
    return [GitHubAccount(f"u{number}") for number in range(size)]


def commits(counted: Mapping[GitHubAccount, Counted], login: str) -> Commits:
    (found,) = (one for account, one in counted.items() if account.login == login)
    assert isinstance(found, Commits), found
    return found


def failure(counted: Mapping[GitHubAccount, Counted], login: str, kind: type[_Failure]) -> _Failure:
    (found,) = (one for account, one in counted.items() if account.login == login)
    assert isinstance(found, kind), found
    return found


def totals(counted: Mapping[GitHubAccount, Counted]) -> list[int | str]:
    """How many each has, or the code of the failure."""
    return [one.total if isinstance(one, Commits) else one.code for one in counted.values()]


async def only_failure(source: GitHub, kind: type[_Failure]) -> _Failure:
    """Of octocat, who is asked for alone."""
    return failure(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat", kind)
