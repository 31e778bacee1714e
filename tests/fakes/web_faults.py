"""What can go wrong with an answer over HTTP, as handlers that a stand-in calls in place of its own."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from aiohttp import web

from tests.fakes.loop_time import leap

BLOCK_PAGE = (
    "<html><body><h1>Sorry!</h1><p>Due to excessive use of the Hiscore system, your IP has been "
    "temporarily blocked.</p></body></html>"
)
DOWN_PAGE = "<!DOCTYPE html>\n<html><head><title>Error</title></head><body>Back soon.</body></html>"


@dataclass(frozen=True)
class Good:
    """The answer that would have been right."""

    body: bytes
    content_type: str


Fault: TypeAlias = Callable[[web.Request, Good], Awaitable[web.StreamResponse]]


def page(body: str | bytes, status: int = 200, content_type: str = "text/html", **headers: str) -> Fault:
    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        del request, good
        written = {name.replace("_", "-"): value for name, value in headers.items()}
        content = body.encode() if isinstance(body, str) else body
        return web.Response(body=content, status=status, content_type=content_type, headers=written)

    return answer


def not_found() -> Fault:
    return page("<!DOCTYPE html><html><body>Page not found</body></html>", 404)


def html_with_200() -> Fault:
    return page(DOWN_PAGE)


def blocked(status: int = 200) -> Fault:
    return page(BLOCK_PAGE, status)


def rate_limited(retry_after: str | None = "30") -> Fault:
    return page("slow down", 429, "text/plain", **({"Retry_After": retry_after} if retry_after else {}))


def server_error(status: int = 503) -> Fault:
    return page(DOWN_PAGE, status)


def garbage(body: bytes = b"\x00\xff\xfe{]rank,,") -> Fault:
    return page(body, content_type="application/octet-stream")


def huge(size: int) -> Fault:
    return page(b"1" * size, content_type="application/json")


def wrong_content_type(content_type: str = "text/html") -> Fault:
    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        del request
        return web.Response(body=good.body, content_type=content_type)

    return answer


def slow_headers(seconds: float) -> Fault:
    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        del request
        await leap(seconds)
        return web.Response(body=good.body, content_type=good.content_type)

    return answer


def slow_body(seconds: float) -> Fault:
    """The headers and half of the body come at once."""

    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": good.content_type})
        await response.prepare(request)
        middle = len(good.body) // 2
        await response.write(good.body[:middle])
        await leap(seconds)
        await response.write(good.body[middle:])
        await response.write_eof()
        return response

    return answer


def truncated() -> Fault:
    """Half of what the headers promise, and then nothing."""

    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": good.content_type})
        response.content_length = len(good.body)
        await response.prepare(request)
        await response.write(good.body[: len(good.body) // 2])
        _transport(request).close()
        return response

    return answer


def cut_short(keep: int) -> Fault:
    """A whole answer by its headers, but only the first bytes of the page."""

    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        del request
        return web.Response(body=good.body[:keep], content_type=good.content_type)

    return answer


def reset() -> Fault:
    """The connection is reset before a word is said."""

    async def answer(request: web.Request, good: Good) -> web.StreamResponse:
        del good
        line = _transport(request).get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        _transport(request).abort()
        return web.Response()

    return answer


def _transport(request: web.Request) -> asyncio.Transport:
    transport = request.transport
    assert transport is not None
    return transport
