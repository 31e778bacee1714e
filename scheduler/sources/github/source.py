"""GitHub: commits a day of many accounts, followed by their number when they take another name."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from scheduler.sources.client import Client, WebPage
from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.api import GitHubApi, document_of
from scheduler.sources.github.batches import Batches, Counted
from scheduler.sources.github.limits import LATER, TITLE, failure_of, malformed
from scheduler.sources.github.people import GitHubPeople
from scheduler.sources.github.search import CommitSearch
from scheduler.sources.source import NotFound, SourceFailure, Unavailable
from scheduler.sources.timing import Timing
from tracker.clock import Clock
from tracker.days import Days
from tracker.settings import GitHubSettings

_UTC = ZoneInfo("UTC")
_YEAR = timedelta(days=366)


class GitHub:
    """With a token in batches, without one by the search."""

    def __init__(self, settings: GitHubSettings, client: Client, timing: Timing) -> None:
        api = GitHubApi(settings, client, timing)
        self._api, self._clock = api, timing.clock
        self._people = GitHubPeople(api, timing)
        self._batches = Batches(api, timing, settings.accounts_per_request) if settings.token else None
        self._search = CommitSearch(api, timing)

    async def days_of(
        self, accounts: Iterable[GitHubAccount], first: date, last: date, zone: ZoneInfo = _UTC
    ) -> Mapping[GitHubAccount, Counted]:
        """Commits from the first day to the last: for every account, or the failure that hides them.

        With a token a commit's day is the date on its author's clock, and `zone` does not matter; without one
        it is the date in the zone. The days are at most a year.
        """
        if not timedelta() <= last - first < _YEAR:
            raise ValueError("a span is at least a day and at most a year")
        asked, days = tuple(dict.fromkeys(accounts)), Days(first, last)
        counted, moved = dict(await self._count(asked, days, zone)), dict[GitHubAccount, GitHubAccount]()
        for account in asked:
            match await self._settled(account, counted[account]):
                case GitHubAccount() as now:
                    moved[account] = now
                case settled:
                    counted[account] = settled
        if moved:
            again = await self._count(tuple(dict.fromkeys(moved.values())), days, zone)
            counted |= {account: _meant(now, again[now]) for account, now in moved.items()}
        return counted

    async def proof(self, login: str, code: str) -> GitHubAccount | None:
        """The account with its number, if it shows the code. Raises BadSubject, or SourceFailure."""
        return await self._people.proof(login, code)

    async def points_left(self) -> int | None:
        """Of this hour, for the token; None where there is no limit. Raises SourceFailure."""
        return await _points_left(self._api, self._clock)

    async def _count(
        self, accounts: tuple[GitHubAccount, ...], days: Days, zone: ZoneInfo
    ) -> Mapping[GitHubAccount, Counted]:
        if self._batches:
            return await self._batches.count(accounts, days)
        return await self._search.count(accounts, days, zone)

    async def _settled(self, account: GitHubAccount, counted: Counted) -> Counted | GitHubAccount:
        """What was counted, if it is of the account that was meant; or else how that is called now."""
        if account.id is None or _is_settled(account, counted):
            return counted
        is_idle = isinstance(counted, Commits) and counted.account.id is None
        try:
            now = await (self._people.lately if is_idle else self._people.by_id)(account.id)
        except SourceFailure as failure:
            return failure
        if not now.is_called(account.login):
            return now
        return counted if isinstance(counted, NotFound) else _meant(now, counted)


def _is_settled(account: GitHubAccount, counted: Counted) -> bool:
    match counted:
        case Commits():
            return counted.account.id == account.id
        case NotFound():
            return False
        case _:
            return True


def _meant(now: GitHubAccount, counted: Counted) -> Counted:
    """Never the commits of somebody else who has the name."""
    match counted:
        case Commits(account=GitHubAccount(id=None)):
            return replace(counted, account=now)
        case Commits() if counted.account.id != now.id:
            return Unavailable(
                f"The name {now.login} has just gone from one account of {TITLE} to another. {LATER}",
                cause="a name that changes hands",
            )
        case _:
            return counted


_PROBE = "query { rateLimit { remaining } }"


async def _points_left(api: GitHubApi, clock: Clock) -> int | None:
    """Of this hour; None on a server that has no limits. Raises SourceFailure: Blocked for a bad token."""

    def judge(page: WebPage) -> int | None:
        if failure := failure_of(page, clock()):
            raise failure
        return _left(document_of(page.body))

    return await api.query(_PROBE, {}, judge, cost=1)


def _left(document: object) -> int | None:
    match cast("Any", document):
        case {"data": {"rateLimit": {"remaining": int(left)}}}:
            return left
        case {"data": {"rateLimit": None}}:
            return None
        case _:
            raise malformed()
