"""Commits without a token: found by the search, by the clocks of the zone, and of nobody else."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.search import fold, query_of
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import Blocked, Malformed, NotFound, RateLimited, SourceFailure, Unavailable
from tests.fakes.github import FakeGitHub, message, secondary_limit
from tests.fakes.web_faults import Fault, garbage, page, server_error
from tests.scheduler.sources.conftest import NewGitHub
from tests.scheduler.sources.counting import FIRST, LAST, commits, crowd, failure, noon, only_failure, totals
from tests.scheduler.sources.timing import START, HandTime
from tracker.days import Days, day_begins

BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")
PLACES = (
    "UTC",
    "Europe/Berlin",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "America/Havana",
)


@pytest.fixture
async def source(github: FakeGitHub, new_source: NewGitHub) -> GitHub:
    github.without_token()
    return await new_source(token=None)


async def test_commits_are_found_without_a_token(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20), times=3).commit(noon(22), "octo/world")
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert found == Commits(
        GitHubAccount("octocat", octocat.id), {date(2026, 10, 20): 3, date(2026, 10, 22): 1}, private=None
    )
    (asked,) = github.asked
    assert asked.path == "/search/commits"
    assert asked.query["q"] == "author:octocat author-date:2026-10-19T00:00:00Z..2026-11-01T23:59:59Z"
    assert "Authorization" not in asked.headers


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        (TOKYO, datetime(2026, 10, 20, 15, 0, tzinfo=UTC), date(2026, 10, 21)),
        (TOKYO, datetime(2026, 10, 20, 14, 59, tzinfo=UTC), date(2026, 10, 20)),
        (TOKYO, datetime(2026, 10, 18, 15, 0, tzinfo=UTC), FIRST),
        (BERLIN, datetime(2026, 10, 24, 22, 0, tzinfo=UTC), date(2026, 10, 25)),  # still summer
        (BERLIN, datetime(2026, 10, 25, 22, 59, tzinfo=UTC), date(2026, 10, 25)),  # winter: a day of 25 hours
        (BERLIN, datetime(2026, 10, 25, 23, 0, tzinfo=UTC), date(2026, 10, 26)),
        (BERLIN, datetime(2026, 11, 1, 22, 59, tzinfo=UTC), LAST),
    ],
)
async def test_a_day_is_the_date_in_the_zone_of_whoever_asks(
    github: FakeGitHub, source: GitHub, zone: ZoneInfo, at: datetime, day: date
) -> None:
    github.account("octocat").commit(at)
    counted = await source.days_of([GitHubAccount("octocat")], FIRST, LAST, zone)
    assert dict(commits(counted, "octocat").days) == {day: 1}


@pytest.mark.parametrize(
    "at", [datetime(2026, 10, 18, 21, 59, tzinfo=UTC), datetime(2026, 11, 1, 23, tzinfo=UTC)]
)
async def test_days_outside_are_not_counted(github: FakeGitHub, source: GitHub, at: datetime) -> None:
    github.account("octocat").commit(at)
    counted = await source.days_of([GitHubAccount("octocat")], FIRST, LAST, BERLIN)
    assert commits(counted, "octocat").days == {}


async def test_accounts_are_searched_for_one_by_one_ten_in_a_minute(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    assert totals(await source.days_of(crowd(github, 21), FIRST, LAST)) == list(range(21))
    assert len(github.asked) == 21
    assert time.seconds == pytest.approx(120)


async def test_more_than_a_hundred_commits_take_more_pages(github: FakeGitHub, source: GitHub) -> None:
    github.account("busy").commit(noon(20), times=120).commit(noon(21), times=130)
    counted = await source.days_of([GitHubAccount("busy")], FIRST, LAST)
    assert dict(commits(counted, "busy").days) == {date(2026, 10, 20): 120, date(2026, 10, 21): 130}
    assert [asked.query["page"] for asked in github.asked] == ["1", "2", "3"]


async def test_more_than_github_shows_are_searched_for_in_halves_of_the_days(
    github: FakeGitHub, source: GitHub
) -> None:
    github.account("robot").commit(noon(20), times=700).commit(noon(30), times=600)
    found = commits(await source.days_of([GitHubAccount("robot")], FIRST, LAST), "robot")
    assert (dict(found.days), found.cut) == ({date(2026, 10, 20): 700, date(2026, 10, 30): 600}, False)


async def test_of_a_day_with_more_than_github_shows_it_still_tells_how_many_there_are(
    github: FakeGitHub, source: GitHub
) -> None:
    robot = github.account("robot").commit(noon(20), times=1500).commit(noon(21))
    found = commits(await source.days_of([GitHubAccount("robot", robot.id)], FIRST, LAST), "robot")
    assert dict(found.days) == {date(2026, 10, 20): 1500, date(2026, 10, 21): 1}
    assert found.account.id == robot.id


async def test_a_commit_that_is_in_a_fork_too_counts_once(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20))
    octocat.commits.append(("other/fork", *octocat.commits[0][1:]))
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert (found.total, found.cut) == (1, False)


async def test_a_search_that_ended_early_is_no_count(github: FakeGitHub, source: GitHub) -> None:
    github.account("octocat").commit(noon(20))
    github.is_incomplete = True
    assert "did not search to the end" in str(await only_failure(source, Unavailable))
    assert len(github.asked) == 3  # it may be over in a moment


async def test_an_unknown_account_does_not_stop_the_others(github: FakeGitHub, source: GitHub) -> None:
    accounts = crowd(github, 3)
    github.delete("u1")
    counted = await source.days_of(accounts, FIRST, LAST)
    assert totals(counted) == [0, "not-found", 2]
    assert "finds nobody called u1" in str(failure(counted, "u1", NotFound))


# Who it is.


async def test_a_renamed_account_is_found_by_its_number(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20), times=3)
    github.rename("octocat", "monalisa")
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert commits(counted, "octocat").account == GitHubAccount("monalisa", octocat.id)
    assert commits(counted, "octocat").total == 3


@pytest.mark.parametrize("theirs", [0, 99])
async def test_whoever_takes_the_old_name_does_not_count_for_it(
    github: FakeGitHub, source: GitHub, theirs: int
) -> None:
    octocat = github.account("octocat").commit(noon(20), times=3)
    github.rename("octocat", "monalisa")
    github.account("octocat").commit(noon(21), times=theirs)
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert commits(counted, "octocat").account.login == "monalisa"
    assert commits(counted, "octocat").total == 3


async def test_who_has_no_commits_is_looked_at_once_a_day_to_see_that_they_have_their_name(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    idle = github.account("idle")
    for _ in range(3):
        counted = await source.days_of([GitHubAccount("idle", idle.id)], FIRST, LAST)
        assert commits(counted, "idle") == Commits(GitHubAccount("idle", idle.id), {})
    assert github.paths().count(f"/user/{idle.id}") == 1
    time.seconds += 86_400
    await source.days_of([GitHubAccount("idle", idle.id)], FIRST, LAST)
    assert github.paths().count(f"/user/{idle.id}") == 2


async def test_who_has_commits_is_known_by_them(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20))
    await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert github.paths() == ["/search/commits"]


async def test_a_profile_that_is_kept_private_cannot_be_searched_and_that_is_said(
    github: FakeGitHub, source: GitHub
) -> None:
    shy = github.account("shy", is_hidden=True).commit(noon(20))
    counted = await source.days_of([GitHubAccount("shy", shy.id)], FIRST, LAST)
    assert "or keeps its profile private" in str(failure(counted, "shy", NotFound))


# What goes wrong.


async def test_a_used_up_search_is_waited_for(github: FakeGitHub, source: GitHub, time: HandTime) -> None:
    accounts = crowd(github, 2)
    github.use_up("search", seconds=50)
    assert totals(await source.days_of(accounts, FIRST, LAST)) == [0, 1]
    assert time.seconds == pytest.approx(56, abs=1)


async def test_a_search_that_stays_used_up_is_a_failure_for_everybody_at_once(
    github: FakeGitHub, source: GitHub
) -> None:
    accounts = crowd(github, 20)
    github.use_up("search", seconds=5000)
    assert set(totals(await source.days_of(accounts, FIRST, LAST))) == {"rate-limited"}
    assert len(github.asked) == 1


async def test_a_secondary_limit_is_waited_for(github: FakeGitHub, source: GitHub, time: HandTime) -> None:
    github.go_wrong(secondary_limit("33"))
    assert totals(await source.days_of(crowd(github, 1), FIRST, LAST)) == [0]
    assert time.seconds == pytest.approx(33, abs=7)


async def test_a_passing_error_is_tried_again(github: FakeGitHub, source: GitHub) -> None:
    github.go_wrong(server_error(502), server_error(503))
    assert totals(await source.days_of(crowd(github, 2), FIRST, LAST)) == [0, 1]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (server_error(503), Unavailable),
        (garbage(), Malformed),
        (page("{}"), Malformed),
        (page('{"total_count": 1, "incomplete_results": false, "items": [{}]}'), Malformed),
        (page('{"total_count": -1, "incomplete_results": false, "items": []}'), Malformed),
        (message("Forbidden", 403), Blocked),
        (message("Bad credentials", 401), Blocked),
        (secondary_limit("4000"), RateLimited),
    ],
)
async def test_every_bad_answer_is_a_failure_of_its_kind(
    github: FakeGitHub, source: GitHub, fault: Fault, kind: type[SourceFailure]
) -> None:
    github.stay_wrong(fault)
    await only_failure(source, kind)


async def test_a_failure_says_until_when_nobody_is_asked(github: FakeGitHub, source: GitHub) -> None:
    github.stay_wrong(secondary_limit("4000"))
    counted = await source.days_of(crowd(github, 2), FIRST, LAST)
    assert failure(counted, "u1", RateLimited).until == START + timedelta(seconds=4000)


# Days.


@given(
    st.lists(st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)), max_size=30),  # noqa: DTZ001
    st.sampled_from(PLACES),
    st.dates(date(2026, 1, 5), date(2026, 12, 1)),
    st.integers(0, 20),
)
def test_every_instant_is_in_the_day_that_clocks_show_and_in_no_other(
    instants: list[datetime], place: str, first: date, length: int
) -> None:
    zone, days = ZoneInfo(place), Days(first, first + timedelta(days=length))
    aware = [instant.replace(tzinfo=UTC) for instant in instants]
    shown = Counter(
        day
        for number in range(length + 1)
        for day in [first + timedelta(days=number)]
        for instant in aware
        if day_begins(day, zone) <= instant < day_begins(day + timedelta(days=1), zone)
    )
    assert fold(aware, days, zone) == dict(shown)


@given(st.sampled_from(PLACES), st.dates(date(2026, 1, 1), date(2026, 12, 1)), st.integers(0, 20))
def test_the_search_covers_the_days_to_the_second(place: str, first: date, length: int) -> None:
    zone, days = ZoneInfo(place), Days(first, first + timedelta(days=length))
    start, end = (
        datetime.fromisoformat(text)
        for text in query_of(GitHubAccount("octocat"), days, zone).rpartition("author-date:")[2].split("..")
    )
    assert fold([start, end], days, zone)
    assert not fold([start - timedelta(seconds=1), end + timedelta(seconds=1)], days, zone)
