"""A signed JSON POST to an address of the person's own.

The signature is HMAC-SHA256, with a secret of that person and address alone, of the timestamp, the recipient
and the body, with full stops between them: `Questlog-Timestamp: 1735718400`, `Questlog-Recipient: <hex>` and
`Questlog-Signature: v2=<hex>`. So what one receiver can check, no other can forge, and no message to one is
one to another. `Idempotency-Key` is the message's id.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus

import aiohttp
from pydantic import SecretStr
from yarl import URL

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Message,
    MessageTarget,
    Part,
    Receipt,
    Retry,
    TargetGone,
)
from scheduler.channels.posting import PostTarget, post
from tracker.clock import Clock
from tracker.signing import hashed

SECONDS = 10.0
LONGEST = 2000
TARGET = PostTarget("the webhook", "webhook.allow_private")
_LATER = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})


class WebhookChannel:
    """The session decides which addresses may be reached; redirects are not followed."""

    def __init__(
        self, session: aiohttp.ClientSession, secret: SecretStr, clock: Clock, *, seconds: float = SECONDS
    ) -> None:
        self._session, self._secret, self._clock = session, secret, clock
        self._seconds = seconds

    @property
    def name(self) -> str:
        return "webhook"

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        now = self._clock()
        body = document(message, now)
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": message.id,
            **signature(self._secret, recipient_of(target), body, int(now.timestamp())),
        }
        status, after = await post(
            self._session, target.address, body, headers, target=TARGET, seconds=self._seconds
        )
        if failure := failure_of(status, after):
            raise failure
        return Receipt(str(status))


def checked_address(text: str) -> str:
    """An address that something can be posted to, or ValueError, whose text does not repeat the address."""
    address = text.strip()
    if len(address) > LONGEST or not address.isprintable():
        raise ValueError(f"An address has at most {LONGEST} characters, and no line breaks.")
    try:
        url = URL(address)
        usable = url.scheme in {"http", "https"} and bool(url.host) and bool(url.port)
    except ValueError:
        usable = False
    if not usable:
        raise ValueError("That is no address for a webhook; one looks like https://example.org/hook.")
    return address


def failure_of(status: int, after: float | None = None) -> ChannelFailure | None:
    """What an answer means; None: the message was taken."""
    said = f"the webhook answered {status}"
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return None
    if status == HTTPStatus.GONE:
        return TargetGone(said)
    if status in _LATER or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        is_fault = status == HTTPStatus.INTERNAL_SERVER_ERROR
        return Retry(said, after=after, of_message=is_fault)
    if status < HTTPStatus.BAD_REQUEST:  # as sites do while they are under maintenance
        return Retry(f"{said}, which leads elsewhere", after=after)
    return BadMessage(said)


def recipient_of(target: MessageTarget) -> str:
    return hashed("webhook", target.person or target.asker, target.address)


def own_secret(secret: SecretStr, recipient: str) -> str:
    """What one recipient checks signatures with: made of the secret of this Questlog, and kept nowhere."""
    made = hmac.new(secret.get_secret_value().encode(), b"webhook\0" + recipient.encode(), hashlib.sha256)
    return f"qlw_{made.hexdigest()}"


def signature(secret: SecretStr, recipient: str, body: bytes, timestamp: int) -> dict[str, str]:
    signed = b"%d.%b.%b" % (timestamp, recipient.encode(), body)
    made = hmac.new(own_secret(secret, recipient).encode(), signed, hashlib.sha256)
    return {
        "Questlog-Timestamp": str(timestamp),
        "Questlog-Recipient": recipient,
        "Questlog-Signature": f"v2={made.hexdigest()}",
    }


def document(message: Message, now: datetime) -> bytes:
    parts = [_part(part) for part in message.parts]
    told = {"version": 1, "id": message.id, "sentAt": _text(now), "note": message.note, "messages": parts}
    return json.dumps(told, ensure_ascii=False).encode()


def _part(part: Part) -> Mapping[str, object]:
    return {
        "id": part.id,
        "kind": part.kind.name,
        "title": part.title,
        "text": part.text,
        "facts": dict(part.facts),
        "priority": "urgent" if part.urgent else "normal",
        "meantFor": _text(part.meant_for),
        "late": part.late,
        "group": part.group,
    }


def _text(instant: datetime) -> str:
    return f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
