"""The question for the commits of many accounts at once, in GitHub's GraphQL, and what it costs."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from scheduler.sources.github.accounts import GitHubAccount
from tracker.days import Days
from tracker.frozen import frozen

FEW, MANY = 25, 100
"""How many repositories of an account are listed: few are mostly enough, and many are the most."""
LONGEST = 90
"""Days in one question. A repository has one row a day, and GitHub lists at most 100 rows."""

_GITHUB = ZoneInfo("America/Los_Angeles")
_DAY = timedelta(days=1)
_REQUESTS_PER_POINT = 100
_FRAGMENT = """fragment commits on User {{
  databaseId
  login
  contributionsCollection(from: $from, to: $to) {{
    restrictedContributionsCount
    commitContributionsByRepository(maxRepositories: {repositories}) {{
      contributions(first: {rows}) {{ pageInfo {{ hasNextPage }} nodes {{ occurredAt commitCount }} }}
    }}
  }}
}}"""


@frozen
class CommitQuestion:
    """Whom to ask for, and for which days."""

    accounts: tuple[GitHubAccount, ...]
    days: Days
    repositories: int = FEW

    @property
    def text(self) -> str:
        numbers = range(len(self.accounts))
        names = "".join(f", $l{number}: String!" for number in numbers)
        users = "\n".join(f"  u{number}: user(login: $l{number}) {{ ...commits }}" for number in numbers)
        # Two rows more: should GitHub take its days a little differently, that must not look like a cut.
        fragment = _FRAGMENT.format(repositories=self.repositories, rows=_length(self.days) + 2)
        return f"query Commits($from: DateTime!, $to: DateTime!{names}) {{\n{users}\n}}\n{fragment}"

    @property
    def variables(self) -> dict[str, str]:
        """GitHub keeps a day as its midnight in California, and looks at whole days."""
        start = datetime.combine(self.days.first, time(), _GITHUB)
        end = datetime.combine(self.days.last, time(23, 59, 59), _GITHUB)
        names = {f"l{number}": account.login for number, account in enumerate(self.accounts)}
        return {"from": start.isoformat(), "to": end.isoformat(), **names}

    @property
    def points(self) -> int:
        return points_of(len(self.accounts), self.repositories)

    def halves(self) -> "tuple[CommitQuestion, ...]":
        """Less at once: fewer accounts, or else fewer days; none where it cannot be less."""
        if (size := len(self.accounts)) > 1:
            parts = self.accounts[: size // 2], self.accounts[size // 2 :]
            return tuple(replace(self, accounts=part) for part in parts)
        return self.shorter()

    def shorter(self) -> "tuple[CommitQuestion, ...]":
        """The same in two halves of the days."""
        first, last = self.days
        if first == last:
            return ()
        middle = first + (last - first) // 2
        return replace(self, days=Days(first, middle)), replace(self, days=Days(middle + _DAY, last))


def points_of(accounts: int, repositories: int) -> int:
    """At most so many: GitHub counts a request for each list that there may be, 100 to a point."""
    return max(1, math.ceil(accounts * repositories / _REQUESTS_PER_POINT))


def questions(accounts: Sequence[GitHubAccount], days: Days, size: int) -> Iterator[CommitQuestion]:
    """Everybody once, for all of the days."""
    for begin in range(0, len(accounts), size):
        for part in stretches(days):
            yield CommitQuestion(tuple(accounts[begin : begin + size]), part)


def stretches(days: Days) -> Iterator[Days]:
    """The days in order, as many at once as GitHub lists."""
    first = days.first
    while first <= days.last:
        last = min(days.last, first + (LONGEST - 1) * _DAY)
        yield Days(first, last)
        first = last + _DAY


def _length(days: Days) -> int:
    return (days.last - days.first).days + 1
