"""What the body of a request to the HTTP API says: JSON or a form, as programs send them, or nothing."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from email import message_from_bytes
from itertools import islice
from typing import Any, cast
from urllib.parse import parse_qsl

from aiohttp import web

from bot.web.api_problems import Problem, bad_body, too_large
from tracker.habits.words.amounts import checked_amount, parse_amount
from tracker.readings import Number
from tracker.words import checked_note

MOST_BYTES = 4096
MOST_FIELDS = 20
FIELDS = ("amount", "note", "day")

_SHAPE = 'Send JSON such as {"amount": 5, "note": "legs", "day": "yesterday"}, a form, or nothing.'


@dataclass(frozen=True, slots=True)
class Wish:
    """Nothing of it need be said."""

    amount: Number | None = None
    note: str | None = None
    day: str | None = None


async def wish_of(request: web.Request, *, without: frozenset[str] = frozenset()) -> Wish:
    """Raises Problem, and HabitRefused for an amount or note that is none. `without` cannot be said here."""
    fields = {name: value for name, value in (await _fields(request)).items() if value not in (None, "")}
    known = [name for name in FIELDS if name not in without]
    for name in fields:
        if name not in known:
            raise bad_body(f"There is no field {name[:40]!r} here; there are {', '.join(known)}.")
    note, day = _text(fields, "note"), _text(fields, "day")
    return Wish(_amount(fields.get("amount")), None if note is None else checked_note(note), day)


async def _fields(request: web.Request) -> Mapping[str, Any]:
    small = request.clone(client_max_size=MOST_BYTES)
    if (request.content_length or 0) > MOST_BYTES:
        raise too_large(MOST_BYTES)
    try:
        body = await small.read()
        if request.content_type == "multipart/form-data":
            return dict(_parts(body, request.headers["Content-Type"]))
        return _written(body, request.content_type)
    except web.HTTPRequestEntityTooLarge:
        raise too_large(MOST_BYTES) from None
    except (web.RequestPayloadError, ValueError, LookupError, RecursionError):
        raise bad_body(f"The body cannot be read. {_SHAPE}") from None


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
        raise bad_body(f"The body is no JSON object. {_SHAPE}")
    return cast("dict[str, Any]", found)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError("a number of that size is none") from None


def _no_number(text: str) -> Decimal:
    raise ValueError(f"{text} is no number")


def _amount(said: object) -> Number | None:
    match said:
        case None:
            return None
        case bool():
            raise _wrong("amount", "a number above 0, such as 5 or 2.5")
        case int() | Decimal():
            return checked_amount(said)
        case str():
            return parse_amount(said)
        case _:
            raise _wrong("amount", "a number above 0, such as 5 or 2.5")


def _text(fields: Mapping[str, Any], name: str) -> str | None:
    said = fields.get(name)
    if said is not None and not isinstance(said, str):
        raise _wrong(name, "text")
    return said


def _wrong(name: str, wanted: str) -> Problem:
    return bad_body(f"{name} is {wanted}.")
