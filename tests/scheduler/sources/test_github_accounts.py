"""What an account of GitHub can be called; nothing else gets as far as a request."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.sources.github.accounts import Commits, GitHubAccount, login_of
from scheduler.sources.source import BadSubject


@pytest.mark.parametrize(
    ("text", "login"),
    [
        ("octocat", "octocat"),
        (" Octo-Cat\n", "Octo-Cat"),
        ("@octocat", "octocat"),
        ("https://github.com/octocat", "octocat"),
        ("http://www.github.com/octocat/", "octocat"),
        ("github.com/OctoCat", "OctoCat"),
        ("a", "a"),
        ("1-2", "1-2"),
        ("old--account-", "old--account-"),
        ("monalisa_acme", "monalisa_acme"),
        ("a" * 39, "a" * 39),
    ],
)
def test_an_account_is_named_in_any_of_the_usual_ways(text: str, login: str) -> None:
    assert login_of(text) == login


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has letters from A to Z"),
        ("-octocat", "starts with a letter or a digit"),
        ("octo cat", "has letters"),
        ("octocat)", "has letters"),
        ('octocat"', "has letters"),
        ("octocat author:other", "has letters"),
        ("octocat/hello", "has letters"),
        ("https://example.org/octocat", "at most 39|has letters"),
        ("dependabot[bot]", "has letters"),
        ("öctocat", "has letters"),
        ("\u212aing", "has letters"),
        ("a" * 40, "at most 39 characters; this one has 40"),
    ],
)
def test_what_no_account_can_be_called_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadSubject, match=why):
        login_of(text)


@given(st.text(max_size=50) | st.from_regex(r"[@a-zA-Z0-9:/._-]{0,45}"))
def test_any_text_is_a_safe_name_or_a_clear_refusal(text: str) -> None:
    try:
        login = login_of(text)
    except BadSubject as refusal:
        login, said = None, str(refusal)
    if login is None:
        assert said.startswith("A name on GitHub")
    else:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,38}", login)
        assert GitHubAccount(login).login == login_of(login) == login


@pytest.mark.parametrize("login", ["@octocat", "octo cat", "", "github.com/octocat", "x" * 40])
def test_an_account_cannot_even_be_made_with_another_name(login: str) -> None:
    with pytest.raises(BadSubject):
        GitHubAccount(login)


def test_capitals_do_not_matter() -> None:
    assert GitHubAccount("OctoCat").is_called("octocat")
    assert not GitHubAccount("octocat").is_called("octocats")


def test_the_days_add_up() -> None:
    assert Commits(GitHubAccount("octocat"), {}).total == 0
