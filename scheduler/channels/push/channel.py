"""Messages in a browser, through the push service of whoever makes it (RFC 8030), which cannot read them."""

import json
import math
from datetime import timedelta
from http import HTTPStatus

import aiohttp
import http_ece  # pyright: ignore[reportMissingTypeStubs]
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from yarl import URL

from scheduler.channels.channel import (
    LINK,
    BadMessage,
    ChannelFailure,
    Message,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.posting import PostTarget, post
from scheduler.channels.push.keys import public_letters
from scheduler.channels.push.subscription import Subscription, subscription_of
from tracker.clock import Clock

NAME = "webpush"
TARGET = PostTarget("the push service", "push.allow_private")
SECONDS = 10.0
MOST_BYTES = 3000
"""Of what is told, before it is encrypted: push services take 4096 bytes of the rest."""
LONGEST_TITLE = 200
KEPT_FOR = timedelta(days=1)
"""How long a push service keeps a message for a browser that is not there."""
SIGNED_FOR = timedelta(hours=12)
"""A day at most, says the rule."""
KNOWN_SERVICES = (
    "fcm.googleapis.com",
    "push.apple.com",
    "push.services.mozilla.com",
    "notify.windows.com",
)
"""Those of the browsers. Where one of them refuses our signature, it is for the operator; what else says so
may be somebody's own server, which must not stop everybody's messages."""
_GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
_NOT_US = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
_LATER = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}


class WebPushChannel:
    """The session decides which addresses may be reached; redirects are not followed."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        key: ec.EllipticCurvePrivateKey,
        contact: str,
        clock: Clock,
        *,
        seconds: float = SECONDS,
        services: tuple[str, ...] = KNOWN_SERVICES,
    ) -> None:
        self._session, self._key, self._contact, self._clock = session, key, contact, clock
        self._seconds, self._services = seconds, services

    @property
    def name(self) -> str:
        return NAME

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        try:
            subscription = subscription_of(target.address)
        except ValueError:
            raise TargetOff("the subscription of the browser cannot be used") from None
        body = encrypted(subscription, payload(message))
        headers = self._headers(subscription, message)
        status, after = await post(
            self._session, subscription.endpoint, body, headers, target=TARGET, seconds=self._seconds
        )
        if failure := self._failure_of(subscription, status, after):
            raise failure
        return Receipt(str(status))

    def _headers(self, subscription: Subscription, message: Message) -> dict[str, str]:
        """One that is sent again takes the place of the one that the push service still has (`Topic`)."""
        until = int((self._clock() + SIGNED_FOR).timestamp())
        claims = {"aud": subscription.origin, "exp": until, "sub": self._contact}
        token = jwt.encode(claims, self._key, algorithm="ES256")
        return {
            "Authorization": f"vapid t={token}, k={public_letters(self._key)}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(KEPT_FOR.total_seconds())),
            "Topic": message.id[:32],
            "Urgency": "high" if any(part.urgent for part in message.parts) else "normal",
        }

    def _failure_of(
        self, subscription: Subscription, status: int, after: float | None
    ) -> ChannelFailure | None:
        said = f"the push service answered {status}"
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return None
        if status in _GONE:
            return TargetGone("the browser takes no more messages from Questlog")
        if status in _NOT_US:
            host = URL(subscription.endpoint).host or ""
            if any(host == one or host.endswith(f".{one}") for one in self._services):
                return StopSender(f"{host} refuses the signature ({status}): see push.contact")
            return TargetOff(f"{said}: it refuses messages from Questlog")
        if status in _LATER or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return Retry(said, after=after, of_message=status == HTTPStatus.INTERNAL_SERVER_ERROR)
        if status < HTTPStatus.BAD_REQUEST:
            return Retry(f"{said}, which leads elsewhere", after=after)
        return BadMessage(said)


def encrypted(subscription: Subscription, content: bytes) -> bytes:
    """For this browser alone (RFC 8291)."""
    return http_ece.encrypt(  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - no types
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=subscription.public_key,
        auth_secret=subscription.auth,
        version="aes128gcm",
    )


def payload(message: Message) -> bytes:
    """What the worker shows. What is too long ends with dots; the page has all of it."""
    first, lines = message.parts[0], list[str]()
    for part in message.parts:
        lines += [part.title] if len(message.parts) > 1 else []
        lines += [line for line in (part.text, part.late) if line]
    title = first.title if len(message.parts) == 1 else f"{len(message.parts)} messages"
    link = str(first.facts.get(LINK, ""))
    told = {
        "id": message.id,
        "title": title[:LONGEST_TITLE],
        "path": link if link.startswith("/") else f"/messages/{first.id}",
    }
    body = "\n".join([*lines, *([message.note] if message.note else [])])
    room = MOST_BYTES - len(json.dumps({**told, "body": ""}).encode())
    return json.dumps({**told, "body": _within(body, room)}).encode()


def _within(text: str, room: int) -> str:
    """As much as there is room for as JSON, which writes some letters with many."""
    if len(json.dumps(text)) - 2 <= room:
        return text
    dots = "\N{HORIZONTAL ELLIPSIS}"
    low, high = 0, len(text)
    while low < high:
        middle = math.ceil((low + high) / 2)
        low, high = (middle, high) if len(json.dumps(text[:middle] + dots)) - 2 <= room else (low, middle - 1)
    return text[:low] + dots
