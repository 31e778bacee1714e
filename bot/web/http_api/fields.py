"""What a request to the HTTP API says: JSON or a form, as programs send them, or nothing."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from email import message_from_bytes
from itertools import islice
from typing import Any, cast
from urllib.parse import parse_qsl

from aiohttp import web

from bot.documents import BadRequest
from bot.web.http_api.problems import BodyTooLarge
from bot.web.there import GUILD

MOST_BYTES = 64 * 1024
"""Of a request: ten times what most people write on a page of their logbook in a day."""
MOST_FIELDS = 40

_SHAPE = 'Send JSON such as {"amount": 5, "note": "legs", "day": "yesterday"}, a form, or nothing.'


async def fields_of(request: web.Request) -> dict[str, Any]:
    """What the address and the body say together; empty fields say nothing. A server is where it is said.

    Raises BadRequest, BodyTooLarge.
    """
    body = await _body(request)
    named = {name: value for name, value in request.match_info.items() if name != GUILD}
    said = {**request.query, **body, **named}
    return {name: value for name, value in said.items() if value not in (None, "")}


async def _body(request: web.Request) -> Mapping[str, Any]:
    small = request.clone(client_max_size=MOST_BYTES)
    if (request.content_length or 0) > MOST_BYTES:
        raise BodyTooLarge(MOST_BYTES)
    try:
        body = await small.read()
        if request.content_type == "multipart/form-data":
            return dict(_parts(body, request.headers["Content-Type"]))
        return _written(body, request.content_type)
    except web.HTTPRequestEntityTooLarge:
        raise BodyTooLarge(MOST_BYTES) from None
    except (web.RequestPayloadError, ValueError, LookupError, RecursionError):
        raise BadRequest(f"The body cannot be read. {_SHAPE}") from None


def _parts(body: bytes, content_type: str) -> Iterator[tuple[str, str]]:
    """Of a form in several parts, of which aiohttp's own reader would make temporary files."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode("utf-8", "surrogateescape")
    form = message_from_bytes(head + body)
    if not form.is_multipart():
        raise ValueError("no parts")
    for part in islice(form.walk(), 1, None):
        name, value = part.get_param("name", header="Content-Disposition"), part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(value, bytes):
            raise ValueError("a part without a name or a value")  # noqa: TRY004 - of whoever sent it
        yield name, value.decode()


def _written(body: bytes, content_type: str) -> Mapping[str, Any]:
    """What begins as JSON does is JSON, whatever it is called: so `curl -d` sends it."""
    text = body.decode().strip()
    if not text:
        return {}
    if content_type == "application/x-www-form-urlencoded" and text[0] not in "{[":
        return dict(parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS))
    found = json.loads(text, parse_float=_decimal, parse_constant=_no_number)
    if not isinstance(found, dict):
        raise BadRequest(f"The body is not a JSON object. {_SHAPE}")
    return cast("dict[str, Any]", found)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError("a number of that size is none") from None


def _no_number(text: str) -> Decimal:
    raise ValueError(f"{text} is no number")
