"""How the HTTP API says no: for each refusal a status, a code for programs and a sentence for people."""

import math
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus

from aiohttp import web

from bot.documents import Json
from tracker.accounts.export import exact_json
from tracker.refusals import Reason, Refused

REALM = 'Bearer realm="questlog"'
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
    document: Mapping[str, Json], *, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Numbers have all their digits."""
    text = exact_json(dict(document)) + "\n"
    headers = {**PRIVATE, **(headers or {})}
    return web.Response(text=text, content_type="application/json", status=status, headers=headers)


def refusal(refused: Refused) -> web.Response:
    said: dict[str, Json] = {"code": refused.code, "message": str(refused)}
    if refused.field:
        said["field"] = refused.field
    if refused.suggestions:
        said["suggestions"] = [{"label": one.label, "value": one.value} for one in refused.suggestions]
    if isinstance(refused, HttpRefused):
        return as_json({"error": said}, status=refused.status, headers=refused.headers)
    return as_json({"error": said}, status=STATUSES[refused.reason])


def no_token() -> HttpRefused:
    text = "Send your token: Authorization: Bearer qlt_... `questlog token new` makes one."
    return HttpRefused(HTTPStatus.UNAUTHORIZED, "no_token", text, {"WWW-Authenticate": REALM})


def unknown_token() -> HttpRefused:
    text = "This token is not valid, or not any more. `questlog token new` makes another."
    challenge = f'{REALM}, error="invalid_token"'
    return HttpRefused(HTTPStatus.UNAUTHORIZED, "unknown_token", text, {"WWW-Authenticate": challenge})


def too_often(until: datetime, now: datetime) -> HttpRefused:
    seconds = max(math.ceil((until - now).total_seconds()), 1)
    text = f"That was often. Try again in {seconds} second{'' if seconds == 1 else 's'}."
    return HttpRefused(HTTPStatus.TOO_MANY_REQUESTS, "too_often", text, {"Retry-After": f"{seconds}"})


def store_down() -> HttpRefused:
    text = "Questlog cannot reach its records now. Try again in a minute."
    return HttpRefused(HTTPStatus.SERVICE_UNAVAILABLE, "store", text, {"Retry-After": "60"})


def starting() -> HttpRefused:
    text = "Questlog is starting. Try again in a moment."
    return HttpRefused(HTTPStatus.SERVICE_UNAVAILABLE, "starting", text, {"Retry-After": "5"})
