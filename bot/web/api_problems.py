"""How the HTTP API says no: for each refusal a status, a code for programs and a sentence for people."""

import math
from collections.abc import Mapping
from datetime import datetime

from aiohttp import web

from tracker.accounts.export import exact_json
from tracker.refusals import Reason, Refused
from tracker.store.values import Value

REALM = 'Bearer realm="questlog"'
PRIVATE = {"Cache-Control": "no-store"}

_STATUSES: Mapping[Reason, int] = {
    Reason.UNKNOWN: 404,
    Reason.UNREADABLE: 422,
    Reason.CONFLICT: 409,
    Reason.FORBIDDEN: 403,
    Reason.TOO_OFTEN: 429,
    Reason.UNAVAILABLE: 503,
}


class Problem(Exception):
    """What is answered instead of what was asked for."""

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.headers = status, code, dict(headers or {})

    def response(self) -> web.Response:
        document = {"error": {"code": self.code, "message": str(self)}}
        return as_json(document, status=self.status, headers=self.headers)


def as_json(
    document: Mapping[str, Value], *, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Numbers have all their digits."""
    text = exact_json(dict(document)) + "\n"
    headers = {**PRIVATE, **(headers or {})}
    return web.Response(text=text, content_type="application/json", status=status, headers=headers)


def problem_of(refused: Refused) -> Problem:
    return Problem(_STATUSES[refused.reason], refused.code, str(refused))


def no_token() -> Problem:
    message = "Send your token: Authorization: Bearer qlt_... `questlog token new` makes one."
    return Problem(401, "no_token", message, {"WWW-Authenticate": REALM})


def unknown_token() -> Problem:
    message = "This token is not valid, or not any more. `questlog token new` makes another."
    return Problem(401, "unknown_token", message, {"WWW-Authenticate": f'{REALM}, error="invalid_token"'})


def too_often(until: datetime, now: datetime) -> Problem:
    seconds = max(math.ceil((until - now).total_seconds()), 1)
    message = f"That was often. Try again in {seconds} second{'' if seconds == 1 else 's'}."
    return Problem(429, "too_often", message, {"Retry-After": f"{seconds}"})


def store_down() -> Problem:
    message = "Questlog cannot reach its records now. Try again in a minute."
    return Problem(503, "store", message, {"Retry-After": "60"})


def starting() -> Problem:
    return Problem(503, "starting", "Questlog is starting. Try again in a moment.", {"Retry-After": "5"})


def too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"The body is too large: it has {most:,} bytes at most.")


def bad_body(message: str) -> Problem:
    return Problem(400, "bad_body", message)
