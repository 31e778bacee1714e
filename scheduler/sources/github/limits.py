"""What an answer of GitHub says of its limits, and which failure an answer is."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from scheduler.sources.answers import seconds
from scheduler.sources.client import WebPage
from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.source import Blocked, Malformed, NotFound, RateLimited, SourceFailure, Unavailable
from scheduler.sources.timing import Timing

TITLE: Final = "GitHub"
LATER: Final = "What was counted stays, and Questlog tries again by itself."

_SECONDARY = (b"secondary rate limit", b"abuse detection")
_PRIMARY = b"rate limit exceeded"
_LOOKED_AT = 16 * 1024


class Allowance:
    """What is left of one of GitHub's allowances, which are told with every answer."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._left: int | None = None
        self._renewed_at = 0.0

    def learn(self, headers: Mapping[str, str]) -> None:
        left, renewed_at = _number(headers, "x-ratelimit-remaining"), _number(headers, "x-ratelimit-reset")
        if left is not None and renewed_at is not None:
            self._left, self._renewed_at = left, float(renewed_at)

    def check(self, cost: int) -> None:
        """Raises RateLimited in place of a request that GitHub would refuse: asking on makes it angry."""
        wait = self._renewed_at - self._timing.clock().timestamp()
        if self._left is not None and self._left < cost and wait > 0:
            raise spent(wait)


def failure_of(page: WebPage, now: datetime) -> SourceFailure | None:
    """None for a good answer."""
    match page.status:
        case 200 | 304:
            return None
        case 401:
            return Blocked(
                f"{TITLE} does not take the token in [sources.github]: it is wrong, or has expired. {LATER}",
                cause="the token is refused",
            )
        case 403 | 429:
            return limit_of(page, now) or Blocked(
                f"{TITLE} refused to answer (status {page.status}). {LATER}",
                cause=f"a refusal, status {page.status}",
            )
        case 404 | 410:
            return NotFound(f"{TITLE} answered that there is nothing.")
        case status:
            return Unavailable(
                f"{TITLE} answered with an error (status {status}). {LATER}",
                cause=f"an error, status {status}",
                brief=status >= 500,  # noqa: PLR2004
            )


def limit_of(page: WebPage, now: datetime) -> RateLimited | None:
    """None for a refusal that has to do with no limit."""
    said = page.body[:_LOOKED_AT].lower()
    named = seconds(page.retry_after, now)
    if named is not None or any(words in said for words in _SECONDARY):
        return RateLimited(
            f"{TITLE} asked for fewer requests. {LATER}",
            cause="we are asked to send fewer requests",
            retry_after=named,
        )
    if _number(page.headers, "x-ratelimit-remaining") == 0 or _PRIMARY in said or page.status == 429:  # noqa: PLR2004
        return spent(until_renewed(page.headers, now))
    return None


def spent(wait: float | None) -> RateLimited:
    return RateLimited(
        f"{TITLE} answers only so many questions in an hour, and they are used up. {LATER}",
        cause="the questions of this hour are used up",
        retry_after=wait,
    )


def until_renewed(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds until the allowance is there again, where that is told and still to come."""
    renewed_at = _number(headers, "x-ratelimit-reset")
    wait = 0.0 if renewed_at is None else renewed_at - now.timestamp()
    return wait if wait > 0 else None


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "").strip()
    return int(text[:12]) if text.isascii() and text.isdecimal() else None


def malformed() -> Malformed:
    return Malformed(
        f"{TITLE} answered in a form that Questlog does not understand. {LATER}",
        cause="an answer that Questlog does not understand",
    )


def unknown(account: GitHubAccount) -> NotFound:
    return NotFound(
        f"{TITLE} knows nobody called {account.login}: the account was deleted, or has another name now."
    )
