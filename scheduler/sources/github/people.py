"""Who an account of GitHub is: found by its number whatever it is called, proven by a code that it shows."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from scheduler.sources.github.accounts import GitHubAccount, login_of
from scheduler.sources.github.api import GitHubApi
from scheduler.sources.github.limits import TITLE, malformed, unknown
from scheduler.sources.source import BadSubject, NotFound
from scheduler.sources.timing import Timing

_RECENT_GISTS = 10
_SHORTEST_CODE = 6
_FRESH_SECONDS = 24 * 3600.0


class GitHubPeople:
    def __init__(self, api: GitHubApi, timing: Timing) -> None:
        self._api = api
        self._timing = timing
        self._seen: dict[int, tuple[str, float]] = {}

    async def by_id(self, number: int) -> GitHubAccount:
        """The account as it is called now. Raises SourceFailure; NotFound for one that is gone."""
        try:
            account = account_of(await self._api.get(f"/user/{number:d}"))
        except NotFound as failure:
            raise NotFound(f"{TITLE} no longer has this account: it was deleted.") from failure
        if account.id != number:
            raise malformed()
        self._seen[number] = account.login, self._timing.monotonic()
        return account

    async def lately(self, number: int) -> GitHubAccount:
        """The same; what was seen within a day is believed: without a token an hour has 60 requests."""
        login, at = self._seen.get(number, ("", 0.0))
        if login and self._timing.monotonic() - at < _FRESH_SECONDS:
            return GitHubAccount(login, number)
        return await self.by_id(number)

    async def proof(self, login: str, code: str) -> GitHubAccount | None:
        """The account, if the code is in its profile, or in a description or name of a file of a recent gist.

        Raises BadSubject for a name that cannot be one, and SourceFailure.
        """
        if len(code) < _SHORTEST_CODE:
            raise ValueError("a code that short stands in many a text")
        named = GitHubAccount(login_of(login))
        profile = await self._profile(named)
        account = account_of(profile)
        if shows(profile.get("bio"), code):
            return account
        gists = await self._api.get(f"/users/{account.login}/gists", per_page=_RECENT_GISTS)
        if not isinstance(gists, list):
            raise malformed()
        texts = (text for gist in cast("list[object]", gists) for text in _texts(gist, account))
        return account if any(shows(text, code) for text in texts) else None

    async def _profile(self, named: GitHubAccount) -> Mapping[str, Any]:
        try:
            profile = _mapping(await self._api.get(f"/users/{named.login}"))
        except NotFound as failure:
            raise unknown(named) from failure
        if profile.get("type", "User") != "User":
            raise NotFound(f"{named.login} is no person's account on {TITLE}, but that of an organization.")
        return profile


def account_of(document: object) -> GitHubAccount:
    """Raises Malformed."""
    user = _mapping(document)
    login, number = user.get("login"), user.get("id")
    if not isinstance(login, str) or type(number) is not int:
        raise malformed()
    try:
        return GitHubAccount(login, number)
    except BadSubject:
        raise malformed() from None


def shows(text: object, code: str) -> bool:
    """Whether the code stands in the text, and is not part of a longer word."""
    return isinstance(text, str) and re.search(rf"(?<!\w){re.escape(code)}(?!\w)", text) is not None


def _texts(gist: object, owner: GitHubAccount) -> Iterator[object]:
    known = _mapping(gist)
    if _mapping(known.get("owner")).get("id") == owner.id:
        yield known.get("description")
        yield from _mapping(known.get("files"))


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}
