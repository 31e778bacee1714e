"""What GitHub answers to the question for many accounts: commits, or a failure, for each of them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, cast

from scheduler.sources.client import WebPage
from scheduler.sources.github.accounts import GitHubAccount
from scheduler.sources.github.api import document_of
from scheduler.sources.github.limits import (
    LATER,
    TITLE,
    failure_of,
    limit_of,
    malformed,
    spent,
    unknown,
    until_renewed,
)
from scheduler.sources.github.query import CommitQuestion
from scheduler.sources.source import Malformed, SourceFailure, Unavailable

_TOO_MUCH = "RESOURCE_LIMITS_EXCEEDED"


class CommitAnswer(NamedTuple):
    """What is known of one account in the days of a question."""

    account: GitHubAccount
    days: dict[date, int]
    private: int
    cut: bool
    """Whether there is more than was listed."""


def answers_to(question: CommitQuestion, page: WebPage, now: datetime) -> list[CommitAnswer | SourceFailure]:
    """One for each account, in their order. Raises SourceFailure where nobody was answered.

    Unavailable that is not brief says that less at once may be answered: GitHub gives up after ten seconds.
    """
    document = _document(page, now)
    data, errors = document.get("data"), [_mapping(error) for error in _list(document.get("errors"))]
    if any(error.get("type") == "RATE_LIMITED" for error in errors):
        raise spent(until_renewed(page.headers, now))
    if not isinstance(data, dict):
        raise _failure(errors, page, now)
    told = cast("Mapping[str, Any]", data)
    # Where it ran out of time, GitHub names one place, and leaves out all that follows.
    strained = [error for error in errors if _is_strained(error)]
    return [
        _answer(account, question, user, _errors_at(errors, name) or ([] if user else strained))
        for number, account in enumerate(question.accounts)
        for name in [f"u{number}"]
        for user in [told.get(name)]
    ]


def _document(page: WebPage, now: datetime) -> Mapping[str, Any]:
    if failure := failure_of(page, now):
        raise _too_much(failure) if isinstance(failure, Unavailable) else failure
    try:
        return _mapping(document_of(page.body))
    except Malformed:
        # What is too much for GitHub is sometimes broken off where it says so.
        if _TOO_MUCH.encode() in page.body:
            raise _too_much() from None
        raise


def _failure(errors: list[Mapping[str, Any]], page: WebPage, now: datetime) -> SourceFailure:
    """Why there are no data at all."""
    said = " ".join(str(error.get("message")) for error in errors).lower()
    if "secondary rate limit" in said and (limit := limit_of(page, now)):
        return limit
    return _too_much() if any(map(_is_strained, errors)) else malformed()


def _is_strained(error: Mapping[str, Any]) -> bool:
    """Whether it says that less may be answered."""
    said = str(error.get("message")).lower()
    return error.get("type") == _TOO_MUCH or "something went wrong" in said or "timeout" in said


def _too_much(failure: SourceFailure | None = None) -> Unavailable:
    return Unavailable(
        str(failure or f"{TITLE} could not work out the answer in time. {LATER}"),
        cause=failure.cause if failure else "an answer that takes too long",
    )


def _errors_at(errors: list[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    return [error for error in errors if _list(error.get("path"))[:1] == [name]]


def _answer(
    account: GitHubAccount, question: CommitQuestion, found: object, errors: list[Mapping[str, Any]]
) -> CommitAnswer | SourceFailure:
    """An error inside an account spoils all of it: fewer commits than there are would be worse than none."""
    if any(error.get("type") == "NOT_FOUND" for error in errors):
        return unknown(account)
    if any(map(_is_strained, errors)):
        return _too_much()
    if errors:
        return Unavailable(
            f"{TITLE} could not count the commits of {account.login}. {LATER}",
            cause="an error in place of commits",
            brief=True,
        )
    try:
        return _read(_mapping(found), question)
    except (KeyError, TypeError, ValueError, OverflowError):
        return malformed()


def _read(user: Mapping[str, Any], question: CommitQuestion) -> CommitAnswer:
    collection = user["contributionsCollection"]
    listed = collection["commitContributionsByRepository"]
    days: dict[date, int] = {}
    for row in (row for repository in listed for row in repository["contributions"]["nodes"]):
        day, count = day_of(row["occurredAt"]), _count(row["commitCount"])
        if count and question.days.first <= day <= question.days.last:
            days[day] = days.get(day, 0) + count
    more = any(repository["contributions"]["pageInfo"]["hasNextPage"] for repository in listed)
    account = GitHubAccount(str(user["login"]), _count(user["databaseId"]))
    private = _count(collection["restrictedContributionsCount"])
    return CommitAnswer(account, days, private, cut=more or len(listed) >= question.repositories)


def day_of(occurred_at: str) -> date:
    """The date on the author's clock. It is sent as midnight in California: 07:00 or 08:00 of it in UTC."""
    instant = datetime.fromisoformat(occurred_at)
    if instant.tzinfo is None:
        raise ValueError("an instant has a zone")
    return instant.astimezone(UTC).date()


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError("no count")
    return number


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
