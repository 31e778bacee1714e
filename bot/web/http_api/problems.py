"""How the HTTP API says no: for each refusal a status, a code for programs and a sentence for people.

Since version 1 as RFC 9457 has it; before, as `{"error": …}`, which is still a member of the other.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus

from aiohttp import web

from bot.documents import Json
from bot.web.routes import ROOT
from tracker.accounts.export import exact_json
from tracker.accounts.tokens import TokenScope
from tracker.refusals import Reason, Refused
from tracker.words import listed, wait_text

REALM = 'Bearer realm="questlog"'
PROBLEM = "application/problem+json"
PROBLEMS = "/api/docs"
"""The page that says of every code what it means."""
PRIVATE = {"Cache-Control": "no-store"}

STATUSES: Mapping[Reason, HTTPStatus] = {
    Reason.MALFORMED: HTTPStatus.BAD_REQUEST,
    Reason.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Reason.UNKNOWN: HTTPStatus.NOT_FOUND,
    Reason.CONFLICT: HTTPStatus.CONFLICT,
    Reason.UNREADABLE: HTTPStatus.UNPROCESSABLE_ENTITY,
    Reason.TOO_OFTEN: HTTPStatus.TOO_MANY_REQUESTS,
    Reason.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}


class HttpRefused(Refused):
    """What only this front end refuses, with a status and headers of its own."""

    def __init__(
        self, status: HTTPStatus, code: str, text: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(text)
        self.status, self.code = status, code  # pyright: ignore[reportAttributeAccessIssue] - each has its own
        self.headers = dict(headers or {})


class BodyTooLarge(HttpRefused):
    def __init__(self, most: int) -> None:
        text = f"The body is too large. It can have {most:,} bytes."
        super().__init__(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", text)


def as_json(
    document: Mapping[str, Json],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    content_type: str = "application/json",
) -> web.Response:
    """Numbers have all their digits."""
    text = exact_json(dict(document)) + "\n"
    headers = {**PRIVATE, **(headers or {})}
    return web.Response(text=text, content_type=content_type, status=status, headers=headers)


def refusal(_: web.Request, refused: Refused) -> web.Response:
    return as_json({"error": _said(refused)}, status=_status(refused), headers=_headers(refused))


def problem(request: web.Request, refused: Refused) -> web.Response:
    """As `application/problem+json`."""
    status = _status(refused)
    said: dict[str, Json] = {
        "type": f"{request.app[ROOT]}{PROBLEMS}#{refused.code}",
        "title": title_of(refused.code),
        "status": status.value,
        "detail": str(refused),
        "instance": request.rel_url.raw_path,
        "error": _said(refused),
    }
    return as_json(said, status=status, headers=_headers(refused), content_type=PROBLEM)


def title_of(code: str) -> str:
    return code.replace("_", " ").capitalize()


def _status(refused: Refused) -> HTTPStatus:
    return refused.status if isinstance(refused, HttpRefused) else STATUSES[refused.reason]


def _headers(refused: Refused) -> Mapping[str, str]:
    return refused.headers if isinstance(refused, HttpRefused) else {}


def _said(refused: Refused) -> dict[str, Json]:
    said: dict[str, Json] = {"code": refused.code, "message": str(refused)}
    if refused.field:
        said["field"] = refused.field
    if refused.suggestions:
        said["suggestions"] = [{"label": one.label, "value": one.value} for one in refused.suggestions]
    return said


def no_token() -> HttpRefused:
    text = "Send your token: Authorization: Bearer qlt_... `questlog token new` makes one."
    return HttpRefused(HTTPStatus.UNAUTHORIZED, "no_token", text, {"WWW-Authenticate": REALM})


def unknown_token() -> HttpRefused:
    text = "This token is not valid, or not any more. `questlog token new` makes another."
    challenge = f'{REALM}, error="invalid_token"'
    return HttpRefused(HTTPStatus.UNAUTHORIZED, "unknown_token", text, {"WWW-Authenticate": challenge})


def wrong_scope(scope: TokenScope, needed: TokenScope) -> HttpRefused:
    text = (
        f"The scope of this token is {scope}, and this takes {needed}. "
        f"`questlog token new --scope {needed}` makes one."
    )
    challenge = f'{REALM}, error="insufficient_scope", scope="{needed}"'
    return HttpRefused(HTTPStatus.FORBIDDEN, "scope", text, {"WWW-Authenticate": challenge})


def too_often(until: datetime, now: datetime) -> HttpRefused:
    seconds = max(math.ceil((until - now).total_seconds()), 1)
    text = f"Too many requests. Try again in {wait_text(until - now)}."
    return HttpRefused(HTTPStatus.TOO_MANY_REQUESTS, "too_often", text, {"Retry-After": f"{seconds}"})


def looked_too_often(refused: Refused) -> HttpRefused:
    """At servers on Discord."""
    return HttpRefused(HTTPStatus.TOO_MANY_REQUESTS, refused.code, f"{refused}", {"Retry-After": "60"})


def store_down() -> HttpRefused:
    text = "Questlog cannot reach its records now. Try again in a minute."
    return HttpRefused(HTTPStatus.SERVICE_UNAVAILABLE, "store", text, {"Retry-After": "60"})


def starting() -> HttpRefused:
    text = "Questlog is starting. Try again in a moment."
    return HttpRefused(HTTPStatus.SERVICE_UNAVAILABLE, "starting", text, {"Retry-After": "5"})


def failed(number: str) -> HttpRefused:
    text = (
        "Something went wrong here, and it is not your request. Whether it was done is not certain: look "
        f"before you send it again. Tell whoever runs this Questlog the number {number}."
    )
    return HttpRefused(HTTPStatus.INTERNAL_SERVER_ERROR, "failed", text)


def no_such_address() -> HttpRefused:
    text = f"There is nothing at this address. {PROBLEMS} has all there are."
    return HttpRefused(HTTPStatus.NOT_FOUND, "no_such_address", text)


def wrong_method(allowed: Sequence[str]) -> HttpRefused:
    text = f"This address takes {listed(allowed)}."
    return HttpRefused(HTTPStatus.METHOD_NOT_ALLOWED, "wrong_method", text, {"Allow": ", ".join(allowed)})


def every_own() -> tuple[HttpRefused, ...]:
    """One of each that is refused by no use case."""
    now, scope = datetime.now(UTC), TokenScope.READ
    return (
        BodyTooLarge(0),
        no_token(),
        unknown_token(),
        wrong_scope(scope, scope),
        too_often(now, now),
        store_down(),
        starting(),
        failed(""),
        no_such_address(),
        wrong_method(("GET",)),
        too_many_readers(),
    )


def too_many_readers() -> HttpRefused:
    text = "Too many follow along here already. Try again in a minute."
    return HttpRefused(HTTPStatus.SERVICE_UNAVAILABLE, "too_many_readers", text, {"Retry-After": "60"})
