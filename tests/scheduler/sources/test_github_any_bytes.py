"""Whatever GitHub sends, everybody has commits or one of the failures: never another exception."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.batches import Counted
from scheduler.sources.registry import open_github
from scheduler.sources.source import SourceFailure
from tests.fakes.github import FakeGitHub, github_settings
from tests.fakes.web_faults import page
from tests.scheduler.sources.counting import FIRST, LAST
from tests.scheduler.sources.timing import HandTime

ADA, BOB = GitHubAccount("ada", 5), GitHubAccount("bob")

_VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just([])
_TIMES = _VALUES | st.sampled_from(
    ["2026-10-20T07:00:00Z", "2026-10-20", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z"]
)
_ROWS = st.fixed_dictionaries({}, optional={"occurredAt": _TIMES, "commitCount": _VALUES | st.just(3)})
_PAGE_INFO = st.fixed_dictionaries({}, optional={"hasNextPage": _VALUES})
_LISTS = st.fixed_dictionaries(
    {"nodes": st.lists(_ROWS | _VALUES, max_size=3) | _VALUES, "pageInfo": _PAGE_INFO | _VALUES}
)
_REPOSITORIES = st.lists(st.fixed_dictionaries({"contributions": _LISTS | _VALUES}) | _VALUES, max_size=3)
_COLLECTION = st.fixed_dictionaries(
    {
        "restrictedContributionsCount": _VALUES | st.just(1),
        "commitContributionsByRepository": _REPOSITORIES | _VALUES,
    }
)
_USER = st.fixed_dictionaries(
    {
        "login": _VALUES | st.just("ada"),
        "databaseId": _VALUES | st.just(5),
        "contributionsCollection": _COLLECTION | _VALUES,
    }
)
_ERROR = st.fixed_dictionaries(
    {},
    optional={
        "type": _VALUES | st.sampled_from(["NOT_FOUND", "RATE_LIMITED", "RESOURCE_LIMITS_EXCEEDED"]),
        "path": st.lists(_VALUES | st.sampled_from(["u0", "u1"]), max_size=2) | _VALUES,
        "message": _VALUES,
    },
)
_ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "data": st.fixed_dictionaries({}, optional={"u0": _USER | _VALUES, "u1": _USER | _VALUES}) | _VALUES,
        "errors": st.lists(_ERROR | _VALUES, max_size=2) | _VALUES,
    },
)
_ITEM = st.fixed_dictionaries(
    {
        "sha": _VALUES,
        "commit": st.fixed_dictionaries({"author": st.fixed_dictionaries({"date": _TIMES}) | _VALUES})
        | _VALUES,
        "author": st.fixed_dictionaries({"id": _VALUES | st.just(5), "login": _VALUES | st.just("ada")})
        | _VALUES,
    }
)
_FOUND = st.fixed_dictionaries(
    {
        "total_count": _VALUES | st.integers(0, 2000),
        "incomplete_results": st.just(value=False) | _VALUES,
        "items": st.lists(_ITEM | _VALUES, max_size=3) | _VALUES,
    }
)
_PROFILE = st.fixed_dictionaries(
    {},
    optional={"login": _VALUES | st.just("ada"), "id": _VALUES | st.just(5), "type": _VALUES, "bio": _VALUES},
)
_GISTS = st.lists(
    st.fixed_dictionaries({}, optional=dict.fromkeys(("description", "files", "public", "owner"), _VALUES)),
    max_size=3,
)
BODIES = st.binary() | (_ANSWERS | _FOUND | _PROFILE | _GISTS).map(
    lambda document: json.dumps(document).encode(errors="surrogatepass")
)
ODD_AUTHOR = (
    b'{"total_count": 1, "incomplete_results": false, "items": [{"sha": "1", '
    b'"author": {"id": 5, "login": "a b"}, "commit": {"author": {"date": "2026-10-20T07:00:00Z"}}}]}'
)
STATUSES = st.sampled_from([200, 200, 200, 200, 404, 422, 403, 500])


class Lab:
    """One stand-in and two sources, one with a token, for all examples, in a loop of their own."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._time = HandTime()
        self._context = FakeGitHub.running(self._time.clock)
        self._github = self._runner.run(self._context.__aenter__())
        self._opened = [
            open_github(github_settings(self._github.url, **other), self._time.timing)
            for other in ({}, {"token": None})
        ]
        self._sources = [self._runner.run(opened.__aenter__()) for opened in self._opened]

    def count(self, which: int, body: bytes, status: int) -> Mapping[GitHubAccount, Counted]:
        self._meet(body, status)
        source = self._sources[which]
        return self._runner.run(source.days_of([ADA, BOB], FIRST, LAST, ZoneInfo("Pacific/Apia")))

    def proof(self, body: bytes, status: int) -> GitHubAccount | None:
        self._meet(body, status)
        return self._runner.run(self._sources[0].proof("ada", "questlog-code"))

    def close(self) -> None:
        for opened in self._opened:
            self._runner.run(opened.__aexit__(None, None, None))
        self._runner.run(self._context.__aexit__(None, None, None))
        self._runner.close()

    def _meet(self, body: bytes, status: int) -> None:
        self._time.seconds += 100_000  # any pause that an earlier example caused is over
        self._github.recover()
        self._github.stay_wrong(page(body, status))


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    opened = Lab()
    yield opened
    opened.close()


@pytest.mark.parametrize("which", [0, 1], ids=["token", "search"])
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(body=BODIES, status=STATUSES)
@example(body=b"[" * 50_000, status=200)
@example(body=b'{"data": {"u0": {"databaseId": 1e400}}}', status=200)
@example(body=ODD_AUTHOR, status=200)
@example(body=b'{"data": null, "errors": [{"type": [], "path": {}}]}', status=200)
@example(body=b'{"data": {}, "errors": [{"type": {}, "path": ["u0"]}]}', status=200)
def test_everybody_has_commits_or_a_failure(lab: Lab, which: int, body: bytes, status: int) -> None:
    counted = lab.count(which, body, status)
    assert list(counted) == [ADA, BOB]
    for one in counted.values():
        assert isinstance(one, Commits | SourceFailure)
        if isinstance(one, Commits):
            days = {FIRST + timedelta(days=number) for number in range((LAST - FIRST).days + 1)}
            assert set[date](one.days) <= days
            assert all(count > 0 for count in one.days.values())


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(body=BODIES, status=STATUSES)
def test_a_proof_is_an_account_or_nothing_or_a_failure(lab: Lab, body: bytes, status: int) -> None:
    with suppress(SourceFailure):
        found = lab.proof(body, status)
        assert found is None or isinstance(found, GitHubAccount)
