"""What can go wrong with a request to Discord, before it is accepted or after.

A fault stands between the request and the handler: `proceed` is the right answer, with all its effects.
"""

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from aiohttp import web

from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.requests import refuse, reply
from tests.fakes.loop_time import leap, never

Proceed: TypeAlias = Callable[[], Awaitable[web.StreamResponse]]
Fault: TypeAlias = Callable[[web.Request, Proceed], Awaitable[web.StreamResponse]]

VIA = {"Via": "1.1 google"}
"""Without it discord.py takes a 429 for a ban by Cloudflare, and does not try again."""
_BAN_PAGE = "<html><head><title>Access denied</title></head><body>You are being blocked.</body></html>"


def rate_limited(retry_after: float = 0.05, *, scope: str = "user") -> Fault:
    """429 of a bucket, or of everything with `scope="global"`."""
    everything = scope == "global"
    headers = {**VIA, "Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everything}
    if everything:
        headers["X-RateLimit-Global"] = "true"

    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request, proceed
        return reply(body, 429, headers)

    return answer


def banned() -> Fault:
    """429 of Cloudflare: a page, and no `Via`."""

    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request, proceed
        return web.Response(text=_BAN_PAGE, status=429, content_type="text/html")

    return answer


def refused(refusal: Refusal) -> Fault:
    """Any refusal of `refusals.py`."""

    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request, proceed
        return refuse(refusal)

    return answer


def server_error(status: int = 502, *, accepted: bool = False) -> Fault:
    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request
        if accepted:
            await proceed()
        return web.Response(
            text="<html><body>Bad gateway</body></html>", status=status, content_type="text/html"
        )

    return answer


def reset(*, accepted: bool = False) -> Fault:
    """The connection is reset, and no answer comes."""

    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        if accepted:
            await proceed()
        cut(request)
        return web.Response()

    return answer


def hang(*, accepted: bool = False) -> Fault:
    """No answer, ever."""

    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request
        if accepted:
            await proceed()
        await never()

    return answer


def slow(seconds: float) -> Fault:
    async def answer(request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request
        await leap(seconds)
        return await proceed()

    return answer


@dataclass(frozen=True)
class Held:
    """Holds a request until `go` is set; `arrived` says that it is here."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, request: web.Request, proceed: Proceed) -> web.StreamResponse:
        del request
        self.arrived.set()
        await self.go.wait()
        return await proceed()


def cut(request: web.Request) -> None:
    """Reset the connection, as a network does."""
    transport = request.transport
    if transport is None:
        return
    line = transport.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


@dataclass
class Trouble:
    """Faults for the requests whose line ("POST /channels/1/messages") has `on` in it."""

    script: deque[Fault | None]
    on: str
    standing: Fault | None = None


@dataclass
class Troubles:
    planned: list[Trouble] = field(default_factory=list)

    def next_for(self, line: str) -> Fault | None:
        for trouble in self.planned:
            if trouble.on not in line:
                continue
            if trouble.script:
                return trouble.script.popleft()
            if trouble.standing:
                return trouble.standing
        return None
