"""Commits without a token: GitHub's commit search, one account after the other, folded into local days."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from scheduler.sources.client import WebPage
from scheduler.sources.github.accounts import Commits, GitHubAccount, is_login
from scheduler.sources.github.api import GitHubApi, Waits, document_of
from scheduler.sources.github.batches import Counted
from scheduler.sources.github.limits import LATER, TITLE, failure_of, malformed
from scheduler.sources.source import NotFound, SourceFailure, Unavailable
from scheduler.sources.timing import Timing
from tracker.days import Days, local_day
from tracker.frozen import frozen

_PER_PAGE = 100
_MOST = 1000
"""GitHub shows no more of what it found."""
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)


@frozen
class SearchPage:
    """One page of what was found."""

    total: int
    listed: int
    commits: Mapping[str, datetime]
    """When each was written by its author's clock, by the commit's hash: forks have the same commits."""
    authors: Mapping[int, str]
    """Numbers and names of the accounts that they belong to."""


class CommitSearch:
    """Counts without a token."""

    def __init__(self, api: GitHubApi, timing: Timing) -> None:
        self._api = api
        self._timing = timing

    async def count(
        self, accounts: Sequence[GitHubAccount], days: Days, zone: ZoneInfo
    ) -> Mapping[GitHubAccount, Counted]:
        """Whose commits they are is only known where there are some: the account has no number otherwise."""
        waits = Waits(self._timing)
        return {
            account: await _Hunt(self._api, self._timing, waits, account, zone).counted(days)
            for account in accounts
        }


@frozen
class _Hunt:
    """The search for the commits of one account."""

    api: GitHubApi
    timing: Timing
    waits: Waits
    account: GitHubAccount
    zone: ZoneInfo

    async def counted(self, days: Days) -> Counted:
        try:
            return await self._commits(days)
        except SourceFailure as failure:
            return failure

    async def _commits(self, days: Days) -> Commits:
        first = await self._page(days, 1)
        if first.total > _MOST:
            return await self._crowded(days, first)
        pages = [first]
        while len(pages) * _PER_PAGE < first.total:
            pages.append(await self._page(days, len(pages) + 1))
        commits = {sha: at for page in pages for sha, at in page.commits.items()}
        listed = sum(page.listed for page in pages)
        folded = fold(commits.values(), days, self.zone)
        return Commits(_author(self.account, pages), folded, cut=listed < first.total)

    async def _crowded(self, days: Days, found: SearchPage) -> Commits:
        """More than GitHub shows: half of the days at a time, and of a single day only how many there are."""
        first, last = days
        if first == last:
            return Commits(_author(self.account, [found]), {first: found.total})
        middle = first + (last - first) // 2
        early = await self._commits(Days(first, middle))
        late = await self._commits(Days(middle + _DAY, last))
        now = early.account if early.account.id is not None else late.account
        return Commits(now, {**early.days, **late.days}, cut=early.cut or late.cut)

    async def _page(self, days: Days, number: int) -> SearchPage:
        return await self.waits.through(
            self.api.searching,
            lambda: self.api.search(
                "/search/commits",
                lambda page: read_page(page, self.account, self.timing.clock()),
                q=query_of(self.account, days, self.zone),
                sort="author-date",
                order="desc",
                per_page=_PER_PAGE,
                page=number,
            ),
        )


def query_of(account: GitHubAccount, days: Days, zone: ZoneInfo) -> str:
    """By the instants at which the days of the zone begin and end, also where its clocks are changed."""
    start, end = days.span(zone)
    return f"author:{account.login} author-date:{_instant(start)}..{_instant(end - _SECOND)}"


def fold(instants: Iterable[datetime], days: Days, zone: ZoneInfo) -> dict[date, int]:
    """How many are in each of the days, as clocks of the zone show them."""
    span = days.span(zone)
    counts = Counter(local_day(instant, zone) for instant in instants if instant in span)
    return dict(sorted(counts.items()))


def read_page(page: WebPage, account: GitHubAccount, now: datetime) -> SearchPage:
    """Raises SourceFailure."""
    if page.status == 422:  # noqa: PLR2004 - HTTP's own numbers say more than names
        raise NotFound(
            f"{TITLE} finds nobody called {account.login}: the account was deleted, has another name now, "
            "or keeps its profile private."
        )
    if failure := failure_of(page, now):
        raise failure
    try:
        return _read(document_of(page.body))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise malformed() from None


def _read(document: Mapping[str, Any]) -> SearchPage:
    if document["incomplete_results"]:
        raise Unavailable(
            f"{TITLE} did not search to the end. {LATER}", cause="a search that ends too early", brief=True
        )
    total, items = document["total_count"], cast("list[Mapping[str, Any]]", document["items"])
    if type(total) is not int or total < 0:
        raise ValueError("no count")
    people = [author for item in items if (author := item["author"]) is not None]
    authors = {int(author["id"]): str(author["login"]) for author in people}
    return SearchPage(
        total,
        len(items),
        {str(item["sha"]): _written_at(item) for item in items},
        {number: login for number, login in authors.items() if is_login(login)},
    )


def _written_at(item: Mapping[str, Any]) -> datetime:
    instant = datetime.fromisoformat(item["commit"]["author"]["date"])
    if instant.tzinfo is None:
        raise ValueError("an instant has a zone")
    return instant.astimezone(UTC)


def _author(account: GitHubAccount, pages: Iterable[SearchPage]) -> GitHubAccount:
    """The account that the commits belong to: the one that was meant, if it is among them."""
    authors = {number: login for page in pages for number, login in page.authors.items()}
    if account.id in authors:
        return GitHubAccount(authors[account.id], account.id)
    called = [number for number, login in authors.items() if account.is_called(login)]
    return GitHubAccount(authors[called[0]], called[0]) if called else GitHubAccount(account.login)


def _instant(instant: datetime) -> str:
    return f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
