"""Commits a day with a token: of many accounts at once, of nobody else, and of all of the days."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import NotFound, Unavailable
from tests.fakes.github import FakeGitHub
from tests.fakes.web_faults import page
from tests.scheduler.sources.conftest import NewGitHub
from tests.scheduler.sources.counting import FIRST, LAST, commits, crowd, failure, noon, totals
from tests.scheduler.sources.timing import HandTime

PACIFIC = ZoneInfo("America/Los_Angeles")


async def test_commits_are_counted_by_day_over_all_repositories(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat")
    octocat.commit(noon(20), "octocat/hello", times=3).commit(noon(20), "octocat/world")
    octocat.commit(noon(22), "octocat/world", times=2)
    counted = await source.days_of([GitHubAccount("octocat")], FIRST, LAST)
    found = commits(counted, "octocat")
    assert found == Commits(
        GitHubAccount("octocat", octocat.id), {date(2026, 10, 20): 4, date(2026, 10, 22): 2}, private=0
    )
    assert found.total == 6


async def test_many_accounts_are_asked_for_at_once(github: FakeGitHub, source: GitHub) -> None:
    counted = await source.days_of(crowd(github, 20), FIRST, LAST)
    assert totals(counted) == list(range(20))
    assert [len(asked.logins) for asked in github.queries] == [20]
    assert github.points == 5


async def test_nobody_asked_for_is_no_request(github: FakeGitHub, source: GitHub) -> None:
    assert await source.days_of([], FIRST, LAST) == {}
    assert github.asked == []


async def test_who_is_asked_for_twice_is_counted_once(github: FakeGitHub, source: GitHub) -> None:
    github.account("octocat").commit(noon(20))
    counted = await source.days_of([GitHubAccount("octocat"), GitHubAccount("octocat")], FIRST, LAST)
    assert totals(counted) == [1]
    assert github.queries[0].logins == ("octocat",)


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2026, 10, 25, 0, 30, tzinfo=timezone(timedelta(hours=14))), date(2026, 10, 25)),
        (datetime(2026, 10, 24, 23, 30, tzinfo=timezone(timedelta(hours=-11))), date(2026, 10, 24)),
        (datetime(2026, 10, 19, 0, 0, tzinfo=timezone(timedelta(hours=9))), FIRST),
        (datetime(2026, 11, 1, 23, 59, tzinfo=timezone(timedelta(hours=-8))), LAST),
    ],
)
async def test_a_day_is_the_date_on_the_authors_own_clock(
    github: FakeGitHub, source: GitHub, at: datetime, day: date
) -> None:
    github.account("octocat").commit(at)
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert dict(found.days) == {day: 1}


async def test_days_outside_are_not_counted(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat")
    octocat.commit(noon(18)).commit(noon(19)).commit(noon(1, 11)).commit(noon(2, 11))
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert dict(found.days) == {FIRST: 1, LAST: 1}


async def test_a_day_more_than_was_asked_for_is_not_counted_either(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("octocat")
    for number in range(16):
        octocat.commit(noon(18) + timedelta(days=number))
    github.is_generous = True
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert (min(found.days), max(found.days), found.total, found.cut) == (FIRST, LAST, 14, False)
    assert len(github.asked) == 1


async def test_private_work_is_told_apart_and_never_counted_as_commits(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("octocat", private={date(2026, 10, 21): 7, date(2026, 9, 1): 100})
    octocat.commit(noon(20))
    counted = await source.days_of([GitHubAccount("octocat")], FIRST, LAST)
    assert (commits(counted, "octocat").total, commits(counted, "octocat").private) == (1, 7)


async def test_who_worked_only_in_private_has_no_commits_but_is_not_idle(
    github: FakeGitHub, source: GitHub
) -> None:
    github.account("octocat", private={date(2026, 10, 21): 7})
    found = commits(await source.days_of([GitHubAccount("octocat")], FIRST, LAST), "octocat")
    assert (found.days, found.private) == ({}, 7)


async def test_one_unknown_account_does_not_spoil_the_others(github: FakeGitHub, source: GitHub) -> None:
    accounts = crowd(github, 5)
    github.delete("u2")
    counted = await source.days_of(accounts, FIRST, LAST)
    assert totals(counted) == [0, 1, "not-found", 3, 4]
    assert "GitHub knows nobody called u2: the account was deleted, or has another name now." in str(
        failure(counted, "u2", NotFound)
    )
    assert len(github.asked) == 1


async def test_an_organization_is_nobody_who_commits(github: FakeGitHub, source: GitHub) -> None:
    github.account("acme", kind="Organization")
    failure(await source.days_of([GitHubAccount("acme")], FIRST, LAST), "acme", NotFound)


async def test_a_renamed_account_is_found_by_its_number(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20), times=3)
    crowd(github, 2)
    github.rename("octocat", "monalisa")
    asked = [GitHubAccount("u1"), GitHubAccount("octocat", octocat.id)]
    counted = await source.days_of(asked, FIRST, LAST)
    assert list(counted) == asked
    assert commits(counted, "octocat").account == GitHubAccount("monalisa", octocat.id)
    assert totals(counted) == [1, 3]
    assert github.paths() == ["/graphql", f"/user/{octocat.id}", "/graphql"]


async def test_whoever_takes_the_old_name_does_not_count_for_it(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").commit(noon(20), times=3)
    github.rename("octocat", "monalisa")
    github.account("octocat").commit(noon(21), times=99)
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert commits(counted, "octocat").account.login == "monalisa"
    assert commits(counted, "octocat").total == 3


async def test_two_accounts_that_exchanged_their_names_keep_their_commits(
    github: FakeGitHub, source: GitHub
) -> None:
    ada, bob = github.account("ada").commit(noon(20), times=3), github.account("bob").commit(noon(20))
    github.rename("ada", "other")
    github.rename("bob", "ada")
    github.rename("other", "bob")
    counted = await source.days_of([GitHubAccount("ada", ada.id), GitHubAccount("bob", bob.id)], FIRST, LAST)
    assert totals(counted) == [3, 1]


async def test_a_deleted_account_is_told_to_be_deleted(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat")
    github.delete("octocat")
    github.account("octocat").commit(noon(20))
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert "was deleted" in str(failure(counted, "octocat", NotFound))


async def test_a_name_that_changes_hands_again_and_again_is_nobodys_for_now(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("octocat")
    github.account("other")
    github.rename("octocat", "x")
    github.rename("other", "octocat")

    stale = page(json.dumps({"login": "octocat", "id": octocat.id}), content_type="application/json")
    github.go_wrong(stale, path="/user/")
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert "has just gone from one account of GitHub to another" in str(
        failure(counted, "octocat", Unavailable)
    )


async def test_names_are_found_in_any_capitals_and_told_as_they_are_written(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("OctoCat")
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert commits(counted, "octocat").account.login == "OctoCat"


async def test_who_works_in_many_repositories_is_asked_for_again_with_all_of_them(
    github: FakeGitHub, source: GitHub
) -> None:
    busy = github.account("busy")
    for number in range(60):
        busy.commit(noon(20), f"busy/r{number}")
    github.account("calm").commit(noon(20))
    counted = await source.days_of([GitHubAccount("busy"), GitHubAccount("calm")], FIRST, LAST)
    assert totals(counted) == [60, 1]
    assert [asked.logins for asked in github.queries] == [("busy", "calm"), ("busy",)]
    assert not commits(counted, "busy").cut


async def test_who_works_in_more_than_github_lists_is_asked_for_with_fewer_days(
    github: FakeGitHub, source: GitHub
) -> None:
    busy = github.account("busy", private={date(2026, 10, 19): 1, date(2026, 11, 1): 1})
    for number in range(90):
        busy.commit(noon(20), f"busy/a{number}").commit(noon(30), f"busy/b{number}")
    found = commits(await source.days_of([GitHubAccount("busy")], FIRST, LAST), "busy")
    assert (found.total, found.private, found.cut) == (180, 2, False)


async def test_a_day_with_more_repositories_than_github_lists_has_at_least_so_many_commits(
    github: FakeGitHub, source: GitHub
) -> None:
    robot = github.account("robot").commit(noon(25))
    for number in range(150):
        robot.commit(noon(20), f"robot/r{number}")
    found = commits(await source.days_of([GitHubAccount("robot")], FIRST, LAST), "robot")
    assert found.cut
    assert dict(found.days) == {date(2026, 10, 20): 100, date(2026, 10, 25): 1}


async def test_a_year_is_counted_whole(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat", private={date(2026, 1, 1): 2, date(2026, 12, 31): 3})
    day = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for number in range(365):
        octocat.commit(day + timedelta(days=number))
    found = commits(
        await source.days_of([GitHubAccount("octocat")], date(2026, 1, 1), date(2026, 12, 31)), "octocat"
    )
    assert (found.total, len(found.days), found.private) == (365, 365, 5)
    assert len(github.queries) == 5


@pytest.mark.parametrize(
    ("first", "last"), [(LAST, FIRST), (date(2025, 1, 1), date(2026, 1, 2)), (date(2020, 1, 1), LAST)]
)
async def test_more_than_a_year_is_not_asked_for(source: GitHub, first: date, last: date) -> None:
    with pytest.raises(ValueError, match="at least a day and at most a year"):
        await source.days_of([GitHubAccount("octocat")], first, last)


async def test_ten_thousand_people_fit_into_the_points_of_an_hour(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    accounts = crowd(github, 40)  # as many as show what the others cost
    await source.days_of(accounts, FIRST, LAST)
    assert github.points * 10_000 / len(accounts) <= 2500
    assert time.seconds == pytest.approx(1)  # one request after the other, a second apart


async def test_settings_say_how_many_are_asked_for_at_once(github: FakeGitHub, new_source: NewGitHub) -> None:
    few = await new_source(accounts_per_request=3)
    await few.days_of(crowd(github, 7), FIRST, LAST)
    assert [len(asked.logins) for asked in github.queries] == [3, 3, 1]
