"""Whether GitHub takes the token: the smallest question there is, which tells what is left of the hour."""

from typing import Any, cast

from scheduler.sources.client import Page
from scheduler.sources.github.api import GitHubApi, document_of
from scheduler.sources.github.limits import failure_of, malformed
from tracker.clock import Clock

_QUESTION = "query { rateLimit { remaining } }"


async def points_left(api: GitHubApi, clock: Clock) -> int | None:
    """Of this hour; None on a server that has no limits. Raises SourceFailure: Blocked for a bad token."""

    def judge(page: Page) -> int | None:
        if failure := failure_of(page, clock()):
            raise failure
        return _left(document_of(page.body))

    return await api.query(_QUESTION, {}, judge, cost=1)


def _left(document: object) -> int | None:
    match cast("Any", document):
        case {"data": {"rateLimit": {"remaining": int(left)}}}:
            return left
        case {"data": {"rateLimit": None}}:
            return None
        case _:
            raise malformed()
