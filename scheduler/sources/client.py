"""One page over HTTP, with limits on time and size, and as JSON; what goes wrong becomes a failure."""

import json
from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from typing import Any, NoReturn

import aiohttp
from yarl import URL

from scheduler.sources.addresses import PrivateAddress
from scheduler.sources.source import LATER, Blocked, Malformed, SourceFailure, Unavailable
from tracker.frozen import frozen

_REDIRECTS = 3


@frozen
class WebPage:
    """What a server answered."""

    status: int
    body: bytes
    retry_after: str | None = None
    location: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """All of them; their names are found in any capitals."""


@frozen
class Client:
    """`max_bytes` counts what the body unpacks to."""

    session: aiohttp.ClientSession
    max_bytes: int
    seconds: float
    later: str = LATER
    """What a failure means for those who read of it."""

    async def get(
        self, url: URL, server: str, headers: Mapping[str, str] | None = None, *, follow: bool = True
    ) -> WebPage:
        """Raises SourceFailure with `server` in its text, and never the URL: that may hold a secret."""
        return await self._page("GET", url, server, headers, follow=follow)

    async def post(self, url: URL, server: str, headers: Mapping[str, str], body: bytes) -> WebPage:
        """A question that is too long for an address. No redirect is followed. Raises SourceFailure."""
        return await self._page("POST", url, server, headers, body=body, follow=False)

    async def _page(
        self,
        method: str,
        url: URL,
        server: str,
        headers: Mapping[str, str] | None,
        *,
        body: bytes | None = None,
        follow: bool,
    ) -> WebPage:
        try:
            async with self.session.request(
                method, url, headers=headers, data=body, allow_redirects=follow, max_redirects=_REDIRECTS
            ) as response:
                content = await self._body(response, server)
                told = response.headers
                return WebPage(response.status, content, told.get("Retry-After"), told.get("Location"), told)
        except TimeoutError:
            raise self.too_slow(server) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            failure = _failure(error, server, self.later)
            # In place of the error itself, which shows the whole request with its address and headers.
            failure.add_note(f"{type(error).__name__}: {getattr(error, 'os_error', '')}")
            raise failure from None

    def too_slow(self, server: str) -> Unavailable:
        within = f"within {self.seconds:g} seconds"
        return Unavailable(f"{server} did not answer {within}. {self.later}", cause=f"no answer {within}")

    async def _body(self, response: aiohttp.ClientResponse, server: str) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while chunk := await response.content.readany():
            size += len(chunk)
            if size > self.max_bytes:
                size = f"more than {self.max_bytes:,} bytes"
                raise Malformed(f"{server} answered with {size}. {self.later}", cause=f"an answer of {size}")
            chunks.append(chunk)
        return b"".join(chunks)


def _failure(error: Exception, server: str, later: str) -> SourceFailure:
    match error:
        case ValueError():  # aiohttp's InvalidURL too: an address that no connection can be made to
            return Unavailable(
                f"{server} is at an address that cannot be used. {later}",
                cause="the address cannot be used",
            )
        case aiohttp.ClientConnectorDNSError():
            return Unavailable(
                f"{server} could not be reached: the address could not be looked up. {later}",
                cause="the address could not be looked up",
                brief=True,
            )
        case aiohttp.ClientConnectorError() if isinstance(error.os_error, PrivateAddress):
            return Blocked(
                f"{server} leads into a private network, where Questlog may not look. "
                "The operator can allow it with allow_private in [sources.http_json].",
                cause="the address is in a private network, where Questlog may not look",
            )
        case aiohttp.ClientSSLError():
            return Unavailable(
                f"{server} could not prove who it is (TLS). {later}", cause="no proof of who answers (TLS)"
            )
        case aiohttp.ClientConnectorError():
            return Unavailable(f"{server} could not be reached. {later}", cause="no connection", brief=True)
        case aiohttp.TooManyRedirects():
            return endless(server, later)
        case aiohttp.ClientResponseError():
            return Unavailable(
                f"{server} did not speak HTTP as it should. {later}", cause="an answer that is no HTTP"
            )
        case _:
            return Unavailable(
                f"{server} broke off in the middle of its answer. {later}",
                cause="an answer that breaks off",
                brief=True,
            )


def endless(server: str, later: str = LATER) -> Unavailable:
    return Unavailable(
        f"{server} sent Questlog from one address to the next without end. {later}",
        cause="redirects without end",
    )


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


_PLAIN = json.JSONDecoder(parse_constant=_refuse)
_EXACT = json.JSONDecoder(parse_constant=_refuse, parse_float=Decimal)


def read_json(body: bytes, server: str, *, exact: bool = False) -> Any:  # noqa: ANN401 - whatever the server sent
    """A document of strangers, whole and exactly, or Malformed. `exact` keeps fractions as Decimal."""
    try:
        return (_EXACT if exact else _PLAIN).decode(body.decode(json.detect_encoding(body)))
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed.answer(server) from error
