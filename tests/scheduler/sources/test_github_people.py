"""An account is a person's if it shows the code that they were given; what has not changed is free."""

import pytest

from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import (
    BadSubject,
    Blocked,
    Malformed,
    NotFound,
    RateLimited,
    SourceFailure,
    Unavailable,
)
from tests.fakes.github import FakeGitHub, message, secondary_limit
from tests.fakes.web_faults import Fault, garbage, page, server_error
from tests.scheduler.sources.conftest import NewGitHub
from tests.scheduler.sources.counting import FIRST, LAST

CODE = "questlog-4f7k2m"


@pytest.mark.parametrize(
    "bio", [CODE, f"I build things. {CODE}", f"{CODE}, and a cat", f"a\n{CODE}\nb", f"({CODE})"]
)
async def test_the_code_in_the_profile_is_proof(github: FakeGitHub, source: GitHub, bio: str) -> None:
    octocat = github.account("OctoCat", bio=bio)
    assert await source.proof("@octocat", CODE) == GitHubAccount("OctoCat", octocat.id)
    assert github.paths() == ["/users/octocat"]


async def test_the_code_in_the_description_of_a_gist_is_proof(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").gist(f"for Questlog: {CODE}").gist("newer")
    assert await source.proof("octocat", CODE) == GitHubAccount("octocat", octocat.id)


async def test_the_code_in_the_name_of_a_file_of_a_gist_is_proof(github: FakeGitHub, source: GitHub) -> None:
    github.account("octocat").gist("", "notes.md", f"{CODE}.txt")
    assert await source.proof("octocat", CODE)


@pytest.mark.parametrize(
    "bio", [None, "", "I build things.", f"x{CODE}", f"{CODE}5", CODE[:-1], CODE.upper()]
)
async def test_anything_else_is_no_proof(github: FakeGitHub, source: GitHub, bio: str | None) -> None:
    github.account("octocat", bio=bio).gist("other", "notes.md")
    assert await source.proof("octocat", CODE) is None


async def test_a_secret_gist_is_no_proof(github: FakeGitHub, source: GitHub) -> None:
    github.account("octocat").gist(CODE, public=False)
    assert await source.proof("octocat", CODE) is None


async def test_the_gist_of_somebody_else_is_no_proof(github: FakeGitHub, source: GitHub) -> None:
    mallory = github.account("mallory").gist(CODE)
    github.account("octocat").gists.extend(mallory.gists)
    assert await source.proof("octocat", CODE) is None


async def test_a_gist_that_ten_newer_ones_hide_is_no_proof(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").gist(CODE)
    for _ in range(9):
        octocat.gist("newer")
    assert await source.proof("octocat", CODE)
    octocat.gist("newest")
    assert await source.proof("octocat", CODE) is None


async def test_an_account_that_is_not_there_is_not_found(source: GitHub) -> None:
    with pytest.raises(NotFound, match="GitHub knows nobody called octocat"):
        await source.proof("octocat", CODE)


async def test_an_organization_is_nobody(github: FakeGitHub, source: GitHub) -> None:
    github.account("acme", kind="Organization", bio=CODE)
    with pytest.raises(NotFound, match="acme is no person's account on GitHub, but that of an organization"):
        await source.proof("acme", CODE)


@pytest.mark.parametrize("login", ["", "octo cat", "../octocat", "octocat/gists", "x" * 40])
async def test_what_cannot_be_a_name_is_not_asked_for(github: FakeGitHub, source: GitHub, login: str) -> None:
    with pytest.raises(BadSubject, match="A name on GitHub"):
        await source.proof(login, CODE)
    assert github.asked == []


async def test_a_code_that_stands_in_many_a_text_is_a_mistake(source: GitHub) -> None:
    with pytest.raises(ValueError, match="that short"):
        await source.proof("octocat", "12345")


@pytest.mark.parametrize("path", ["/users/octocat", "/users/octocat/gists"])
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (server_error(503), Unavailable),
        (garbage(), Malformed),
        (page("5"), Malformed),
        (message("Forbidden", 403), Blocked),
        (secondary_limit("60"), RateLimited),
    ],
)
async def test_what_goes_wrong_is_a_failure_and_no_answer(
    github: FakeGitHub, source: GitHub, path: str, fault: Fault, kind: type[SourceFailure]
) -> None:
    github.account("octocat")
    github.go_wrong(*[None] * path.count("gists"), *[fault] * 3)
    with pytest.raises(kind):
        await source.proof("octocat", CODE)


async def test_it_works_without_a_token(github: FakeGitHub, new_source: NewGitHub) -> None:
    github.without_token()
    github.account("octocat", bio=CODE)
    source = await new_source(token=None)
    assert await source.proof("octocat", CODE)
    assert "Authorization" not in github.asked[0].headers


async def test_what_has_not_changed_is_not_sent_again_and_is_free(github: FakeGitHub, source: GitHub) -> None:
    octocat = github.account("octocat").gist("other")
    for _ in range(5):
        assert await source.proof("octocat", CODE) is None
    assert github.windows["core"].used == 2
    assert [("If-None-Match" in asked.headers) for asked in github.asked] == [False, False, *[True] * 8]
    octocat.bio = CODE
    assert await source.proof("octocat", CODE)
    assert github.windows["core"].used == 3


async def test_a_new_name_that_was_found_once_is_free_from_then_on(
    github: FakeGitHub, source: GitHub
) -> None:
    octocat = github.account("octocat")
    github.rename("octocat", "monalisa")
    for _ in range(3):
        await source.days_of([GitHubAccount("octocat", octocat.id)], FIRST, LAST)
    assert github.windows["core"].used == 1


async def test_only_so_many_pages_are_remembered(github: FakeGitHub, new_source: NewGitHub) -> None:
    source = await new_source(requests_per_second=1000)
    for number in range(501):
        github.account(f"u{number}", bio=CODE)
        await source.proof(f"u{number}", CODE)
    github.asked.clear()
    await source.proof("u0", CODE)
    await source.proof("u500", CODE)
    assert [("If-None-Match" in asked.headers) for asked in github.asked] == [False, True]
