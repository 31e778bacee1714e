"""Accounts of the stand-in for GitHub, and what GraphQL and REST show of them."""

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, Self
from zoneinfo import ZoneInfo

from tests.fakes.github_graphql import GraphqlError, Tree

PACIFIC = ZoneInfo("America/Los_Angeles")


@dataclass
class FakeAccount:
    id: int
    login: str
    bio: str | None = None
    kind: str = "User"
    commits: list[tuple[str, datetime, str]] = field(default_factory=list[tuple[str, datetime, str]])
    """Repository, when by the author's own clock, and hash."""
    private: dict[date, int] = field(default_factory=dict[date, int])
    """How much was contributed out of sight."""
    gists: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    is_hidden: bool = False
    """Whether the profile is private, so that the search pretends not to know it."""

    def commit(self, at: datetime, repository: str = "octo/hello", times: int = 1) -> Self:
        for _ in range(times):
            sha = hashlib.sha1(f"{self.id} {len(self.commits)}".encode()).hexdigest()  # noqa: S324 - as git does
            self.commits.append((repository, at, sha))
        return self

    def gist(self, description: str, *files: str, public: bool = True) -> Self:
        named = {name: {"filename": name, "type": "text/plain", "size": 5} for name in files or ("a.txt",)}
        owner = {"login": self.login, "id": self.id}
        entry = {"id": f"{len(self.gists):032x}", "description": description, "files": named}
        self.gists.insert(0, {**entry, "public": public, "owner": owner})
        return self


def contributions_of(account: FakeAccount, first: date, last: date) -> Tree:
    """A commit counts for the date on its author's own clock."""
    days: dict[str, dict[date, int]] = {}
    for repository, at, _ in account.commits:
        if first <= (day := at.date()) <= last:
            counts = days.setdefault(repository, {})
            counts[day] = counts.get(day, 0) + 1
    return {
        "restrictedContributionsCount": sum(
            number for day, number in account.private.items() if first <= day <= last
        ),
        "totalCommitContributions": sum(sum(counts.values()) for counts in days.values()),
        "commitContributionsByRepository": lambda maxRepositories=25: [  # noqa: N803 - GitHub's name
            _repository(name, counts) for name, counts in list(days.items())[:maxRepositories]
        ],
    }


def _repository(name: str, counts: dict[date, int]) -> Tree:
    def contributions(first: int) -> Tree:
        if not 1 <= first <= 100:
            raise GraphqlError(
                f"`first` on the `contributions` connection is {first}.", "EXCESSIVE_PAGINATION"
            )
        rows = [
            {"occurredAt": _midnight(day), "commitCount": number} for day, number in sorted(counts.items())
        ]
        return {
            "totalCount": sum(counts.values()),
            "pageInfo": {"hasNextPage": len(rows) > first, "endCursor": "MQ"},
            "nodes": rows[:first],
        }

    return {"repository": {"nameWithOwner": name}, "contributions": contributions}


def _midnight(day: date) -> str:
    """GitHub's day begins in California."""
    return f"{datetime.combine(day, time(), PACIFIC).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def profile_of(account: FakeAccount) -> dict[str, Any]:
    return {"login": account.login, "id": account.id, "type": account.kind, "bio": account.bio, "name": None}


def found_of(account: FakeAccount, repository: str, at: datetime, sha: str) -> dict[str, Any]:
    person = {"name": account.login, "email": f"{account.login}@example.org", "date": _written(at)}
    return {
        "sha": sha,
        "commit": {"author": person, "committer": person, "message": "a commit"},
        "author": {"login": account.login, "id": account.id, "type": account.kind},
        "repository": {"full_name": repository},
        "score": 1.0,
    }


def _written(at: datetime) -> str:
    """With thousandths and the author's own offset, as the search writes it."""
    return at.isoformat(timespec="milliseconds")
