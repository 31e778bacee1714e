"""Twilio's own client, with a time limit that holds, and with failures that say whether a message went.

The library is large and slow to load: whoever imports this module does so only where SMS is on.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# The library has no types; what leaves this module has.

import asyncio
import json
import logging
from collections.abc import Awaitable, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar, cast

import aiohttp
from twilio.base.exceptions import TwilioException, TwilioRestException, TwilioServiceException
from twilio.http.async_http_client import AsyncTwilioHttpClient
from twilio.http.response import Response
from twilio.rest import Client

from tracker.settings import SmsSettings

LISTED = 100
"""So many of the newest messages to a number are looked through."""

_SILENT = logging.getLogger(f"{__name__}.silent")  # the library writes the numbers of people into its lines
_SILENT.disabled = True

_Answer = TypeVar("_Answer")


class TwilioFailure(Exception):
    """No good answer. As text it holds no secret, and no number of a person."""


class TwilioRefused(TwilioFailure):
    """Twilio answered, and says no."""

    def __init__(self, status: int, code: int | None = None, after: float | None = None) -> None:
        super().__init__(f"Twilio answered {code or status}")
        self.status, self.code, self.after = status, code, after

    @property
    def is_sure(self) -> bool:
        """Whether nothing was done. What an overloaded server did before it said so, nobody knows."""
        known = HTTPStatus.BAD_REQUEST <= self.status < HTTPStatus.INTERNAL_SERVER_ERROR
        return known and self.status != HTTPStatus.REQUEST_TIMEOUT


class Unreached(TwilioFailure):
    """Nothing was sent."""


class TwilioUnclear(TwilioFailure):
    """It may have been done; only the answer is missing."""


class TwilioMessage(NamedTuple):
    """A message as Twilio knows it."""

    sid: str
    status: str
    body: str
    created_at: datetime | None
    sender: str | None
    service: str | None
    direction: str


class TwilioAccount(NamedTuple):
    name: str
    status: str


class TwilioClient:
    """Made inside of a running loop, and closed at the end. No request is ever repeated here."""

    def __init__(self, settings: SmsSettings) -> None:
        if settings.account_sid is None or settings.auth_token is None:
            raise ValueError("SMS is off")
        self._settings = settings
        self._http = _HttpClient(settings.timeout_seconds)
        sid, token = settings.account_sid, settings.auth_token.get_secret_value()
        self._client = cast("Any", Client(sid, token, http_client=self._http))
        if settings.api_url is not None:
            self._client.api.base_url = str(settings.api_url).rstrip("/")

    async def send(self, to: str, body: str, status_callback: str | None) -> TwilioMessage:
        sender = {
            "from_": self._settings.from_number,
            "messaging_service_sid": self._settings.messaging_service_sid,
            "status_callback": status_callback,
        }
        given = {name: value for name, value in sender.items() if value is not None}
        return _taken(await _asked(self._client.messages.create_async(to=to, body=body, **given)))

    async def newest(self, to: str) -> list[TwilioMessage]:
        """Of the messages to a number, those that are looked through.

        Not by the day on which they were sent: one that still waits at Twilio has none.
        """
        return [
            _taken(one) for one in await _asked(self._client.messages.page_async(to=to, page_size=LISTED))
        ]

    async def account(self) -> TwilioAccount:
        found = await _asked(self._client.api.accounts(self._settings.account_sid).fetch_async())
        return TwilioAccount(str(found.friendly_name), str(found.status))

    async def close(self) -> None:
        await self._http.close()


class _HttpClient(AsyncTwilioHttpClient):
    """The library's own has a timeout without effect, loses Retry-After, and signs in as aiohttp will not."""

    def __init__(self, seconds: float) -> None:
        super().__init__(logger=_SILENT, timeout=seconds)

    async def request(  # noqa: PLR0917 - the library's own signature
        self,
        method: str,
        url: str,
        params: dict[str, object] | None = None,
        data: dict[str, object] | None = None,
        headers: dict[str, str] | None = None,
        auth: tuple[str, str] | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
        allow_redirects: bool = False,  # noqa: FBT001, FBT002
    ) -> Response:
        signed = {"Authorization": aiohttp.encode_basic_auth(*auth)} if auth else {}
        async with asyncio.timeout(timeout or self.timeout):
            response = await super().request(
                method, url, params, data, {**(headers or {}), **signed}, allow_redirects=allow_redirects
            )
        after = _seconds(cast("Mapping[str, str]", response.headers).get("Retry-After"))
        if after is not None and not response.ok:
            raise TwilioRefused(response.status_code, _code(response.text), after)
        return response


async def _asked(answer: Awaitable[_Answer]) -> _Answer:
    """The causes are left out: they show addresses, and so the numbers of people."""
    try:
        return await answer
    except (TwilioRestException, TwilioServiceException) as error:
        raise TwilioRefused(error.status, error.code) from None
    except TwilioException as error:
        raise _of_page(error) from None
    except aiohttp.ClientConnectorError as error:
        raise Unreached(f"Twilio could not be reached ({type(error).__name__})") from None
    except TimeoutError:
        raise TwilioUnclear("Twilio did not answer in time") from None
    except (aiohttp.ClientError, OSError) as error:
        raise TwilioUnclear(f"the connection to Twilio broke off ({type(error).__name__})") from None
    except ValueError:
        raise TwilioUnclear("Twilio answered with something that is no answer") from None


def _of_page(error: TwilioException) -> TwilioFailure:
    """Of a list the library does not say what the status was; the answer itself hangs on the error."""
    answers = [one for one in cast("tuple[object, ...]", error.args) if isinstance(one, Response)]
    if not answers:
        return TwilioUnclear("Twilio answered with something that is no answer")
    return TwilioRefused(answers[0].status_code, _code(answers[0].text))


def _taken(message: Any) -> TwilioMessage:  # noqa: ANN401 - the library has no types
    return TwilioMessage(
        sid=str(message.sid),
        status=str(message.status),
        body=str(message.body or ""),
        created_at=message.date_created,
        sender=message.from_,
        service=message.messaging_service_sid,
        direction=str(message.direction),
    )


def _code(text: str) -> int | None:
    try:
        code = cast("object", json.loads(text)["code"])
    except (ValueError, LookupError, TypeError):
        return None
    return code if isinstance(code, int) else None


def _seconds(retry_after: str | None) -> float | None:
    """Only whole seconds; a date is rare, and the own backoff does as well."""
    return float(retry_after) if retry_after and retry_after.isascii() and retry_after.isdigit() else None
