"""What comes from Amazon SNS: signed by Amazon, for our topic, not long ago. All else is refused.

The certificate is fetched from an address of Amazon's own, and by HTTPS, which is what makes it Amazon's.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Literal, TypeAlias

import aiohttp
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from yarl import URL

from bot.email.rsa_signature import BadCertificate, RsaKey, key_of_certificate
from tracker.settings import EmailSettings

SECONDS = 10.0
OLDEST = timedelta(days=1)
"""Amazon gives up long before that; a posting that somebody kept is of no use later."""
_LARGEST_CERTIFICATE = 20_000
_MOST_CERTIFICATES = 8
_HASHES: Mapping[str, str] = {"1": "sha1", "2": "sha256"}
_AMAZON = re.compile(r"sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?")
_CERTIFICATE = re.compile(r"/SimpleNotificationService-[A-Za-z0-9]{1,128}\.pem")


class NotAmazon(ValueError):
    """Not signed by Amazon, for another topic, or too old. The text says what to do, for the log."""


class Unreachable(Exception):
    """Amazon could not be asked; whoever posts tries again."""


class _Signed(BaseModel, frozen=True):
    model_config = ConfigDict(extra="ignore")

    message: str = Field(alias="Message", max_length=300_000)
    message_id: str = Field(alias="MessageId", max_length=200)
    timestamp: str = Field(alias="Timestamp", max_length=40)
    topic: str = Field(alias="TopicArn", max_length=400)
    signature: str = Field(alias="Signature", max_length=2000)
    version: Literal["1", "2"] = Field(alias="SignatureVersion")
    certificate_url: str = Field(alias="SigningCertURL", max_length=1000)


class SnsMessage(_Signed, frozen=True):
    type: Literal["Notification"] = Field(alias="Type")
    subject: str | None = Field(default=None, alias="Subject", max_length=1000)


class Confirmation(_Signed, frozen=True):
    type: Literal["SubscriptionConfirmation"] = Field(alias="Type")
    token: str = Field(alias="Token", max_length=2000)
    url: str = Field(alias="SubscribeURL", max_length=4000)


class Farewell(_Signed, frozen=True):
    type: Literal["UnsubscribeConfirmation"] = Field(alias="Type")
    token: str = Field(alias="Token", max_length=2000)
    url: str = Field(alias="SubscribeURL", max_length=4000)


Posting: TypeAlias = SnsMessage | Confirmation | Farewell
_POSTING: TypeAdapter[Posting] = TypeAdapter(Annotated[Posting, Field(discriminator="type")])
_INSTANT: TypeAdapter[datetime] = TypeAdapter(AwareDatetime)


def read_posting(body: bytes) -> Posting:
    """Raises ValueError. Nothing of it is to be believed before it is checked."""
    try:
        return _POSTING.validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise ValueError("no posting of SNS") from error


class SnsPostings:
    """Keeps the certificates that it has fetched."""

    def __init__(self) -> None:
        self._keys: dict[URL, RsaKey] = {}

    async def check(self, posting: Posting, settings: EmailSettings, now: datetime) -> None:
        """Raises NotAmazon, or Unreachable."""
        if posting.topic != settings.events_topic:
            raise NotAmazon("it is about another topic than email.events_topic")
        key = await self._key(posting.certificate_url, settings)
        try:
            signature = b64decode(posting.signature, validate=True)
        except (binascii.Error, ValueError):
            raise NotAmazon("its signature is none") from None
        if not key.has_signed(_said(posting), signature, _HASHES[posting.version]):
            raise NotAmazon("its signature is wrong")
        if abs(now - _instant(posting.timestamp)) > OLDEST:
            raise NotAmazon("it is too old, or a clock is wrong")

    async def _key(self, text: str, settings: EmailSettings) -> RsaKey:
        url = amazon_url(text, settings)
        if url is None or not _CERTIFICATE.fullmatch(url.path) or url.query_string:
            raise NotAmazon("its certificate is not at an address of Amazon's")
        if url not in self._keys:
            try:
                found = key_of_certificate(await fetch(url))
            except BadCertificate as error:
                raise NotAmazon(f"its certificate is of no use: {error}") from None
            if len(self._keys) >= _MOST_CERTIFICATES:
                self._keys.clear()
            self._keys[url] = found
        return self._keys[url]


def amazon_url(text: str, settings: EmailSettings) -> URL | None:
    """An address that may be fetched because somebody posted it here; None where it may not."""
    try:
        url = URL(text)
    except ValueError:
        return None
    if (own := settings.endpoint_url) is not None and url.host == own.host:
        return url if (url.scheme, url.port) == (own.scheme, own.port) else None
    at_home = url.scheme == "https" and url.explicit_port is None and url.user is None
    return url if at_home and _AMAZON.fullmatch(url.host or "") else None


async def fetch(url: URL) -> str:
    """The beginning of what is there. Raises Unreachable."""
    limit = aiohttp.ClientTimeout(total=SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=limit) as session,
            session.get(url, allow_redirects=False) as answer,
        ):
            answer.raise_for_status()
            return (await answer.content.read(_LARGEST_CERTIFICATE)).decode("ascii", "replace")
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        raise Unreachable(type(error).__name__) from None


def _said(posting: Posting) -> bytes:
    """What is signed, as Amazon's documents say: names and values by the names, each on a line."""
    return "".join(f"{name}\n{value}\n" for name, value in _fields(posting)).encode()


def _fields(posting: Posting) -> Iterator[tuple[str, str]]:
    yield "Message", posting.message
    yield "MessageId", posting.message_id
    if isinstance(posting, SnsMessage):
        if posting.subject is not None:
            yield "Subject", posting.subject
    else:
        yield "SubscribeURL", posting.url
    yield "Timestamp", posting.timestamp
    if not isinstance(posting, SnsMessage):
        yield "Token", posting.token
    yield "TopicArn", posting.topic
    yield "Type", posting.type


def _instant(text: str) -> datetime:
    try:
        return _INSTANT.validate_python(text)
    except ValidationError:
        raise NotAmazon("it does not say when it was written") from None
