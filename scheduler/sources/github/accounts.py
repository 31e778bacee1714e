"""Accounts of GitHub: what one can be called, who is meant by it, and what they committed."""

import re
from collections.abc import Mapping
from datetime import date

from scheduler.sources.source import BadSubject
from tracker.frozen import frozen

_LONGEST = 39
_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?github\.com/([^/?#]+)/?", re.IGNORECASE)
# New accounts have no two hyphens in a row and none at the end, but older ones may; names that a company
# gives out have an underscore. All of it is safe in a query.
_LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def login_of(text: str) -> str:
    """The name in what a person wrote: `octocat`, `@octocat` or the profile's address. Raises BadSubject."""
    plain = text.strip()
    if found := _ADDRESS.fullmatch(plain):
        plain = found[1]
    plain = plain.removeprefix("@")
    if len(plain) > _LONGEST:
        raise BadSubject(f"A name on GitHub has at most {_LONGEST} characters; this one has {len(plain)}.")
    if not is_login(plain):
        raise BadSubject(
            "A name on GitHub has letters from A to Z, digits and hyphens, such as octocat, "
            "and starts with a letter or a digit."
        )
    return plain


def is_login(text: str) -> bool:
    return len(text) <= _LONGEST and _LOGIN.fullmatch(text) is not None


@frozen
class GitHubAccount:
    """The number stays when an account takes another name; None where nobody has asked for it yet."""

    login: str
    id: int | None = None

    def __post_init__(self) -> None:
        """Raises BadSubject for a name that cannot be one: it never gets as far as a request."""
        if not is_login(self.login):
            raise BadSubject("An account is named by its name alone, such as octocat.")

    def is_called(self, login: str) -> bool:
        """GitHub knows no capitals in names."""
        return self.login.lower() == login.lower()


@frozen
class Commits:
    """What an account committed."""

    account: GitHubAccount
    """As it is called now, with its number where that is known."""
    days: Mapping[date, int]
    """Days without commits are not in it."""
    private: int | None = None
    """Contributions of any kind in these days, of which GitHub tells only how many there are.

    None where it does not tell; 0 also for those who do not show that they have any.
    """
    cut: bool = False
    """Whether GitHub listed fewer commits than there are: there are at least so many, then."""

    @property
    def total(self) -> int:
        return sum(self.days.values())
