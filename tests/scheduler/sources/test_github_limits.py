"""GitHub's limits are obeyed, and those that it names are waited for; the token is shown to GitHub alone."""

import asyncio
import json
import traceback
from collections.abc import Callable
from datetime import timedelta

import pytest
import structlog
from pydantic import ValidationError

from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import NotFound, RateLimited, SourceFailure, Unavailable
from tests.fakes.github import TOKEN, FakeGitHub, github_settings, graphql_errors, secondary_limit
from tests.fakes.web_faults import Fault, garbage, page, rate_limited, reset, server_error, slow_headers
from tests.scheduler.sources.conftest import NewGitHub
from tests.scheduler.sources.counting import FIRST, LAST, crowd, failure, only_failure, totals
from tests.scheduler.sources.timing import START, HandTime
from tracker.settings import GitHubSettings

SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}


@pytest.mark.parametrize("status", [403, 429])
async def test_a_secondary_limit_is_waited_for_as_long_as_it_says(
    github: FakeGitHub, source: GitHub, time: HandTime, status: int
) -> None:
    github.go_wrong(secondary_limit("45", status))
    assert totals(await source.days_of(crowd(github, 3), FIRST, LAST)) == [0, 1, 2]
    assert time.seconds == pytest.approx(45, abs=2)
    assert len(github.asked) == 2


@pytest.mark.parametrize("fault", [secondary_limit(None), graphql_errors(SECONDARY), rate_limited(None)])
async def test_one_that_names_no_time_is_waited_for_a_minute(
    github: FakeGitHub, source: GitHub, time: HandTime, fault: Fault
) -> None:
    github.go_wrong(fault)
    assert totals(await source.days_of(crowd(github, 3), FIRST, LAST)) == [0, 1, 2]
    assert time.seconds == pytest.approx(60, abs=2)


async def test_one_that_comes_back_is_waited_for_longer_each_time_and_not_for_ever(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    github.stay_wrong(secondary_limit(None))
    failure(await source.days_of(crowd(github, 1), FIRST, LAST), "u0", RateLimited)
    assert [wait for wait in time.slept if wait > 30] == [60, 120]
    assert len(github.asked) == 3


@pytest.mark.parametrize("data", [None, {}, {"u0": None}])
async def test_a_query_that_is_refused_for_its_points_is_no_answer_about_accounts(
    github: FakeGitHub, source: GitHub, data: object
) -> None:
    body = json.dumps({"data": data, "errors": [{"type": "RATE_LIMITED", "message": "API rate limit"}]})
    github.go_wrong(page(body, 200, "application/json"))
    assert totals(await source.days_of(crowd(github, 2), FIRST, LAST)) == [0, 1]


async def test_points_that_are_used_up_by_others_are_waited_for_if_that_is_soon(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    accounts = crowd(github, 3)
    github.use_up("graphql", seconds=200)
    assert totals(await source.days_of(accounts, FIRST, LAST)) == [0, 1, 2]
    assert time.seconds == pytest.approx(200, abs=2)


async def test_points_that_are_used_up_for_long_are_a_failure_that_says_until_when(
    github: FakeGitHub, source: GitHub, time: HandTime
) -> None:
    accounts = crowd(github, 50)
    github.use_up("graphql", seconds=3000)
    counted = await source.days_of(accounts, FIRST, LAST)
    assert set(totals(counted)) == {"rate-limited"}
    assert len(github.asked) == 1
    assert failure(counted, "u49", RateLimited).until == START + timedelta(seconds=3000)
    assert "are used up" in str(failure(counted, "u0", RateLimited))
    time.seconds += 3000
    assert totals(await source.days_of(accounts[:3], FIRST, LAST)) == [0, 1, 2]


async def test_what_was_counted_before_the_points_were_used_up_is_kept(
    github: FakeGitHub, source: GitHub
) -> None:
    accounts = crowd(github, 60)
    github.windows["graphql"].limit = 12
    counted = await source.days_of(accounts, FIRST, LAST)
    assert totals(counted) == [*range(40), *["rate-limited"] * 20]
    assert len(github.asked) == 2  # the third would have been refused, and was not sent


async def test_a_used_up_allowance_of_one_kind_does_not_stop_another(
    github: FakeGitHub, source: GitHub
) -> None:
    github.account("octocat", bio="code-4711")
    github.use_up("graphql")
    await only_failure(source, RateLimited)
    assert await source.proof("octocat", "code-4711")


@pytest.mark.parametrize(
    "arrange",
    [
        lambda github: github.stay_wrong(server_error(502)),
        lambda github: github.stay_wrong(garbage()),
        lambda github: github.stay_wrong(reset()),
        lambda github: github.stay_wrong(page(f"Bearer {TOKEN}", 401)),
        lambda github: github.stay_wrong(page(f"Bearer {TOKEN}", 403)),
        lambda github: github.use_up("graphql"),
        lambda _: None,
    ],
)
async def test_the_token_is_sent_and_never_shown(
    github: FakeGitHub, source: GitHub, arrange: Callable[[FakeGitHub], None]
) -> None:
    arrange(github)
    with structlog.testing.capture_logs() as logs:
        counted = await source.days_of([GitHubAccount("octocat")], FIRST, LAST)
    found = failure(counted, "octocat", SourceFailure)
    shown = [*traceback.format_exception(found), repr(found), repr(vars(found)), repr(logs), repr(source)]
    assert github.asked[0].headers["Authorization"] == f"Bearer {TOKEN}"
    assert not any(TOKEN in text for text in shown)
    assert TOKEN not in repr(github_settings(github.url))


@pytest.mark.parametrize("token", ["two words", "t\u00f6ken", "line\nbreak"])
def test_a_token_that_cannot_be_one_is_refused(token: str) -> None:
    with pytest.raises(ValidationError, match="the token as GitHub shows it, in one piece"):
        GitHubSettings.model_validate({"token": token})


async def test_the_token_does_not_follow_a_redirect(github: FakeGitHub, source: GitHub) -> None:
    async with FakeGitHub.running(lambda: START) as other:
        github.stay_wrong(page("", 307, Location=f"{other.url}/graphql"))
        await only_failure(source, Unavailable)
        with pytest.raises(Unavailable):
            await source.proof("octocat", "questlog-code")
        assert other.asked == []


async def test_questlog_says_who_it_is_and_which_api_it_means(
    github: FakeGitHub, new_source: NewGitHub
) -> None:
    source = await new_source(user_agent="Questlog (me@example.org)")
    await only_failure(source, NotFound)
    sent = github.asked[0].headers
    assert sent["User-Agent"] == "Questlog (me@example.org)"
    assert sent["Accept"] == "application/vnd.github+json"
    assert sent["X-GitHub-Api-Version"] == "2022-11-28"


async def test_there_is_one_request_at_a_time_whatever_its_kind(
    github: FakeGitHub, new_source: NewGitHub
) -> None:
    github.without_token()
    source = await new_source(token=None)
    github.account("octocat")
    github.stay_wrong(slow_headers(0.05))
    await asyncio.gather(
        source.days_of([GitHubAccount("octocat")], FIRST, LAST),
        source.proof("octocat", "questlog-code"),
        source.proof("octocat", "questlog-code"),
        return_exceptions=True,
    )
    assert len(github.asked) >= 3
    assert github.most_at_once == 1


async def test_requests_are_evenly_spaced(github: FakeGitHub, new_source: NewGitHub, time: HandTime) -> None:
    slow = await new_source(requests_per_second=0.5, accounts_per_request=1)
    await slow.days_of(crowd(github, 4), FIRST, LAST)
    assert time.seconds == pytest.approx(6)
