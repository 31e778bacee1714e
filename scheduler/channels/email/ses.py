"""E-mail by Amazon SES. Credentials come from where the AWS tools look for them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from http import HTTPStatus
from typing import Any, cast

import aioboto3  # pyright: ignore[reportMissingTypeStubs] - it ships none
from aiobotocore.config import AioConfig
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, PartialCredentialsError

from scheduler.channels.channel import ChannelFailure, Retry, StopSender
from scheduler.channels.email.meanings import BAD, BUSY, MEANINGS, NO_KEY, NOT_VERIFIED, SmtpMeaning
from tracker.settings import EmailSettings


class SesTransport:
    def __init__(self, client: Any, sender: str) -> None:  # noqa: ANN401 - it ships no types
        self._client, self._sender = client, sender

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: EmailSettings, sender: str) -> AsyncGenerator["SesTransport"]:
        """On a client that lives as long as the block. Raises ChannelFailure."""
        endpoint = str(settings.endpoint_url) if settings.endpoint_url else None
        session: Any = aioboto3.Session()
        made = session.client(
            "ses", region_name=settings.region, endpoint_url=endpoint, config=_config(settings)
        )
        async with made as client:
            yield cls(client, sender)

    async def deliver(self, mail: EmailMessage, to: str) -> str | None:
        answer = await self._asked(
            "send_raw_email", Source=self._sender, Destinations=[to], RawMessage={"Data": mail.as_bytes()}
        )
        return str(answer["MessageId"])

    async def probe(self) -> str:
        quota = await self._asked("get_send_quota")
        sent, most = (int(float(quota[name])) for name in ("SentLast24Hours", "Max24HourSend"))
        return f"Amazon SES, {sent:,} of {most:,} messages sent in 24 hours"

    async def _asked(self, what: str, **fields: object) -> dict[str, Any]:
        # The errors of the library may show the address, so none of them is the cause.
        try:
            return await getattr(self._client, what)(**fields)
        except (BotoCoreError, ClientError, OSError) as error:
            raise failure_of(error, self._sender) from None


def _config(settings: EmailSettings) -> AioConfig:
    return AioConfig(
        retries={"mode": "standard", "total_max_attempts": 1},  # the outbox decides what is tried again
        connect_timeout=settings.timeout_seconds,
        read_timeout=settings.timeout_seconds,
    )


def failure_of(error: Exception, sender: str) -> ChannelFailure:
    """What follows from an error of the library."""
    match error:
        case ClientError():
            return _refusal(error, sender)
        case NoCredentialsError() | PartialCredentialsError():
            return StopSender(
                "there are no AWS credentials; docs/email.md says where Questlog looks for them"
            )
        case _:  # a timeout, a connection that was lost, an answer that is none
            return Retry(f"Amazon SES could not be reached ({type(error).__name__})")


def _refusal(error: ClientError, sender: str) -> ChannelFailure:
    answer = cast("dict[str, Any]", error.response)
    said: dict[str, Any] = answer.get("Error", {})
    code, status = str(said.get("Code", "")), int(answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    meaning = MEANINGS.get(code) or _by_status(status)
    # SES says the same of every address that is not verified, and names it: ours, or the reader's.
    if code == "MessageRejected" and sender.lower() in str(said.get("Message", "")).lower():
        meaning = NOT_VERIFIED
    return meaning.failed(code or str(status))


def _by_status(status: int) -> SmtpMeaning:
    """Of names that are not known here."""
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return NO_KEY
    busy = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return BUSY if busy else BAD
