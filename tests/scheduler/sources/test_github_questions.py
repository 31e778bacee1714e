"""Everybody is asked for once, and answered once, however the questions are cut."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.github.answers import day_of
from scheduler.sources.github.api import graphql_url
from scheduler.sources.github.batches import POINTS_PER_HOUR, CountCost, cost_of_search, cost_with_token
from scheduler.sources.github.query import LONGEST, CommitQuestion, questions, stretches
from scheduler.sources.registry import open_github
from tests.fakes.github import FakeGitHub, github_settings
from tests.scheduler.sources.counting import FIRST, LAST, crowd, totals
from tests.scheduler.sources.timing import HandTime
from tracker.days import Days

PACIFIC = ZoneInfo("America/Los_Angeles")


def test_questions_cover_every_day_once() -> None:
    days = Days(date(2026, 1, 1), date(2026, 12, 31))
    parts = list(stretches(days))
    assert (parts[0].first, parts[-1].last) == days
    assert all(after.first - before.last == timedelta(days=1) for before, after in pairwise(parts))
    assert all((part.last - part.first).days < LONGEST for part in parts)


@given(st.integers(0, 30), st.integers(1, 40), st.integers(1, 366))
def test_everybody_is_in_the_questions_once_for_each_day_whatever_the_size(
    people: int, size: int, length: int
) -> None:
    accounts = [GitHubAccount(f"u{number}") for number in range(people)]
    days = Days(FIRST, FIRST + timedelta(days=length - 1))
    asked = [
        (question, account) for question in questions(accounts, days, size) for account in question.accounts
    ]
    assert all(len(question.accounts) <= size for question, _ in asked)
    for account in accounts:
        assert [question.days for question, one in asked if one == account] == list(stretches(days))


@given(st.integers(1, 12), st.integers(1, 60))
def test_halves_are_the_whole_and_end_with_one_account_and_one_day(people: int, length: int) -> None:
    whole = CommitQuestion(
        tuple(GitHubAccount(f"u{number}") for number in range(people)),
        Days(FIRST, FIRST + timedelta(days=length - 1)),
    )
    todo, seen = [whole], list[tuple[str, date]]()
    while todo:
        question = todo.pop()
        if halves := question.halves():
            assert len(halves) == 2
            todo += halves
        else:
            (account,) = question.accounts
            seen.append((account.login, question.days.first))
    assert len(seen) == len(set(seen)) == people * length


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_everybody_is_answered_exactly_once_whatever_goes_wrong(data: st.DataObject) -> None:
    people = data.draw(st.integers(1, 12), "people")
    gone = data.draw(st.sets(st.integers(0, people - 1)), "gone")
    heavy = data.draw(st.dictionaries(st.integers(0, people - 1), st.integers(1, 14)), "heavy")
    size, most = data.draw(st.integers(1, 15), "size"), data.draw(st.integers(1, 15), "most at once")

    async def count() -> list[int | str]:
        time = HandTime()
        async with FakeGitHub.running(time.clock) as github:
            accounts = crowd(github, people)
            for number in gone:
                github.delete(f"u{number}")
            github.heavy, github.most_accounts = {f"u{one}": days for one, days in heavy.items()}, most
            settings = github_settings(github.url, accounts_per_request=size, requests_per_second=1000)
            async with open_github(settings, time.timing) as source:
                counted = await source.days_of(accounts, FIRST, LAST)
        assert list(counted) == accounts
        return totals(counted)

    wanted = ["not-found" if number in gone else number for number in range(people)]
    assert asyncio.run(count()) == wanted


@given(st.dates(date(1970, 1, 1), date(2099, 12, 31)))
def test_a_day_as_github_sends_it_is_that_day(day: date) -> None:
    for zone in (PACIFIC, UTC):  # the second in case GitHub ever moves
        midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
        assert day_of(midnight.isoformat()) == day
        assert day_of(f"{midnight.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}") == day


@given(st.integers(0, 300), st.integers(1, 366), st.integers(1, 100))
def test_the_cost_is_known_before_anybody_is_asked(people: int, length: int, size: int) -> None:
    accounts = [GitHubAccount(f"u{number}") for number in range(people)]
    asked = list(questions(accounts, Days(FIRST, FIRST + timedelta(days=length - 1)), size))
    cost = cost_with_token(people, length, size=size)
    assert (cost.requests, cost.points) == (len(asked), sum(question.points for question in asked))


def test_ten_thousand_people_cost_half_of_the_points_of_an_hour() -> None:
    cost = cost_with_token(10_000)
    assert cost == CountCost(requests=500, points=2500, seconds=499)
    assert cost.points <= POINTS_PER_HOUR / 2
    assert cost.seconds < 3600


def test_without_a_token_a_minute_is_enough_for_ten_people() -> None:
    assert cost_of_search(10).seconds < 60 < cost_of_search(12).seconds
    assert cost_of_search(0) == cost_with_token(0) == CountCost(0, 0, 0)


@pytest.mark.parametrize(
    ("root", "url"),
    [
        ("https://api.github.com", "https://api.github.com/graphql"),
        ("https://github.example.org/api/v3", "https://github.example.org/api/graphql"),
        ("http://127.0.0.1:8081/github", "http://127.0.0.1:8081/github/graphql"),
    ],
)
def test_graphql_is_beside_the_root_of_the_api(root: str, url: str) -> None:
    assert graphql_url(root) == url
