"""What goes wrong on the way to GitHub: who is still counted, how long it is left alone, and what is said."""

import json

import pytest

from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.github.source import GitHub
from scheduler.sources.registry import open_github
from scheduler.sources.source import (
    Blocked,
    Malformed,
    RateLimited,
    SourceFailure,
    Unavailable,
)
from tests.fakes.github import FakeGitHub, github_settings, graphql_errors, message
from tests.fakes.web_faults import (
    Fault,
    garbage,
    html_with_200,
    huge,
    page,
    reset,
    server_error,
    slow_headers,
    truncated,
)
from tests.scheduler.sources.conftest import NewGitHub
from tests.scheduler.sources.counting import FIRST, LAST, crowd, failure, only_failure, totals
from tests.scheduler.sources.timing import HandTime

LATER = "What was counted stays, and Questlog tries again by itself."
WENT_WRONG = {
    "message": "Something went wrong while executing your query. This may be the result of a timeout."
}
TOO_MUCH = {"type": "RESOURCE_LIMITS_EXCEEDED", "message": "Resource limits for this query exceeded."}
UNDEFINED = {"message": "Field 'x' doesn't exist on type 'User'", "extensions": {"code": "undefinedField"}}
LIMITED = {"type": "RATE_LIMITED", "message": "API rate limit exceeded for user ID 1."}
SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}


