"""Another site that says who somebody is: they sign in there, and come back with a code (OAuth 2.0)."""

import base64
import hashlib
import json
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import field
from typing import Any, Protocol, Self, cast
from urllib.parse import quote_plus

import aiohttp

from tracker.accounts.identity import Identity
from tracker.frozen import frozen

_SECONDS = 10.0
_MOST_BYTES = 256 * 1024
_BYTES = 32
_USER_AGENT = "Questlog (self-hosted goal tracker)"


class ProviderFailed(Exception):
    """The other site did not answer, or not as it should. The message is for the log."""


@frozen
class Attempt:
    """Secrets of one attempt to sign in, which the browser keeps until it comes back."""

    state: str = field(repr=False)
    """Comes back with the code: a link that somebody else made has another one."""
    nonce: str = field(repr=False)
    """Stands in what the other site signs, so that it is of this attempt."""
    verifier: str = field(repr=False)
    """Only who knows it can use the code (PKCE, RFC 7636)."""

    @classmethod
    def new(cls) -> Self:
        return cls(*(secrets.token_urlsafe(_BYTES) for _ in range(3)))

    @property
    def challenge(self) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class Provider(Protocol):
    @property
    def name(self) -> str:
        """In addresses: `/login/discord`."""
        ...

    @property
    def label(self) -> str:
        """What people call it."""
        ...

    @property
    def unknown(self) -> str:
        """What somebody reads whom the other site knows, and Questlog does not."""
        ...

    async def address(self, attempt: Attempt, back: str) -> str:
        """Where the browser goes. Raises ProviderFailed."""
        ...

    async def identity(self, attempt: Attempt, code: str, back: str) -> Identity | None:
        """Whose the code is; None where it proves nothing. Raises ProviderFailed."""
        ...


class Wire:
    """Few and short questions to another site."""

    def __init__(self, client: aiohttp.ClientSession) -> None:
        self._client = client

    @classmethod
    @asynccontextmanager
    async def opened(cls) -> AsyncGenerator[Self]:
        time = aiohttp.ClientTimeout(total=_SECONDS)
        headers = {"User-Agent": _USER_AGENT, "Accept": "application/json"}
        async with aiohttp.ClientSession(timeout=time, headers=headers) as client:
            yield cls(client)

    async def get(self, url: str, token: str | None = None) -> Mapping[str, Any]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return await self._good("GET", url, headers=headers)

    async def post(
        self, url: str, form: Mapping[str, str], client: tuple[str, str] | None = None
    ) -> Mapping[str, Any]:
        """`client` is a name with its secret, as RFC 6749, 2.3.1 has them in a header."""
        said = "" if client is None else base64.b64encode(":".join(map(quote_plus, client)).encode()).decode()
        headers = {"Authorization": f"Basic {said}"} if said else {}
        return await self._good("POST", url, data=dict(form), headers=headers)

    async def _good(self, method: str, url: str, **request: Any) -> Mapping[str, Any]:  # noqa: ANN401 - of the client
        """Raises ProviderFailed; what is secret stands in no message of it."""
        try:
            async with self._client.request(method, url, allow_redirects=False, **request) as response:
                status, body = response.status, bytearray()
                async for chunk in response.content.iter_any():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        raise ProviderFailed(f"{method} {url}: more than {_MOST_BYTES} bytes")
        except (aiohttp.ClientError, TimeoutError) as error:
            raise ProviderFailed(f"{method} {url}: {type(error).__name__}") from None
        if status != 200:  # noqa: PLR2004 - all that is asked here is answered by it
            raise ProviderFailed(f"{method} {url}: {status}")
        try:
            document = json.loads(body or b"{}")
        except ValueError:
            raise ProviderFailed(f"{method} {url}: no JSON") from None
        if not isinstance(document, dict):
            raise ProviderFailed(f"{method} {url}: no object")
        return cast("dict[str, Any]", document)


def text_in(document: Mapping[str, Any], name: str, url: str) -> str:
    """A field that has to be there. Raises ProviderFailed."""
    value = document.get(name)
    if not isinstance(value, str) or not value:
        raise ProviderFailed(f"{url}: no {name}")
    return value