async def test_what_takes_github_too_long_is_asked_for_in_halves(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    github.most_accounts = 5
    assert totals(await source.days_of(crowd(github, 20), FIRST, LAST)) == list(range(20))
    assert [len(asked.logins) for asked in github.queries] == [20, 10, 5, 5, 5, 5]
    assert time.slept[:2] == [
        0.5,
        0.5,
    ]  # after the first failure, and until the second is over since the request


async def test_what_was_too_much_once_is_not_asked_for_again_in_the_same_count(
    github: FakeGitHub, source: GitHub
) -> None:
    github.most_accounts = 10
    assert totals(await source.days_of(crowd(github, 60), FIRST, LAST)) == list(range(60))
    assert [len(asked.logins) for asked in github.queries] == [20, *[10] * 6]


async def test_a_passing_502_costs_one_more_request_and_nobody_hears_of_it(
    github: FakeGitHub, source: GitHub
) -> None:
    github.go_wrong(server_error(502))
    assert totals(await source.days_of(crowd(github, 4), FIRST, LAST)) == list(range(4))
    assert len(github.asked) == 3


async def test_an_account_that_github_cannot_work_out_is_asked_for_with_fewer_days(
    github: FakeGitHub, source: GitHub
) -> None:
    accounts = crowd(github, 4)
    github.heavy["u3"] = 5
    assert totals(await source.days_of(accounts, FIRST, LAST)) == list(range(4))
    assert [asked.logins for asked in github.queries][:3] == [("u0", "u1", "u2", "u3"), ("u3",), ("u3",)]


async def test_an_account_that_github_never_works_out_stops_nobody_else(
    github: FakeGitHub, source: GitHub
) -> None:
    accounts = crowd(github, 30)
    github.heavy["u3"] = 0
    counted = await source.days_of(accounts, FIRST, LAST)
    assert totals(counted) == [0, 1, 2, "unavailable", *range(4, 30)]
    assert (
        str(failure(counted, "u3", Unavailable)) == f"GitHub could not work out the answer in time. {LATER}"
    )


async def test_an_account_that_makes_every_query_fail_is_found_and_stops_nobody_else(
    github: FakeGitHub, source: GitHub
) -> None:
    accounts = crowd(github, 30)
    github.poison.add("u3")
    assert totals(await source.days_of(accounts, FIRST, LAST)) == [0, 1, 2, "unavailable", *range(4, 30)]


@pytest.mark.parametrize(
    "fault",
    [
        server_error(502),
        server_error(504),
        graphql_errors(WENT_WRONG),
        graphql_errors(WENT_WRONG, status=502),
        graphql_errors(TOO_MUCH),
        page('{"data":{"u0":null},"errors":[{"type":"RESOURCE_LIMITS_EXCEEDED","path":["u0",', 200),
    ],
)
async def test_every_way_of_saying_too_much_is_understood(
    github: FakeGitHub, source: GitHub, fault: Fault
) -> None:
    github.go_wrong(fault)
    assert totals(await source.days_of(crowd(github, 4), FIRST, LAST)) == list(range(4))
    assert [len(asked.logins) for asked in github.queries[1:]] == [2, 2]


@pytest.mark.parametrize("path", [{}, {"path": ["u1", "contributionsCollection"]}])
async def test_where_github_ran_out_in_the_middle_only_the_rest_is_asked_for_again(
    github: FakeGitHub, source: GitHub, path: dict[str, object]
) -> None:
    accounts = crowd(github, 4)
    first = github.called("u0")
    assert first
    none = {"restrictedContributionsCount": 0, "commitContributionsByRepository": []}
    done = {"login": "u0", "databaseId": first.id, "contributionsCollection": none}
    body = {"data": {"u0": done, "u1": None, "u2": None}, "errors": [{**TOO_MUCH, **path}]}
    github.go_wrong(page(json.dumps(body), 200, "application/json"))
    assert totals(await source.days_of(accounts, FIRST, LAST)) == list(range(4))
    assert [asked.logins for asked in github.queries[1:]] == [("u1", "u2", "u3")]


async def test_an_answer_that_takes_too_long_is_asked_for_in_halves(
    github: FakeGitHub, new_source: NewGitHub
) -> None:
    impatient = await new_source()
    github.go_wrong(slow_headers(60))
    await impatient.days_of(crowd(github, 2), FIRST, LAST)
    assert github.queries[1].logins == ("u0",)


async def test_an_outage_is_not_asked_about_for_ever(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    accounts = crowd(github, 300)
    github.stay_wrong(server_error(502))
    assert set(totals(await source.days_of(accounts, FIRST, LAST))) == {"unavailable"}
    assert len(github.asked) <= 16
    github.recover()
    time.seconds += 3600
    assert totals(await source.days_of(accounts[:3], FIRST, LAST)) == [0, 1, 2]


async def test_an_error_inside_an_account_is_never_taken_for_fewer_commits(
    github: FakeGitHub, source: GitHub
) -> None:
    part = {
        "login": "u0",
        "databaseId": 5,
        "contributionsCollection": {
            "restrictedContributionsCount": 0,
            "commitContributionsByRepository": [],
        },
    }
    inside = {"type": "FORBIDDEN", "path": ["u0", "contributionsCollection"], "message": "no"}
    body = json.dumps({"data": {"u0": part, "u1": part}, "errors": [inside]})
    github.go_wrong(page(body, 200, "application/json"))
    counted = await source.days_of([GitHubAccount("u0"), GitHubAccount("u1")], FIRST, LAST)
    assert totals(counted) == ["unavailable", 0]
    assert "could not count the commits of u0" in str(failure(counted, "u0", Unavailable))


async def test_a_wrong_token_is_told_once_and_not_tried_again_for_a_while(
    github: FakeGitHub, new_source: NewGitHub, time: HandTime
) -> None:
    source = await new_source(token="wrong")  # noqa: S106 - that is the point
    counted = await source.days_of(crowd(github, 100), FIRST, LAST)
    assert set(totals(counted)) == {"blocked"}
    assert str(failure(counted, "u0", Blocked)) == (
        f"GitHub does not take the token in [sources.github]: it is wrong, or has expired. {LATER}"
    )
    assert len(github.asked) == 1
    time.seconds += 900
    await only_failure(source, Blocked)
    assert len(github.asked) == 2


@pytest.mark.parametrize(
    "case",
    [
        (message("Forbidden", 403), Blocked, "refused to answer (status 403)", "a refusal, status 403"),
        (garbage(), Malformed, "in a form that Questlog does not understand", "an answer that Questlog"),
        (html_with_200(), Malformed, "does not understand", "an answer that Questlog does not understand"),
        (page("[]"), Malformed, "does not understand", "an answer that Questlog does not understand"),
        (page('{"data": {}}'), Malformed, "does not understand", "an answer that Questlog does not"),
        (graphql_errors(UNDEFINED), Malformed, "does not understand", "an answer that Questlog does not"),
        (huge(9_000_000), Malformed, "more than 8,388,608 bytes", "an answer of more than 8,388,608 bytes"),
        (server_error(503), Unavailable, "an error (status 503)", "an error, status 503"),
        (message("Moved", 301), Unavailable, "an error (status 301)", "an error, status 301"),
        (reset(), Unavailable, "broke off in the middle of its answer", "an answer that breaks off"),
        (truncated(), Unavailable, "broke off in the middle of its answer", "an answer that breaks off"),
        (graphql_errors(LIMITED), RateLimited, "used up", "the questions of this hour are used up"),
    ],
)
async def test_every_bad_answer_is_a_failure_of_its_kind_that_says_what_happened(
    github: FakeGitHub, source: GitHub, case: tuple[Fault, type[SourceFailure], str, str]
) -> None:
    fault, kind, says, cause = case
    github.stay_wrong(fault)
    found = await only_failure(source, kind)
    assert says in str(found)
    assert LATER in str(found)
    assert found.cause.startswith(cause)


async def test_a_server_that_is_not_there_is_an_outage(time: HandTime) -> None:
    async with open_github(github_settings("http://127.0.0.1:1"), time.timing) as source:
        found = await only_failure(source, Unavailable)
    assert str(found) == f"GitHub could not be reached. {LATER}"


async def test_failures_of_the_search_for_a_new_name_are_those_of_the_account(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("octocat")
    github.rename("octocat", "monalisa")
    github.go_wrong(None, garbage(), path="")
    counted = await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    failure(counted, "octocat", Malformed)
